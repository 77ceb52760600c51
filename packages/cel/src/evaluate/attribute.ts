/**
 * Names with what is selected from them: `self.spec.ports[0].name`, `a.?b.c`, `(x ? a : b).c`.
 *
 * As in cel-go, a chain is one attribute. It costs 1 for itself and 1 for each selection that is made, so that a chain broken off at a
 * missing key has cost less. Once a selection is optional the rest of the chain is, too: what is missing makes it empty.
 */
import { isCelMap, isMapValue } from "../values/cel-map.ts";
import { CelDouble, CelOptional, CelUint, type CelValue } from "../values/cel-value.ts";
import { displayValue } from "../values/format-value.ts";
import { runtimeTypeName, typeOf } from "../values/type-of.ts";
import { Failure, type Frame, type Outcome, type Step } from "./frame.ts";

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
  /** What messages call the key, where that is not the key itself: CEL's name of a field whose name in the JSON has to be escaped. */
  readonly shownKey?: string;
  readonly isOptional: boolean;
  /** Asks whether the entry is there. */
  readonly isTest: boolean;
  /** The operand is an object with declared fields, where null is as good as absent. */
  readonly isField: boolean;
}

/** What the chain leads to. The cost of the attribute itself is left to the caller. */
export function resolveWith(root: Step, qualifiers: readonly Qualifier[]): Step {
  if (qualifiers.length === 0) return root;
  const path = qualifiers.map(({ key }) => key);
  const isPlain = qualifiers.every(({ key, isOptional, isTest }) => typeof key === "string" && !isOptional && !isTest);
  if (!isPlain) return (frame) => applyQualifiers(root(frame), qualifiers, frame);
  const fields = qualifiers.map(({ isField }) => isField);
  const shown = qualifiers.map(({ key, shownKey }) => shownKey ?? (key as string));
  return (frame) => {
    let value = root(frame);
    if (value instanceof Failure) return value;
    if (value instanceof CelOptional) return applyQualifiers(value, qualifiers, frame);
    for (let index = 0; index < path.length; index += 1) {
      const key = path[index] as string;
      frame.cost += 1;
      const next: CelValue | Failure | undefined = findEntry(value as CelValue, key);
      if (next === undefined || (next === null && fields[index])) {
        return missingEntry(value as CelValue, shown[index] ?? key, fields[index] === true);
      }
      if (next instanceof Failure) return next;
      value = next;
    }
    return value;
  };
}

function applyQualifiers(start: Outcome, qualifiers: readonly Qualifier[], frame: Frame): Outcome {
  if (start instanceof Failure) return start;
  let value = start;
  let isOptional = false;
  const empty = qualifiers.at(-1)?.isTest ? false : emptyOptional;
  if (start instanceof CelOptional) {
    if (start.value === undefined) return empty;
    value = start.value;
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const key = typeof qualifier.key === "function" ? qualifier.key(frame) : qualifier.key;
    const found = key instanceof Failure ? key : findAt(value, key, qualifier);
    if (found === undefined) {
      if (qualifier.isTest || !isOptional) frame.cost += 1;
      if (isOptional) return empty;
      return qualifier.isTest ? false : missingEntry(value, qualifier.shownKey ?? (key as CelValue), qualifier.isField);
    }
    // An optional selection that fails is not recorded upstream; any other is, whatever comes of it.
    if (!(found instanceof Failure) || !isOptional) frame.cost += 1;
    if (found instanceof Failure) return found;
    if (qualifier.isTest) return true;
    value = found;
  }
  return isOptional ? new CelOptional(value) : value;
}

const emptyOptional = new CelOptional(undefined);

function findAt(container: CelValue, key: CelValue, { isField }: Qualifier): CelValue | Failure | undefined {
  if (!isKey(key)) return new Failure(`invalid qualifier type: ${runtimeTypeName(typeOf(key))}`);
  const found = findEntry(container, key);
  return isField && found === null ? undefined : found;
}

function isKey(key: CelValue): boolean {
  return typeof key !== "object" || key instanceof CelUint || key instanceof CelDouble;
}

/** The entry of a map or list under a key; `undefined` where there is none, in values that have no entries at all, too. */
function findEntry(container: CelValue, key: CelValue): CelValue | Failure | undefined {
  if (typeof container !== "object" || container === null) return undefined;
  const prototype = Object.getPrototypeOf(container);
  if (prototype === Object.prototype || prototype === null) {
    const object = container as { readonly [key: string]: CelValue };
    return typeof key === "string" && Object.hasOwn(object, key) ? object[key] : undefined;
  }
  if (Array.isArray(container)) return findItem(container, key);
  return isCelMap(container) ? container.get(key) : undefined;
}

function findItem(list: readonly CelValue[], key: CelValue): CelValue | Failure | undefined {
  if (typeof key === "number") return list[key];
  if (typeof key === "bigint") return undefined;
  if (key instanceof CelUint || key instanceof CelDouble) {
    if (Number.isSafeInteger(key.value)) return list[Number(key.value)];
    return new Failure(`unsupported index value ${displayValue(key)} in list`);
  }
  return new Failure(`unsupported index type '${runtimeTypeName(typeOf(key))}' in list`);
}

function missingEntry(container: CelValue, key: CelValue, isField: boolean): Failure {
  if (isField && !isMapValue(container)) {
    return new Failure("invalid data, expected a map for the provided schema with type=object");
  }
  return new Failure(`${Array.isArray(container) ? "index out of bounds" : "no such key"}: ${displayValue(key)}`);
}
