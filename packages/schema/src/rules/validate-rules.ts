/**
 * Holds an object against the rules of its schema, `x-kubernetes-validations`, within the API server's budget.
 *
 * The walk goes from the outside in and stops where the budget is spent. Transition rules run where there is an old value to compare with:
 * fields and entries have one by name, items of map-lists by their keys. On an update, a rule that looks at the new value alone is
 * tolerated to fail where that value did not change; who wrote the object is warned.
 */
import type { FieldError, FieldPath, JsonArray, JsonObject, JsonValue } from "@pintle/machinery";
import { getOwn, isJsonObject } from "@pintle/machinery";
import { type Correlation, indexMapList } from "../compile/correlation.ts";
import { evaluateRules } from "./evaluate-rules.ts";
import type { RuleNode } from "./rule-node.ts";

/** What the rules of one object may cost together. */
export const maxRulesCostOfObject = 10_000_000;

export interface RulesOptions {
  /** How the object's parts belong to those of the old one; without it no failure is tolerated. */
  readonly correlation?: Correlation | undefined;
  /** 10,000,000 unless said otherwise. */
  readonly costBudget?: number;
  /** Takes each failure that is tolerated. */
  readonly warn?: ((error: FieldError) => void) | undefined;
}

export interface RulesVerdict {
  readonly errors: readonly FieldError[];
  /** What is left of the budget; negative where the walk was stopped. */
  readonly remainingCost: number;
}

export function validateRules(
  node: RuleNode,
  value: JsonValue,
  oldValue: JsonValue | undefined,
  path: FieldPath,
  options: RulesOptions = {},
): RulesVerdict {
  const { costBudget = maxRulesCostOfObject, correlation, warn } = options;
  const run: RulesRun = { errors: [], remainingCost: costBudget, warn };
  const place = correlation ? { current: correlation, nearest: undefined } : undefined;
  visit(run, node, { path, value, oldValue, place });
  return run;
}

/** What is collected on the walk. */
export interface RulesRun {
  readonly errors: FieldError[];
  remainingCost: number;
  readonly warn: RulesOptions["warn"];
}

/** A value on the walk. */
export interface VisitedValue {
  readonly path: FieldPath;
  readonly value: JsonValue;
  readonly oldValue: JsonValue | undefined;
  readonly place: CorrelatedPlace | undefined;
}

/** Where the walk is in the old object; below what has no counterpart there, `nearest` is the last that had one. */
interface CorrelatedPlace {
  readonly current: Correlation | undefined;
  readonly nearest: Correlation | undefined;
}

/** Whether the value, or the whole that it belongs to, is as it was. */
export function isUnchanged({ place }: VisitedValue): boolean {
  return (place?.current ?? place?.nearest)?.isUnchanged() === true;
}

/** Whether the walk may go on. */
function visit(run: RulesRun, node: RuleNode, visited: VisitedValue): boolean {
  const { value } = visited;
  if (value === null) return true;
  if (node.hasRules && !evaluateRules(run, node, visited)) return false;
  if (Array.isArray(value)) return visitItems(run, node, value, visited);
  return isJsonObject(value) ? visitFields(run, node, value, visited) : true;
}

function visitItems(run: RulesRun, node: RuleNode, value: JsonArray, { path, oldValue, place }: VisitedValue): boolean {
  const { items, schema } = node;
  if (!items) return true;
  const oldItemOf = Array.isArray(oldValue) && schema.type === "array" ? indexMapList(schema, oldValue) : undefined;
  for (const [index, item] of value.entries()) {
    const below = place?.current ? { current: place.current.index(index), nearest: place.current } : place;
    const oldItem = oldItemOf?.(item);
    if (!visit(run, items, { path: path.index(index), value: item, oldValue: oldItem, place: below })) return false;
  }
  return true;
}

function visitFields(
  run: RulesRun,
  node: RuleNode,
  value: JsonObject,
  { path, oldValue, place }: VisitedValue,
): boolean {
  const { additional, properties } = node;
  const oldObject = isJsonObject(oldValue) ? oldValue : undefined;
  const enter = (child: RuleNode, name: string, childPath: FieldPath) => {
    const field = getOwn(value, name);
    const oldField = oldObject && getOwn(oldObject, name);
    if (field === undefined) return true;
    return visit(run, child, { path: childPath, value: field, oldValue: oldField, place: placeOfField(place, name) });
  };
  if (additional) {
    for (const name of Object.keys(value)) if (!enter(additional, name, path.key(name))) return false;
  }
  for (const [name, child] of properties) if (!enter(child, name, path.child(name))) return false;
  return true;
}

/** A change of version is not visible in an object's own apiVersion and kind: both objects have been converted to the same. */
function placeOfField(place: CorrelatedPlace | undefined, name: string): CorrelatedPlace | undefined {
  if (!place?.current) return place;
  if (!place.nearest && (name === "apiVersion" || name === "kind")) return undefined;
  return { current: place.current.key(name), nearest: place.current };
}
