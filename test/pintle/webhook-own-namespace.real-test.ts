/** The program of webhook-own-namespace.test.ts, on the real kube-apiserver. */
process.env.PINTLE_PLANE = "real";
await import("./webhook-own-namespace.test.ts");
