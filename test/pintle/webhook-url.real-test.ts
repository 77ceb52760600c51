/** The webhooks of webhook-url.test.ts, called by the real kube-apiserver. */
process.env.PINTLE_PLANE = "real";
await import("./webhook-url.test.ts");
