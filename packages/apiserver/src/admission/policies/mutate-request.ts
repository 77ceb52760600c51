/** One object before all mutating policies that are for it: each is shown what those before it made of the object. */
import {
  ApiError,
  equalJson,
  formatGroupVersion,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Shape,
} from "@pintle/machinery";
import { metadataText } from "../../registry/object-metadata.ts";
import { bodyTypeOf } from "../../rest/calls.ts";
import { dropUnknown } from "../../rest/decode-body.ts";
import { unknownField } from "../../rest/field-problems.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { evaluateExpressions, OutOfBudgetError, policyBudget } from "../expressions/evaluate-expressions.ts";
import { askConditions } from "../match/match-conditions.ts";
import { isOfOwnKind, type MatchedResource } from "../match/matcher.ts";
import { fromMatched, toMatched } from "../match/versioned-objects.ts";
import { rereadObject } from "../reread-object.ts";
import { applyMadeConfiguration } from "./apply-mutation.ts";
import { checkMutatedSize } from "./check-mutated-size.ts";
import { type CompiledMutation, compileMutatingPolicy } from "./compile-mutating-policy.ts";
import type { PolicyInvocation } from "./find-invocations.ts";
import { applyMadePatch } from "./json-patch-mutation.ts";
import { MutationError } from "./mutation-error.ts";
import { conditionsInput, createPolicyRequest, giveWay, type PolicyRequest, policyInput } from "./policy-input.ts";
import type { PolicyTools } from "./policy-tools.ts";
import { compiledOnce } from "./stored-policy.ts";

const compiledOf = compiledOnce(compileMutatingPolicy);

/** Which policies are asked again in a second round, and who hears of it when they change something. */
export interface MutationRound {
  isDue(key: string): boolean;
  addAsked(key: string): void;
  noteChange(): void;
}

export interface MutationFailure {
  readonly invocation: PolicyInvocation;
  readonly message: string;
}

export interface MutationOutcome {
  readonly object: JsonObject | undefined;
  /** Of policies that ignore them, too: what becomes of failures is up to the caller. */
  readonly failures: readonly MutationFailure[];
}

/** Throws an `ApiError` where a policy leaves something that is no object of its kind any more. */
export async function mutateRequest(
  invocations: readonly PolicyInvocation[],
  attributes: AdmissionAttributes,
  tools: PolicyTools,
  round: MutationRound,
): Promise<MutationOutcome> {
  const request = await createPolicyRequest(attributes, tools.namespaces, tools.authorizer);
  const failures: MutationFailure[] = [];
  let { object } = attributes;
  for (const [index, invocation] of invocations.entries()) {
    if (index > 0) await giveWay(attributes.context);
    const mutation = new PolicyMutation(invocation, request);
    const changed = await mutation.run(object, round);
    failures.push(...mutation.failures.map((message) => ({ invocation, message })));
    if (changed !== object) {
      object = changed;
      round.noteChange();
    }
    if (mutation.isReinvocable) round.addAsked(keyOf(invocation));
  }
  // All who want to be asked again are, whoever changed the object: the last of them, too.
  if (object !== attributes.object) round.noteChange();
  return { object, failures };
}

/** A policy under a binding with its parameters is asked on its own. */
function keyOf({ policy, binding, params }: PolicyInvocation): string {
  const names = params ? [metadataText(params, "namespace"), metadataText(params, "name")] : [];
  return [policy.name, binding.name, ...names].join("/");
}

/** One policy and what it does to an object. */
class PolicyMutation {
  readonly #invocation: PolicyInvocation;
  readonly #request: PolicyRequest;
  readonly failures: string[] = [];
  /** Whether it was asked, and would be again. */
  isReinvocable = false;

  constructor(invocation: PolicyInvocation, request: PolicyRequest) {
    this.#invocation = invocation;
    this.#request = request;
  }

  /** The very same object where nothing has changed. */
  async run(object: JsonObject | undefined, round: MutationRound): Promise<JsonObject | undefined> {
    const { matched, policy } = this.#invocation;
    const { attributes } = this.#request;
    const shown = object && (await toMatched(attributes, matched, object));
    const old = attributes.old && (await toMatched(attributes, matched, attributes.old));
    const { conditions, mutations, isReinvocable } = compiledOf(policy);
    const answer = await askConditions(conditions, conditionsInput(this.#inputOf(shown, old)));
    if (answer.error !== undefined) this.failures.push(answer.error);
    if (!answer.isMet || !round.isDue(keyOf(this.#invocation))) return object;
    this.isReinvocable = isReinvocable;
    if (!shown) return object;
    let current = shown;
    for (const mutation of mutations) current = await this.#mutate(mutation, current, old);
    return equalJson(current, shown) ? object : fromMatched(attributes, matched, current);
  }

  /** A mutation that fails changes nothing, and those after it are made nevertheless. */
  async #mutate(mutation: CompiledMutation, object: JsonObject, old: JsonObject | undefined): Promise<JsonObject> {
    const { matched } = this.#invocation;
    const { attributes } = this.#request;
    try {
      const patched = await this.#patch(mutation, object, old);
      if (patched === object) return object;
      checkMutatedSize(patched);
      checkKnown(attributes, matched, patched);
      return rereadObject(attributes, matched, patched);
    } catch (error) {
      if (!(error instanceof MutationError || error instanceof OutOfBudgetError)) throw error;
      this.failures.push(error.message);
      return object;
    }
  }

  async #patch(
    { expression, patchType }: CompiledMutation,
    object: JsonObject,
    old: JsonObject | undefined,
  ): Promise<JsonValue> {
    if (!expression.program) throw new MutationError(expression.error);
    const input = this.#inputOf(object, old);
    const { results } = await evaluateExpressions([expression], input, policyBudget);
    const { value, error } = results[0] ?? {};
    if (error !== undefined || value === undefined) throw new MutationError(error ?? "the expression gave nothing");
    if (patchType === "JSONPatch") return applyMadePatch(object, value);
    const shape = shapeOf(this.#request.attributes, this.#invocation.matched);
    return applyMadeConfiguration(object, value, shape, Object.values(input.values));
  }

  #inputOf(object: JsonObject | undefined, old: JsonObject | undefined) {
    const { matched, params, policy } = this.#invocation;
    return policyInput(this.#request, matched, { object, old }, params, compiledOf(policy).variables);
  }
}

/** Unlike clients and webhooks, a policy may not write fields that its kind does not have. */
function checkKnown(attributes: AdmissionAttributes, { endpoint }: MatchedResource, patched: JsonValue): void {
  if (!isJsonObject(patched) || !isOfOwnKind(attributes)) return;
  const type = bodyTypeOf(endpoint);
  if (!type.isBuiltIn) return;
  const { unknownFields } = dropUnknown(type, patched);
  if (unknownFields.length === 0) return;
  throw ApiError.internalError(`strict decoding error: ${unknownFields.toSorted().map(unknownField).join(", ")}`);
}

/** Of Scales and Bindings nothing is known that a configuration could be merged by. */
function shapeOf(attributes: AdmissionAttributes, { endpoint, kind }: MatchedResource): Shape {
  if (isOfOwnKind(attributes)) return endpoint.version.shape;
  const name = `${formatGroupVersion(kind)}, Kind=${kind.kind}`;
  throw new MutationError(
    `error applying patch: failed to convert patch object to typed object: no corresponding type for ${name}`,
  );
}
