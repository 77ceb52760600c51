/** Which policies have to be asked about a request, under which bindings and with which parameters; and which of them are set up wrongly. */
import { ApiError, InvalidSelectorError, type JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes } from "../admission.ts";
import { type MatchTools, matchRequest } from "../match/match-request.ts";
import type { MatchedResource } from "../match/matcher.ts";
import type { PolicyParams } from "./policy-params.ts";
import { PolicySetupError } from "./policy-setup-error.ts";
import type { BoundPolicy } from "./policy-source.ts";
import type { StoredBinding, StoredPolicy } from "./stored-policy.ts";

export interface PolicyInvocation {
  readonly policy: StoredPolicy;
  readonly binding: StoredBinding;
  readonly matched: MatchedResource;
  /** Null without any. */
  readonly params: JsonObject | null;
}

/** A policy that cannot be asked, in a way that its failure policy decides about. */
export interface PolicyFault {
  readonly policy: StoredPolicy;
  /** Absent where the policy itself is wrong. */
  readonly binding?: StoredBinding;
  readonly fault: string;
}

export type PolicyFinding = PolicyInvocation | PolicyFault;

export interface InvocationTools extends MatchTools {
  readonly params: PolicyParams;
}

/** In the order of policies and bindings. */
export async function findInvocations(
  bound: readonly BoundPolicy[],
  attributes: AdmissionAttributes,
  tools: InvocationTools,
): Promise<readonly PolicyFinding[]> {
  const findings: PolicyFinding[] = [];
  for (const { policy, bindings } of bound) {
    try {
      const matched = await matchRequest(policy.criteria, attributes, tools);
      if (!matched) continue;
      const endpoint = findParamKind(policy, tools.params);
      for (const binding of bindings) {
        findings.push(...(await findBound({ policy, binding, matched }, endpoint, attributes, tools)));
      }
    } catch (error) {
      findings.push({ policy, fault: `failed to configure policy: ${describe(error)}` });
    }
  }
  return findings;
}

type ParamEndpoint = ReturnType<PolicyParams["find"]>;

function findParamKind({ paramKind }: StoredPolicy, params: PolicyParams): ParamEndpoint {
  if (!paramKind) return undefined;
  const endpoint = params.find(paramKind);
  if (endpoint) return endpoint;
  const { group, version, kind } = paramKind;
  throw new PolicySetupError(`failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`);
}

async function findBound(
  found: Omit<PolicyInvocation, "params">,
  endpoint: ParamEndpoint,
  attributes: AdmissionAttributes,
  tools: InvocationTools,
): Promise<readonly PolicyFinding[]> {
  const { policy, binding } = found;
  try {
    if (binding.criteria && !(await matchRequest(binding.criteria, attributes, tools))) return [];
    // Parameters are for policies that ask for them, and a binding may leave them out.
    if (!endpoint || !binding.paramRef) return [{ ...found, params: null }];
    const all = await tools.params.collect(endpoint, binding.paramRef, attributes.namespace);
    return all.map((params) => ({ ...found, params }));
  } catch (error) {
    return [{ policy, binding, fault: `failed to configure binding: ${describe(error)}` }];
  }
}

/** What is not about the policy, as a storage that fails, goes on: no failure policy forgives it. */
function describe(error: unknown): string {
  if (error instanceof ApiError) return error.status.message ?? error.message;
  if (error instanceof PolicySetupError || error instanceof InvalidSelectorError) return error.message;
  throw error;
}
