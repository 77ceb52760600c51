/** The rights of manifests-roles.own-test.ts, held against the audit log of the real kube-apiserver. */
process.env.PINTLE_PLANE = "real";
await import("./manifests-roles.own-test.ts");
