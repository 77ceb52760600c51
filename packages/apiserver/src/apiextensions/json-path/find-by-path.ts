/**
 * What a JSONPath finds in an object, in Kubernetes' ways: keys that are not there find nothing, an index that is out of bounds is an error.
 *
 * A path can ask for more than anybody wants to wait for (descents inside descents), so that there is an end to how much is found.
 */
import { Buffer } from "node:buffer";
import { getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";
import { type JsonPath, JsonPathError, type PathStep } from "./parse-json-path.ts";

const maxFound = 10_000;

/** Throws a `JsonPathError` where the path does not fit the object. */
export function findByPath(path: JsonPath, root: JsonValue): readonly JsonValue[] {
  const budget = { left: maxFound };
  return walk(path, [root], budget);
}

interface Budget {
  left: number;
}

function walk(path: JsonPath, from: readonly JsonValue[], budget: Budget): readonly JsonValue[] {
  let values = from;
  for (const step of path) {
    values = take(step, values, budget);
    budget.left -= values.length;
    if (budget.left < 0) throw new JsonPathError("the path finds too much");
  }
  return values;
}

function take(step: PathStep, values: readonly JsonValue[], budget: Budget): readonly JsonValue[] {
  switch (step.type) {
    case "field":
      return values.flatMap((value) => fieldOf(value, step.name));
    case "wildcard":
      return values.flatMap(contentsOf);
    case "descent":
      return values.flatMap((value) => descend(value, budget));
    case "slice":
      return values.flatMap((value) => (value === null ? [] : sliceOf(value, step)));
    case "union":
      return step.paths.flatMap((path) => walk(path, values, budget));
    case "filter":
      return values.flatMap((value) => filter(value, step, budget));
    case "value":
      return typeof step.value === "string" ? [step.value] : values.map(() => step.value);
    case "word":
      throw new JsonPathError(`unrecognized identifier ${step.word}`);
  }
}

function fieldOf(value: JsonValue, name: string): readonly JsonValue[] {
  const found = isJsonObject(value) ? getOwn(value, name) : undefined;
  return found === undefined ? [] : [found];
}

/** A text consists of its bytes, as Go sees it. */
function contentsOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") {
    if (value.length > maxFound) throw new JsonPathError("the path finds too much");
    return [...Buffer.from(value)];
  }
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => fieldOf(value, key));
}

/** The value and everything inside it that has an inside. */
function descend(value: JsonValue, budget: Budget): readonly JsonValue[] {
  const found: JsonValue[] = [];
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = contentsOf(next);
    if (inner.length === 0) continue;
    found.push(next);
    budget.left -= inner.length;
    if (budget.left < 0) throw new JsonPathError("the path finds too much");
    open.push(...inner.toReversed());
  }
  return found;
}

function sliceOf(value: JsonValue, slice: PathStep & { readonly type: "slice" }): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new JsonPathError("not array or slice");
  const { length } = value;
  const asked = slice.from ?? 0;
  const from = asked < 0 ? asked + length : asked;
  const last = slice.isSingle ? asked + 1 : (slice.to ?? length);
  const to = last < 0 || (last === 0 && slice.isSingle) ? last + length : last;
  if (from === to) return [];
  if (from < 0 || from >= length || to < 0 || to > length || from > to) {
    throw new JsonPathError(`array index out of bounds: index ${from}, length ${length}`);
  }
  const { step = 1 } = slice;
  if (step <= 0) throw new JsonPathError("step must be > 0");
  return value.slice(from, to).filter((_, index) => index % step === 0);
}

function filter(value: JsonValue, step: PathStep & { readonly type: "filter" }, budget: Budget): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new JsonPathError("not array or slice and cannot be filtered");
  return value.filter((item) => {
    const lefts = walk(step.left, [item], budget);
    if (step.operator === "exists") return lefts.length > 0;
    const left = onlyOne(lefts);
    const right = onlyOne(walk(step.right, [item], budget));
    return left !== undefined && right !== undefined && compare(left, step.operator, right);
  });
}

function onlyOne(values: readonly JsonValue[]): JsonValue | undefined {
  if (values.length > 1) throw new JsonPathError("can only compare one element at a time");
  return values[0];
}

/** Only values of one type can be compared, and a whole number is no fraction. */
function compare(left: JsonValue, operator: string, right: JsonValue): boolean {
  const kind = kindOf(left);
  if (kind === undefined || kind !== kindOf(right)) throw new JsonPathError("incompatible types for comparison");
  const [one, other] = [left, right] as [string, string];
  switch (operator) {
    case "==":
      return one === other;
    case "!=":
      return one !== other;
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

function kindOf(value: JsonValue): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? "bigint" : "number";
  return value === null || typeof value === "object" ? undefined : typeof value;
}
