/**
 * ValidatingAdmissionPolicies: expressions that decide about requests. A binding says where a policy counts, with which parameters, and
 * whether it refuses, warns, or is only written into the audit log.
 */
import { inRealTime } from "@pintle/machinery";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { findInvocations } from "./find-invocations.ts";
import { isExemptFromPolicies } from "./policy-exemptions.ts";
import { createPolicySource } from "./policy-source.ts";
import { createPolicyTools, type PolicyAdmissionOptions } from "./policy-tools.ts";

export function createValidatingPolicies(options: PolicyAdmissionOptions): AdmissionPlugin {
  const tools = createPolicyTools(options);
  const source = createPolicySource(options.storage, {
    policies: "/registry/validatingadmissionpolicies/",
    bindings: "/registry/validatingadmissionpolicybindings/",
  });
  return {
    async validate(attributes) {
      if (isExemptFromPolicies(attributes)) return;
      const bound = await source.bound();
      if (bound.length === 0) return;
      const findings = await findInvocations(bound, attributes, tools);
      if (findings.length === 0) return;
      // A server without policies needs no CEL.
      const { tryRequest } = await inRealTime(() => import("./try-request.ts"));
      await tryRequest(findings, attributes, tools);
    },
  };
}
