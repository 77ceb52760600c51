/** The webhooks of webhooks.test.ts, webhook-reads.test.ts and webhook-start.test.ts, asked by the real kube-apiserver. */
process.env.PINTLE_PLANE = "real";
await import("./webhooks.test.ts");
await import("./webhook-reads.test.ts");
await import("./webhook-start.test.ts");
