/**
 * CEL's `==`: by value, across numeric types, deep in lists and maps. The value on the left asks.
 *
 * Values of an expression's own making say no to values of other kinds; lists and objects of the input and the types of libraries refuse
 * to be compared with them. A refusal inside a list or map that an expression made passes for equal, as in cel-go.
 */
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelMapValue, isMapValue, mapFind, mapKeys, mapSize } from "./cel-map.ts";
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
import { DeclaredList, DeclaredMap, PreservedJson } from "./declared-value.ts";
import { equalDeclaredLists, equalDeclaredMaps, equalPreserved } from "./equal-declared.ts";
import { Failure, noSuchOverload, type Outcome, valueOrThrow } from "./failure.ts";
import { runtimeTypeName } from "./type-of.ts";

/** Whether the two are equal; throws where they refuse to be compared. */
export function equalValues(left: CelValue, right: CelValue): boolean {
  return valueOrThrow(compareEqual(left, right)) === true;
}

/** The operator: null equals null alone, whatever the other is. */
export function compareEqual(left: Outcome, right: Outcome): boolean | Failure {
  if (typeof left !== "object" && typeof right !== "object") return equalScalars(left, right);
  return left === null || right === null ? left === right : asksEqual(left, right);
}

/** What the left value itself answers. The stack holds few calls a level, so that deep values fit into it. */
export function asksEqual(left: Outcome, right: Outcome): boolean | Failure {
  if (typeof left !== "object") return right instanceof Failure ? false : equalScalars(left, right);
  if (left instanceof Failure) return left;
  if (left === null) return right === null;
  depth += 1;
  try {
    if (depth > maxDepth)
      throw new CelEvaluationError(`values that nest deeper than ${maxDepth} levels are not compared`);
    if (Array.isArray(left)) return isList(right) && equalLists(left, right);
    const isPlain = Object.getPrototypeOf(left) === Object.prototype && !(celOpaque in left);
    if (isPlain && isObject(right) && Object.getPrototypeOf(right) === Object.prototype) {
      return equalJsonObjects(left as JsonMap, right as JsonMap);
    }
    if (left instanceof DeclaredMap && !left.shape.isNative) {
      return isMap(right) ? equalDeclaredMaps(left, right) : refuse(right);
    }
    if (left instanceof DeclaredList) {
      if (left.shape.isNative) return isList(right) && equalLists(left, right);
      return isList(right) ? equalDeclaredLists(left, right) : refuse(right);
    }
    return asksOther(left, right);
  } finally {
    depth -= 1;
  }
}

/** More than any object of Kubernetes has, and safely inside the stack. */
const maxDepth = 2_000;
let depth = 0;

function asksOther(left: CelValue & object, right: Outcome): boolean | Failure {
  if (left instanceof CelDouble || left instanceof CelUint) {
    return !(right instanceof Failure) && orderNumbers(left, right) === 0;
  }
  if (left instanceof PreservedJson) return equalPreserved(left, right);
  if (celOpaque in left) return asksOpaque(left as CelOpaque, right);
  return isObject(right) && equalObjects(left, right);
}

function isMap(value: Outcome): value is CelMapValue {
  return !(value instanceof Failure) && isMapValue(value);
}

function isObject(value: Outcome): value is CelValue & object {
  return typeof value === "object" && value !== null && !(value instanceof Failure);
}

function isList(value: Outcome): value is readonly CelValue[] | DeclaredList {
  return Array.isArray(value) || value instanceof DeclaredList;
}

function refuse(right: Outcome): Failure {
  return right instanceof Failure ? right : noSuchOverload;
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

function itemOf(list: readonly CelValue[] | DeclaredList, index: number): Outcome {
  return list instanceof DeclaredList ? list.itemAt(index) : (list[index] ?? null);
}

/** No shortcut for the same list: one that holds NaN is not equal to itself. */
function equalLists(left: readonly CelValue[] | DeclaredList, right: readonly CelValue[] | DeclaredList): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (compareEqual(itemOf(left, index), itemOf(right, index)) === false) return false;
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
    if (other === undefined || !Object.hasOwn(right, key) || compareEqual(value, other) === false) return false;
  }
  return count === mapSize(right);
}

function equalObjects(left: CelValue & object, right: CelValue & object): boolean | Failure {
  if (left instanceof CelDuration) return right instanceof CelDuration && left.nanos === right.nanos;
  if (left instanceof CelTimestamp) {
    return right instanceof CelTimestamp && left.seconds === right.seconds && left.nanos === right.nanos;
  }
  if (left instanceof Uint8Array) return right instanceof Uint8Array && equalBytes(left, right);
  if (left instanceof CelTypeValue) {
    return right instanceof CelTypeValue && runtimeTypeName(left.type) === runtimeTypeName(right.type);
  }
  if (left instanceof CelOptional) return right instanceof CelOptional && equalOptionals(left, right);
  return isMapValue(left) && isMapValue(right) && equalMaps(left, right);
}

function equalMaps(left: CelMapValue, right: CelMapValue): boolean {
  if (mapSize(left) !== mapSize(right)) return false;
  for (const key of mapKeys(left)) {
    const other = mapFind(right, key);
    if (other === undefined || compareEqual(mapFind(left, key) ?? null, other) === false) return false;
  }
  return true;
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function equalOptionals(left: CelOptional, right: CelOptional): boolean | Failure {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return asksEqual(left.value, right.value);
}

/** The types of libraries do not answer to other types, where all of CEL's own say no. */
function asksOpaque(left: CelOpaque, right: Outcome): boolean | Failure {
  if (!isObject(right) || !(celOpaque in right)) return refuse(right);
  const isSameType = runtimeTypeName(left[celOpaque]) === runtimeTypeName((right as CelOpaque)[celOpaque]);
  return isSameType ? left.equals(right as CelOpaque) : noSuchOverload;
}
