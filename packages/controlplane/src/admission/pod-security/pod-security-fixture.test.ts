/** What tests of pod security share: pods that keep to a level, and what of a changed one is forbidden. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { SecuredPod } from "./pod-fields.ts";
import { findViolations, formatViolations } from "./security-checks.ts";
import type { LevelVersion } from "./security-policy.ts";

export const hardened: JsonObject = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  containers: [{ name: "a", securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } }],
};

/** A pod whose containers have these security contexts, by name; `i…` initialize and `e…` are ephemeral. */
export function podOf(contexts: Readonly<Record<string, JsonObject>>, spec: JsonObject = {}): SecuredPod {
  const containers = Object.entries(contexts).map(([name, securityContext]) => ({ name, securityContext }));
  const withName = (test: RegExp) => containers.filter(({ name }) => test.test(name));
  return {
    annotations: {},
    spec: {
      containers: withName(/^[^ie]/),
      initContainers: withName(/^i/),
      ephemeralContainers: withName(/^e/),
      ...spec,
    },
  };
}

/** Everything that is forbidden, as it is told; empty for a pod that passes. */
export function violationsOf(level: LevelVersion, pod: SecuredPod): string {
  return formatViolations(findViolations(level, pod));
}

export const baseline: LevelVersion = { level: "baseline" };
export const restricted: LevelVersion = { level: "restricted" };

test("a hardened pod passes at every level of every version", () => {
  for (let minor = 0; minor <= 40; minor += 1) {
    for (const level of ["privileged", "baseline", "restricted"] as const) {
      assert.equal(violationsOf({ level, minor }, { annotations: {}, spec: hardened }), "", `${level} ${minor}`);
    }
  }
});
