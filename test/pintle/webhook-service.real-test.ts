/** The webhooks of webhook-service.test.ts, called by the real kube-apiserver. */
process.env.PINTLE_PLANE = "real";
await import("./webhook-service.test.ts");
