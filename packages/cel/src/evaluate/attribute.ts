/**
 * Names with what is selected from them: `self.spec.ports[0].name`, `a.?b.c`, `(x ? a : b).c`.
 *
 * As in cel-go, a chain is one attribute. It costs 1 for itself and 1 for each selection that is made, so that a chain broken off at a
 * missing key has cost less. Once a selection is optional the rest of the chain is, too: what is missing makes it empty.
 */
import { isCelMap } from "../values/cel-map.ts";
import { CelDouble, type CelMap, CelOptional, CelUint, type CelValue } from "../values/cel-value.ts";
import { DeclaredList, DeclaredMap } from "../values/declared-value.ts";
import { Failure, failureOf, type Outcome } from "../values/failure.ts";
import { displayValue } from "../values/format-value.ts";
import { goTypeNameOf } from "../values/go-type-name.ts";
import { nativeValue } from "../values/native-json.ts";
import { runtimeTypeName, typeOf } from "../values/type-of.ts";
import type { Frame, Step } from "./frame.ts";

export interface Attribute {
  /** The beginning, without a cost of its own. */
  readonly root: Step;
  /** Where the beginning is a name that the checker did not resolve: what follows might be part of the name. */
  readonly unresolvedName?: string;
  readonly qualifiers: readonly Qualifier[];
  /** 1, or 0 for a conditional, which is paid for by its condition; one less for `has()`. */
  readonly cost: number;
}

export interface Qualifier {
  /** A constant key, or how to compute it. */
  readonly key: CelValue | Step;
  readonly isOptional: boolean;
  /** Asks whether the entry is there. */
  readonly isTest: boolean;
}

/** What the chain leads to. The cost of the attribute itself is left to the caller. */
export function resolveWith(root: Step, qualifiers: readonly Qualifier[]): Step {
  if (qualifiers.length === 0) return (frame) => withoutDeclaration(root(frame));
  const path = qualifiers.map(({ key }) => key);
  const isPlain = qualifiers.every(({ key, isOptional, isTest }) => typeof key === "string" && !isOptional && !isTest);
  if (!isPlain) return (frame) => applyQualifiers(root(frame), qualifiers, frame);
  return (frame) => {
    let value = root(frame);
    if (value instanceof Failure) return value;
    if (value instanceof CelOptional) return applyQualifiers(value, qualifiers, frame);
    for (let index = 0; index < path.length; index += 1) {
      const key = path[index] as string;
      frame.cost += 1;
      const next: Outcome | undefined = findEntry(value as CelValue, key);
      if (next === undefined) return missingEntry(value as CelValue, key);
      if (next instanceof Failure) return next;
      value = next;
    }
    return value;
  };
}

/** Upstream takes what is in an optional out of it, without its declaration, whenever the optional is read. */
function withoutDeclaration(outcome: Outcome): Outcome {
  if (!(outcome instanceof CelOptional) || outcome.value === undefined) return outcome;
  const native = nativeValue(outcome.value);
  return native === outcome.value ? outcome : new CelOptional(native as CelValue);
}

function applyQualifiers(start: Outcome, qualifiers: readonly Qualifier[], frame: Frame): Outcome {
  let value = start;
  if (value instanceof Failure) return value;
  let isOptional = false;
  const empty = qualifiers.at(-1)?.isTest ? false : emptyOptional;
  if (value instanceof CelOptional) {
    if (value.value === undefined) return empty;
    value = nativeValue(value.value);
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const key = typeof qualifier.key === "function" ? qualifier.key(frame) : qualifier.key;
    const found = findAt(value, key);
    if (found === undefined) {
      if (qualifier.isTest || !isOptional) frame.cost += 1;
      if (isOptional) return empty;
      return qualifier.isTest ? false : missingEntry(value as CelValue, key as CelValue);
    }
    // An item that is not of its type is found nevertheless; it fails what is done with it next.
    const isFailed = found instanceof Failure && !(value instanceof DeclaredList && isIndex(key));
    // An optional selection that fails is not recorded upstream; any other is, whatever comes of it.
    if (!isFailed || !isOptional) frame.cost += 1;
    if (isFailed) return found;
    if (qualifier.isTest) return true;
    value = found;
  }
  return isOptional ? new CelOptional(value as CelValue) : value;
}

const emptyOptional = new CelOptional(undefined);

function isIndex(key: Outcome): boolean {
  return typeof key === "number" || key instanceof CelUint || key instanceof CelDouble;
}

function findAt(container: Outcome, key: Outcome): Outcome | undefined {
  if (key instanceof Failure) return key;
  if (container instanceof Failure) return container;
  if (!isKey(key)) return new Failure(`invalid qualifier type: ${goTypeNameOf(key)}`);
  return findEntry(container, key);
}

function isKey(key: CelValue): boolean {
  return typeof key !== "object" || key instanceof CelUint || key instanceof CelDouble;
}

/** The entry of a map or list under a key; `undefined` where there is none, in values that have no entries at all, too. */
function findEntry(container: CelValue, key: CelValue): Outcome | undefined {
  if (typeof container !== "object" || container === null) return undefined;
  const prototype = Object.getPrototypeOf(container);
  if (prototype === Object.prototype || prototype === null) {
    const object = container as { readonly [key: string]: CelValue };
    return typeof key === "string" && Object.hasOwn(object, key) ? object[key] : undefined;
  }
  if (container instanceof DeclaredMap) return container.find(key);
  if (Array.isArray(container) || container instanceof DeclaredList) return findItem(container, key);
  return isCelMap(container) ? readMap(container, key) : undefined;
}

/** A lazy map computes its entries when they are read, which may fail. */
function readMap(map: CelMap, key: CelValue): Outcome | undefined {
  try {
    return map.get(key);
  } catch (error) {
    return failureOf(error);
  }
}

function findItem(list: readonly CelValue[] | DeclaredList, key: CelValue): Outcome | undefined {
  if (typeof key === "number") return itemAt(list, key);
  if (typeof key === "bigint") return undefined;
  if (key instanceof CelUint || key instanceof CelDouble) {
    if (!Number.isSafeInteger(key.value)) return new Failure(`unsupported index value ${displayValue(key)} in list`);
    const item = itemAt(list, Number(key.value));
    const isStrict = list instanceof DeclaredList && !list.shape.isNative;
    return item !== undefined && isStrict ? new Failure(`unsupported index: ${displayValue(key)}`) : item;
  }
  return new Failure(`unsupported index type '${runtimeTypeName(typeOf(key))}' in list`);
}

function itemAt(list: readonly CelValue[] | DeclaredList, index: number): Outcome | undefined {
  if (!(list instanceof DeclaredList)) return list[index];
  return index >= 0 && index < list.length ? list.itemAt(index) : undefined;
}

function missingEntry(container: CelValue, key: CelValue): Failure {
  const isList = Array.isArray(container) || container instanceof DeclaredList;
  return new Failure(`${isList ? "index out of bounds" : "no such key"}: ${displayValue(key)}`);
}
