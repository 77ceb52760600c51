/** The types of CEL as values, and makers for those that have parameters: what declarations are written with. */
import type { CelType } from "./cel-type.ts";

export const nullType: CelType = { kind: "null" };
export const boolType: CelType = { kind: "bool" };
export const intType: CelType = { kind: "int" };
export const uintType: CelType = { kind: "uint" };
export const doubleType: CelType = { kind: "double" };
export const stringType: CelType = { kind: "string" };
export const bytesType: CelType = { kind: "bytes" };
export const timestampType: CelType = { kind: "timestamp" };
export const durationType: CelType = { kind: "duration" };
export const dynType: CelType = { kind: "dyn" };
export const errorType: CelType = { kind: "error" };
export const typeType: CelType = { kind: "type" };

const optionalTypeName = "optional_type";

export function listOf(element: CelType): CelType {
  return { kind: "list", element };
}

export function mapOf(key: CelType, value: CelType): CelType {
  return { kind: "map", key, value };
}

export function opaqueOf(name: string, ...parameters: readonly CelType[]): CelType {
  return { kind: "opaque", name, parameters };
}

export function optionalOf(value: CelType): CelType {
  return opaqueOf(optionalTypeName, value);
}

/** A type parameter of an overload. */
export function parameterOf(name: string): CelType {
  return { kind: "parameter", name };
}

/** The type of a type: that of the name `int` is `type(int)`. */
export function typeOfType(type: CelType): CelType {
  return { kind: "type", of: type };
}

/** What an optional holds; `undefined` for every other type. */
export function optionalValueType(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === optionalTypeName ? type.parameters[0] : undefined;
}

/** The types within a type, in the order in which they are written. */
export function typeParameters(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "type":
      return type.of === undefined ? [] : [type.of];
    case "opaque":
      return type.parameters;
    default:
      return [];
  }
}

/** The name under which a type is known to expressions, without its parameters: `list`, `google.protobuf.Timestamp`. */
export function typeName(type: CelType): string {
  switch (type.kind) {
    case "null":
      return "null_type";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "error":
      return "*error*";
    case "opaque":
    case "object":
    case "parameter":
      return type.name;
    default:
      return type.kind;
  }
}
