/**
 * MutatingAdmissionPolicies: expressions that change objects, by JSON patches or apply configurations, before webhooks see them.
 *
 * A policy that cannot do its work refuses the request, unless it ignores failures.
 */
import { inRealTime } from "@pintle/machinery";
import type { AdmissionAttributes } from "../admission.ts";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { Reinvocation } from "../reinvocation.ts";
import { findInvocations, type PolicyFinding } from "./find-invocations.ts";
import { isExemptFromPolicies } from "./policy-exemptions.ts";
import { createPolicySource } from "./policy-source.ts";
import { createPolicyTools, type PolicyAdmissionOptions } from "./policy-tools.ts";
import { refusePolicy } from "./refuse-policy.ts";

export function createMutatingPolicies(options: PolicyAdmissionOptions): AdmissionPlugin {
  const tools = createPolicyTools(options);
  const source = createPolicySource(options.storage, {
    policies: "/registry/mutatingadmissionpolicies/",
    bindings: "/registry/mutatingadmissionpolicybindings/",
  });
  const plugin: AdmissionPlugin = {
    async mutate(attributes, round) {
      if (isExemptFromPolicies(attributes)) return attributes.object;
      const bound = await source.bound();
      if (bound.length === 0) return attributes.object;
      const findings = await findInvocations(bound, attributes, tools);
      const invocations = findings.flatMap((finding) => ("fault" in finding ? [] : [finding]));
      const refusals = findings.flatMap((finding) => refusalsOf(finding, "Forbidden"));
      if (invocations.length === 0) return finish(attributes, attributes.object, refusals);
      const reinvocation = Reinvocation.of(round, plugin);
      if (round.index === 1) reinvocation.noteInput(attributes.object);
      // A server without policies needs no CEL.
      const { mutateRequest } = await inRealTime(() => import("./mutate-request.ts"));
      const { object, failures } = await mutateRequest(invocations, attributes, tools, {
        isDue: (key) => round.index === 0 || reinvocation.isDue(key),
        addAsked: (key) => reinvocation.addAsked(key),
        noteChange() {
          reinvocation.noteChange();
          round.requireAnother();
        },
      });
      reinvocation.keepOutput(object);
      for (const { invocation, message } of failures) {
        refusals.push(...refusalsOf({ ...invocation, fault: message }, "Invalid"));
      }
      return finish(attributes, object, refusals);
    },
  };
  return plugin;
}

interface Refusal {
  readonly message: string;
  readonly reason: "Forbidden" | "Invalid";
}

/** The words for a finding that keeps the request from going on, if it does. */
function refusalsOf(finding: PolicyFinding, reason: Refusal["reason"]): Refusal[] {
  if (!("fault" in finding) || finding.policy.ignoresFailures) return [];
  const { policy, binding, fault } = finding;
  const who = binding ? `policy '${policy.name}' with binding '${binding.name}'` : `policy "${policy.name}"`;
  return [{ message: `${who} denied request: ${fault}`, reason }];
}

/** The code is that of a Forbidden whatever the reason, and the message does not say what is forbidden: upstream tells it so. */
function finish<Given>(attributes: AdmissionAttributes, object: Given, refusals: readonly Refusal[]): Given {
  const [first] = refusals;
  if (!first) return object;
  const causes = refusals.map(({ message }) => message);
  throw refusePolicy(attributes, { ...first, code: 403, causes });
}
