/** One request before all validating policies that are for it: what they say, and what their bindings make of that. */
import { ApiError, type JsonObject } from "@pintle/machinery";
import { warnOnce } from "../../registry/warn-once.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { VersionedObjects } from "../match/versioned-objects.ts";
import { compileValidatingPolicy } from "./compile-validating-policy.ts";
import type { PolicyFault, PolicyFinding, PolicyInvocation } from "./find-invocations.ts";
import { type Denial, type Judgement, judgeRequest } from "./judge-request.ts";
import { createPolicyRequest, giveWay, type PolicyRequest, policyInput } from "./policy-input.ts";
import type { PolicyTools } from "./policy-tools.ts";
import { refusePolicy } from "./refuse-policy.ts";
import { compiledOnce } from "./stored-policy.ts";

const compiledOf = compiledOnce(compileValidatingPolicy);

/** Throws an `ApiError` with the first refusal. */
export async function tryRequest(
  findings: readonly PolicyFinding[],
  attributes: AdmissionAttributes,
  tools: PolicyTools,
): Promise<void> {
  const [first] = await new Trial(attributes, tools).judgeAll(findings);
  if (first) throw refusalOf(attributes, first);
}

interface Refusal {
  readonly policy: string;
  readonly binding?: string;
  readonly message: string;
  readonly reason: string;
}

class Trial {
  readonly #attributes: AdmissionAttributes;
  readonly #tools: PolicyTools;
  readonly #objects: VersionedObjects;
  readonly #refusals: Refusal[] = [];
  /** Of one policy, by key: several bindings may give different values. */
  readonly #annotations = new Map<string, Set<string>>();
  #request: PolicyRequest | undefined;

  constructor(attributes: AdmissionAttributes, tools: PolicyTools) {
    this.#attributes = attributes;
    this.#tools = tools;
    this.#objects = new VersionedObjects(attributes);
  }

  async judgeAll(findings: readonly PolicyFinding[]): Promise<readonly Refusal[]> {
    for (const [index, finding] of findings.entries()) {
      if (index > 0) await giveWay(this.#attributes.context);
      if ("fault" in finding) this.#refuseFault(finding);
      else await this.#judge(finding);
    }
    const { auditAnnotations } = this.#attributes.context;
    for (const [key, values] of this.#annotations) auditAnnotations.set(key, [...values].join(", "));
    return this.#refusals;
  }

  #refuseFault({ policy, binding, fault }: PolicyFault): void {
    if (policy.ignoresFailures) return;
    this.#refuse({ policy: policy.name, ...(binding && { binding: binding.name }), message: fault, reason: "Invalid" });
  }

  async #judge(invocation: PolicyInvocation): Promise<void> {
    const { policy, matched, params } = invocation;
    const shown = await this.#show(invocation);
    if (!shown) return;
    const { namespaces, authorizer } = this.#tools;
    this.#request ??= await createPolicyRequest(this.#attributes, namespaces, authorizer);
    const compiled = compiledOf(policy);
    const input = policyInput(this.#request, matched, shown, params, compiled.variables);
    this.#act(invocation, await judgeRequest(compiled, policy.ignoresFailures, input));
  }

  async #show(invocation: PolicyInvocation) {
    try {
      return await this.#objects.showAs(invocation.matched);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fault = `failed to configure binding: failed to convert object version: ${error.message}`;
      this.#refuseFault({ policy: invocation.policy, binding: invocation.binding, fault });
      return undefined;
    }
  }

  #act({ policy, binding }: PolicyInvocation, { denials, annotations, annotationErrors }: Judgement): void {
    for (const denial of denials) {
      for (const action of binding.validationActions) this.#take(action, policy.name, binding, denial);
    }
    for (const { key, value } of annotations) {
      const whole = `${policy.name}/${key}`;
      this.#annotations.set(whole, (this.#annotations.get(whole) ?? new Set()).add(value));
    }
    for (const message of annotationErrors) {
      this.#refuse({ policy: policy.name, binding: binding.name, message, reason: "Invalid" });
    }
  }

  #take(action: string, policy: string, binding: PolicyInvocation["binding"], denial: Denial): void {
    const { message, reason } = denial;
    const { context } = this.#attributes;
    switch (action) {
      case "Warn":
        warnOnce(context.warnings, [
          `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${binding.name}': ${message}`,
        ]);
        break;
      case "Audit":
        context.auditAnnotations.set(failureKey, JSON.stringify([describeFailure(policy, binding, denial)]));
        break;
      default:
        // An action that nobody knows is taken for the strictest.
        this.#refuse({ policy, binding: binding.name, message, reason });
    }
  }

  #refuse(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }
}

const failureKey = "validation.policy.admission.k8s.io/validation_failure";

function describeFailure(
  policy: string,
  { name, validationActions }: PolicyInvocation["binding"],
  { message, index }: Denial,
): JsonObject {
  return { message, policy, binding: name, expressionIndex: index, validationActions: [...validationActions] };
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

/** The words are those of a Forbidden, whatever reason and code the policy gives. */
function refusalOf(attributes: AdmissionAttributes, { policy, binding, message, reason }: Refusal): ApiError {
  const who = `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? "" : ` with binding '${binding}'`}`;
  const why = `${who} denied request: ${message}`;
  return refusePolicy(attributes, { reason, code: codes[reason] ?? 422, causes: [why] });
}
