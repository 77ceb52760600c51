/**
 * CEL's `==`: by value, across numeric types, deep in lists and maps. Values of different kinds are unequal; only the types of libraries
 * refuse to be compared with anything else.
 *
 * Objects of JSON are compared as they are. NaN equals nothing, itself included; a null equals only null.
 */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { isCelMap, isMapValue, mapSize } from "./cel-map.ts";
import {
  CelDouble,
  CelDuration,
  type CelOpaque,
  CelOptional,
  CelTimestamp,
  CelTypeValue,
  CelUint,
  type CelValue,
  celOpaque,
} from "./cel-value.ts";
import { runtimeTypeName } from "./type-of.ts";

export function equalValues(left: CelValue, right: CelValue): boolean {
  if (typeof left !== "object" || typeof right !== "object") {
    return typeof left === "object" && left !== null && celOpaque in left ? refuse() : equalScalars(left, right);
  }
  // No shortcut for the same object: a list that holds NaN is not equal to itself.
  if (left === null || right === null) return left === right;
  depth += 1;
  try {
    if (depth > maxDepth)
      throw new CelEvaluationError(`values that nest deeper than ${maxDepth} levels are not compared`);
    return equalContainers(left, right);
  } finally {
    depth -= 1;
  }
}

/** More than any object of Kubernetes has, and safely inside the stack. */
const maxDepth = 2_000;
let depth = 0;

function equalContainers(left: CelValue & object, right: CelValue & object): boolean {
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  if (Array.isArray(right)) return celOpaque in left ? refuse() : false;
  const prototype = Object.getPrototypeOf(left);
  if (prototype === Object.prototype && Object.getPrototypeOf(right) === prototype && !(celOpaque in left)) {
    return equalJsonObjects(left as JsonMap, right as JsonMap);
  }
  return equalObjects(left, right);
}

function refuse(): never {
  throw new CelEvaluationError("no such overload");
}

type JsonMap = { readonly [key: string]: CelValue };

function equalScalars(left: CelValue, right: CelValue): boolean {
  if (typeof left === typeof right) return left === right;
  const leftNumber = numberOf(left);
  if (leftNumber === undefined) return false;
  const rightNumber = numberOf(right);
  // biome-ignore lint/suspicious/noDoubleEquals: only `==` compares a bigint with a number exactly.
  return rightNumber !== undefined && compareNumbers(left, right, leftNumber, rightNumber) == 0;
}

/**
 * Numbers compare as cel-go compares them: an int or uint with a double as doubles, so that beyond 2^53 neighbours are equal.
 */
function compareNumbers(left: CelValue, right: CelValue, leftNumber: number | bigint, rightNumber: number | bigint) {
  const asDoubles = left instanceof CelDouble || right instanceof CelDouble;
  const a = asDoubles ? Number(leftNumber) : leftNumber;
  const b = asDoubles ? Number(rightNumber) : rightNumber;
  return a < b ? -1 : a > b ? 1 : a >= b ? 0 : undefined;
}

/** The order of two numbers of any types: negative, 0 or positive; `undefined` where one is NaN or no number. */
export function orderNumbers(left: CelValue, right: CelValue): number | undefined {
  const leftNumber = numberOf(left);
  const rightNumber = numberOf(right);
  if (leftNumber === undefined || rightNumber === undefined) return undefined;
  return compareNumbers(left, right, leftNumber, rightNumber);
}

/** The plain number in an int, a uint or a double. */
export function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof CelDouble || value instanceof CelUint) return value.value;
  return undefined;
}

function equalLists(left: readonly CelValue[], right: readonly CelValue[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (!equalValues(left[index] ?? null, right[index] ?? null)) return false;
  }
  return true;
}

function equalJsonObjects(left: JsonMap, right: JsonMap): boolean {
  let count = 0;
  for (const key in left) {
    const value = left[key];
    if (value === undefined || !Object.hasOwn(left, key)) continue;
    count += 1;
    const other = right[key];
    if (other === undefined || !Object.hasOwn(right, key) || !equalValues(value, other)) return false;
  }
  return count === mapSize(right);
}

function equalObjects(left: CelValue & object, right: CelValue & object): boolean {
  if (left instanceof CelDouble || left instanceof CelUint) return orderNumbers(left, right) === 0;
  if (left instanceof CelDuration) return right instanceof CelDuration && left.nanos === right.nanos;
  if (left instanceof CelTimestamp) {
    return right instanceof CelTimestamp && left.seconds === right.seconds && left.nanos === right.nanos;
  }
  if (left instanceof Uint8Array) return right instanceof Uint8Array && equalBytes(left, right);
  if (left instanceof CelTypeValue) {
    return right instanceof CelTypeValue && runtimeTypeName(left.type) === runtimeTypeName(right.type);
  }
  if (left instanceof CelOptional) return right instanceof CelOptional && equalOptionals(left, right);
  if (celOpaque in left) return equalOpaque(left as CelOpaque, right);
  return isMapValue(left) && isMapValue(right) && equalMaps(left, right);
}

function equalMaps(left: Parameters<typeof mapSize>[0], right: Parameters<typeof mapSize>[0]): boolean {
  if (mapSize(left) !== mapSize(right)) return false;
  const entries = isCelMap(left) ? left.entries() : (Object.entries(left) as [CelValue, CelValue][]);
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    const other = isCelMap(right)
      ? right.get(key)
      : typeof key === "string" && Object.hasOwn(right, key)
        ? right[key]
        : undefined;
    if (other === undefined || !equalValues(value, other)) return false;
  }
  return true;
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function equalOptionals(left: CelOptional, right: CelOptional): boolean {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equalValues(left.value, right.value);
}

/** The types of libraries do not answer to other types, where all of CEL's own say no. */
function equalOpaque(left: CelOpaque, right: CelValue & object): boolean {
  const isSameType = celOpaque in right && runtimeTypeName(left[celOpaque]) === runtimeTypeName(right[celOpaque]);
  return isSameType ? left.equals(right as CelOpaque) : refuse();
}
