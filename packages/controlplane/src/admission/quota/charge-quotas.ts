/** What a write costs, and whether the quotas of its namespace can pay for it. Nothing is stored here. */
import { type AdmissionAttributes, forbidRequest } from "@pintle/apiserver";
import { compareQuantity, compareUtf8, type JsonObject, signOfQuantity } from "@pintle/machinery";
import { textAt } from "../../builtin/json-fields.ts";
import {
  addResources,
  equalResources,
  excessResources,
  filterResources,
  formatResources,
  type ResourceList,
  readResources,
  withoutZeros,
} from "../resources/resource-list.ts";
import type { QuotaEvaluator } from "./evaluator.ts";
import { scopesOf } from "./quota-scope.ts";

/** A quota, and how much of it would be used. */
export interface Charge {
  readonly quota: JsonObject;
  readonly used: ResourceList;
}

/** The quotas that are to be charged. Throws `Forbidden` where one of them cannot pay, or cannot tell. */
export function chargeQuotas(
  quotas: readonly JsonObject[],
  evaluator: QuotaEvaluator,
  attributes: AdmissionAttributes,
): readonly Charge[] {
  const { object, context } = attributes;
  if (object === undefined) return [];
  const concerned = quotas.filter((quota) => isConcerned(quota, evaluator, object));
  for (const quota of concerned) checkCountable(quota, evaluator, attributes, object);
  if (concerned.length === 0) return [];
  const usage = evaluator.usageOf(object, context.clock.now());
  const negative = filterResources(usage, (_, amount) => signOfQuantity(amount) < 0);
  if (negative.size > 0) {
    throw forbidRequest(attributes, `quota usage is negative for resource(s): ${joinNames([...negative.keys()])}`);
  }
  return concerned.flatMap((quota) => {
    const delta = deltaOf(quota, evaluator, attributes, usage);
    return charge(quota, attributes, delta) ?? [];
  });
}

function isConcerned(quota: JsonObject, evaluator: QuotaEvaluator, object: JsonObject): boolean {
  const hard = readResources(quota, "status.hard");
  if (![...hard.keys()].some((name) => evaluator.counts(name))) return false;
  return scopesOf(quota).every((scope) => evaluator.isInScope?.(scope, object) === true);
}

function checkCountable(
  quota: JsonObject,
  evaluator: QuotaEvaluator,
  attributes: AdmissionAttributes,
  object: JsonObject,
): void {
  const name = textAt(quota, "metadata.name");
  const counted = [...readResources(quota, "status.hard").keys()].filter((resource) => evaluator.counts(resource));
  const complaint = evaluator.complain?.(counted, object);
  if (complaint !== undefined) throw forbidRequest(attributes, `failed quota: ${name}: ${complaint}`);
  const used = readResources(quota, "status.used");
  if (counted.every((resource) => used.has(resource))) return;
  throw forbidRequest(attributes, `status unknown for quota: ${name}, resources: ${joinNames(counted)}`);
}

/** What was charged for the object before is not charged for again, if this quota was what it was charged to. */
function deltaOf(
  quota: JsonObject,
  evaluator: QuotaEvaluator,
  { operation, old, context }: AdmissionAttributes,
  usage: ResourceList,
): ResourceList {
  if (operation !== "UPDATE" || !old || !isConcerned(quota, evaluator, old)) return withoutZeros(usage);
  return withoutZeros(excessResources(usage, evaluator.usageOf(old, context.clock.now())));
}

function charge(quota: JsonObject, attributes: AdmissionAttributes, delta: ResourceList): Charge | undefined {
  const [hard, before] = [readResources(quota, "status.hard"), readResources(quota, "status.used")];
  const requested = filterResources(delta, (name) => hard.has(name));
  const used = addResources(before, requested);
  if (equalResources(used, before)) return undefined;
  // What controllers find out cannot be refused any more.
  if (attributes.subresource === "status") return { quota, used };
  const exceeded = (name: string) => {
    const [bound, amount] = [hard.get(name), used.get(name)];
    return requested.has(name) && bound !== undefined && amount !== undefined && compareQuantity(amount, bound) > 0;
  };
  const [tooMuch, usedOf, hardOf] = [requested, before, hard].map((list) =>
    formatResources(filterResources(list, exceeded)),
  );
  if (tooMuch === "") return { quota, used };
  const name = textAt(quota, "metadata.name");
  throw forbidRequest(
    attributes,
    `exceeded quota: ${name}, requested: ${tooMuch}, used: ${usedOf}, limited: ${hardOf}`,
  );
}

function joinNames(names: readonly string[]): string {
  return names.toSorted(compareUtf8).join(",");
}
