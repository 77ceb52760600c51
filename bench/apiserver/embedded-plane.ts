/** A control plane in a program of one's own, with an admission function in the same process: what load/hook.go is over TLS. */
import { writeFileSync } from "node:fs";
import { defineAdmission } from "@pintle/apiserver";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock, isJsonObject } from "@pintle/machinery";

const logger = createConsoleLogger({
  write: (text) => process.stderr.write(text),
  clock: createProcessClock(),
  level: "warn",
});
const hook = defineAdmission({
  match: [{ operations: ["CREATE"], apiGroups: ["bench.example.com"], apiVersions: ["v1"], resources: ["gadgets"] }],
  validate({ object, forbid }) {
    const spec = object?.spec;
    if (!isJsonObject(spec) || Number(spec.replicas) <= 0) throw forbid("it has no replicas");
  },
});
const plane = await startControlPlane({ listen: {}, logger, admission: [hook] });
const [kubeconfig = ""] = process.argv.slice(2);
writeFileSync(kubeconfig, plane.kubeconfig());
process.stdout.write(`ready: ${plane.url}\n`);
process.once("SIGTERM", () => void plane.stop());
