/** JSON that has lost its declaration, as what is taken out of an optional has: its values are what they look like. */
import { CelDouble, type CelValue } from "./cel-value.ts";
import {
  DeclaredList,
  DeclaredMap,
  type JsonMap,
  type ListShape,
  type MapShape,
  PreservedJson,
  type Shape,
} from "./declared-value.ts";
import { Failure, type Outcome } from "./failure.ts";

/** A number as Go's decoder has it: an int where it is written as one and fits 64 bits, a double otherwise. */
export function naturalNumber(number: number | bigint): CelValue {
  if (typeof number === "number") return Number.isSafeInteger(number) ? number + 0 : new CelDouble(number);
  return BigInt.asIntN(64, number) === number ? number : new CelDouble(Number(number));
}

export const nativeShape: Shape = {
  read(json) {
    if (typeof json === "number" || typeof json === "bigint") return naturalNumber(json);
    if (Array.isArray(json)) return new DeclaredList(json, nativeList);
    return isJsonMap(json) ? new DeclaredMap(json, nativeMap) : json;
  },
};

const nativeList: ListShape = { items: nativeShape, isNative: true };
const nativeMap: MapShape = {
  jsonName: (key) => key,
  celName: (name) => name,
  property: () => nativeShape,
  isNullAbsent: false,
  isNative: true,
};

/** The same value without its declaration. A failure is a Go error then, which no value of CEL can be made of. */
export function nativeValue(outcome: Outcome): Outcome {
  if (outcome instanceof Failure) {
    return new Failure(`unsupported conversion to ref.Val: (*errors.errorString)${outcome.message}`);
  }
  if (outcome instanceof DeclaredList || outcome instanceof DeclaredMap || outcome instanceof PreservedJson) {
    return nativeShape.read(outcome.json);
  }
  return outcome;
}

function isJsonMap(value: CelValue): value is JsonMap {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
