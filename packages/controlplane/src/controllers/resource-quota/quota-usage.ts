/** How much of a quota is used, counted from the objects that there are. */
import type { JsonObject } from "@pintle/machinery";
import type { QuotaEvaluator } from "../../admission/quota/evaluator.ts";
import { scopesOf } from "../../admission/quota/quota-scope.ts";
import {
  addResources,
  filterResources,
  noResources,
  type ResourceList,
} from "../../admission/resources/resource-list.ts";

/** What an object uses of a quota: nothing where it is out of its scope. */
export function usageOfObject(
  quota: JsonObject,
  evaluator: QuotaEvaluator,
  object: JsonObject,
  nowMs: number,
): ResourceList {
  const isInScope = scopesOf(quota).every((scope) => evaluator.isInScope?.(scope, object) === true);
  return isInScope ? evaluator.usageOf(object, nowMs) : noResources;
}

/** What objects of a kind use together, of the resources that are bounded. */
export function usageOfKind(
  quota: JsonObject,
  evaluator: QuotaEvaluator,
  objects: readonly JsonObject[],
  bounded: ReadonlySet<string>,
  nowMs: number,
): ResourceList {
  let used = noResources;
  for (const object of objects) used = addResources(used, usageOfObject(quota, evaluator, object, nowMs));
  return filterResources(used, (name) => bounded.has(name));
}
