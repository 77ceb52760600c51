/** What the expressions of policies see of a request. */
import { type CelValue, createCelMap } from "@pintle/cel";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { RequestContext } from "../../pipeline/request-context.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { AccessAnswers } from "../expressions/access-answers.ts";
import type { CompiledExpression } from "../expressions/compile-expression.ts";
import type { ExpressionInput } from "../expressions/evaluate-expressions.ts";
import { admissionRequestOf } from "../match/admission-request.ts";
import { isNamespaces, type MatchedResource } from "../match/matcher.ts";
import type { Namespaces } from "../match/namespaces.ts";
import type { ShownObjects } from "../match/versioned-objects.ts";

/** What is the same for all policies that are asked about a request. */
export interface PolicyRequest {
  readonly attributes: AdmissionAttributes;
  /** Null outside namespaces. */
  readonly namespace: JsonObject | null;
  readonly access: AccessAnswers;
}

export async function createPolicyRequest(
  attributes: AdmissionAttributes,
  namespaces: Namespaces,
  authorizer: Authorizer,
): Promise<PolicyRequest> {
  const { endpoint, subresource, namespace, name, context } = attributes;
  const requested = { ...endpoint.groupResource, subresource, namespace, name };
  return {
    attributes,
    namespace: await findNamespace(attributes, namespaces),
    access: new AccessAnswers(authorizer, context.user, requested),
  };
}

/** A namespace is in none. */
async function findNamespace(
  { endpoint, namespace }: AdmissionAttributes,
  namespaces: Namespaces,
): Promise<JsonObject | null> {
  if (namespace === "" || isNamespaces(endpoint)) return null;
  const found = await namespaces.get(namespace);
  if (!found) throw ApiError.notFound({ group: "", resource: "namespaces" }, namespace);
  return found;
}

/** The values of one policy, under one binding, with one set of parameters. */
export function policyInput(
  { attributes, namespace, access }: PolicyRequest,
  matched: MatchedResource,
  shown: ShownObjects,
  params: JsonObject | null,
  variables: ReadonlyMap<string, CompiledExpression>,
): Required<ExpressionInput> {
  return {
    values: {
      object: asCel(shown.object ?? null),
      oldObject: asCel(shown.old ?? null),
      request: asUntyped(admissionRequestOf(attributes, matched)),
      namespaceObject: namespace && asUntyped(namespace),
      params: asCel(params),
    },
    variables,
    access,
  };
}

/** Conditions are asked before the namespace is looked up, and do not see it. */
export function conditionsInput(input: Required<ExpressionInput>): ExpressionInput {
  return { ...input, values: { ...input.values, namespaceObject: null } };
}

/** The checker knows the types of these fields, and nothing is read by them: a time in a namespace is a text. */
function asUntyped(object: JsonObject): CelValue {
  return createCelMap(Object.entries(object) as [string, CelValue][]);
}

/** JSON is CEL as it stands. */
function asCel(value: JsonObject | null): CelValue {
  return value as CelValue;
}

/** Lets others go on, and ends a request that nobody waits for any more: each of many policies may compute for long. */
export async function giveWay({ clock, signal }: RequestContext): Promise<void> {
  await clock.turn();
  signal.throwIfAborted();
}
