/** The types of values at run time. Parameters are erased: a list of ints is a `list` of dyn, as `type()` says in cel-go. */
import type { CelType } from "../check/cel-type.ts";
import { isMapValue } from "./cel-map.ts";
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
import { DeclaredList, PreservedJson } from "./declared-value.ts";
import { Failure, type Outcome } from "./failure.ts";

const dyn: CelType = { kind: "dyn" };
const nullType: CelType = { kind: "null" };
const boolType: CelType = { kind: "bool" };
const intType: CelType = { kind: "int" };
const uintType: CelType = { kind: "uint" };
const doubleType: CelType = { kind: "double" };
const stringType: CelType = { kind: "string" };
const bytesType: CelType = { kind: "bytes" };
const timestampType: CelType = { kind: "timestamp" };
const durationType: CelType = { kind: "duration" };
const listType: CelType = { kind: "list", element: dyn };
const unknownType: CelType = { kind: "opaque", name: "unknown", parameters: [] };
const errorType: CelType = { kind: "error" };
const mapType: CelType = { kind: "map", key: dyn, value: dyn };
const typeType: CelType = { kind: "type" };
const optionalType: CelType = { kind: "opaque", name: "optional_type", parameters: [dyn] };

export function typeOf(value: Outcome): CelType {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "string":
      return stringType;
    case "bigint":
      return intType;
    case "number":
      return Number.isInteger(value) ? intType : doubleType;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: (Outcome & object) | null): CelType {
  if (value === null) return nullType;
  if (Array.isArray(value) || value instanceof DeclaredList) return listType;
  if (value instanceof Failure) return errorType;
  if (value instanceof PreservedJson) return unknownType;
  if (value instanceof CelDouble) return doubleType;
  if (value instanceof CelUint) return uintType;
  if (value instanceof CelTimestamp) return timestampType;
  if (value instanceof CelDuration) return durationType;
  if (value instanceof Uint8Array) return bytesType;
  if (value instanceof CelTypeValue) return typeType;
  if (value instanceof CelOptional) return optionalType;
  if (celOpaque in value) return (value as CelOpaque)[celOpaque];
  return mapType;
}

const names: Partial<Record<CelType["kind"], string>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
};

/** The name of a type without its parameters: what messages of run-time errors and `string(type(x))` show. */
export function runtimeTypeName(type: CelType): string {
  if (type.kind === "opaque" || type.kind === "object" || type.kind === "parameter") return type.name;
  return names[type.kind] ?? type.kind;
}

/** Whether a function whose parameter has this type takes the value: the head of a list or map stands for all of it, as in cel-go. */
export function isOfType(value: CelValue, type: CelType): boolean {
  switch (type.kind) {
    case "dyn":
    case "error":
    case "parameter":
      return true;
    case "list":
      if (value instanceof DeclaredList) return true;
      return Array.isArray(value) && (value.length === 0 || isOfType(value[0] ?? null, type.element));
    case "map":
    case "object":
      return isMapValue(value);
    case "double":
      return value instanceof CelDouble || (typeof value === "number" && !Number.isInteger(value));
    default:
      return runtimeTypeName(typeOf(value)) === runtimeTypeName(type);
  }
}
