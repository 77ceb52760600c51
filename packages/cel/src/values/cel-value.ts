/**
 * Values at run time. Objects of Kubernetes go in as the JSON they are: nothing is converted up front, because that would cost more
 * than most rules do.
 *
 * - An int is a number while it is safe and a bigint beyond 2^53; arithmetic keeps to that form and overflows at 64 bits.
 * - A double is a `CelDouble`, a uint a `CelUint`: plain numbers are ints.
 * - A list is an array, a map a plain object with string keys (JSON) or a `CelMap` with keys of other types.
 * - JSON whose type is declared is read by it where a field, an item or an entry is asked for. While an expression runs, its lists are
 *   `DeclaredList`s and its objects `DeclaredMap`s; what functions get and what comes out are arrays and maps.
 */
import type { CelType } from "../check/cel-type.ts";
import type { DeclaredList, GoValue, PreservedJson } from "./declared-value.ts";

export type CelValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CelDouble
  | CelUint
  | CelDuration
  | CelTimestamp
  | CelTypeValue
  | CelOptional
  | CelOpaque
  | CelMap
  | DeclaredList
  | PreservedJson
  | GoValue
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

export class CelDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class CelUint {
  /** From 0 to 2^64 - 1; a number while it is safe. */
  readonly value: number | bigint;
  constructor(value: number | bigint) {
    this.value = value;
  }
}

/** Nanoseconds, signed, 64 bits. */
export class CelDuration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A moment: seconds since the epoch and the nanoseconds after them. Years 1 to 9999. */
export class CelTimestamp {
  readonly seconds: number;
  readonly nanos: number;
  /** The zone that it was written in, which only `string()` shows; it plays no part in equality. */
  readonly offsetMinutes: number;
  constructor(seconds: number, nanos: number, offsetMinutes = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetMinutes = offsetMinutes;
  }
}

/** A type as a value: what `type(1)` gives and what the name `int` means. */
export class CelTypeValue {
  readonly type: CelType;
  constructor(type: CelType) {
    this.type = type;
  }
}

export class CelOptional {
  /** `undefined` is the empty optional. */
  readonly value: CelValue | undefined;
  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}

/** A map whose keys need not be strings, as literals and comprehensions make them. Keys are looked up by CEL's equality. */
export interface CelMap {
  readonly size: number;
  get(key: CelValue): CelValue | undefined;
  has(key: CelValue): boolean;
  entries(): Iterable<readonly [CelValue, CelValue]>;
  readonly [celMap]: true;
}
export const celMap: unique symbol = Symbol("CelMap");

/** A value of a library's own type: a quantity, a URL, an IP address, an authorizer. */
export interface CelOpaque {
  readonly [celOpaque]: CelType;
  /** CEL's `==` with another value of the same type. */
  equals(other: CelOpaque): boolean;
  /** What the budget counts as its size; 1 where it is absent. */
  readonly size?: number;
  /** Whether `optional.ofNonZeroValue` makes an empty optional of it. */
  readonly isZero?: boolean;
}
export const celOpaque: unique symbol = Symbol("CelOpaque");
