/**
 * The tables of built-in types, made ready for walking: each type once, inlined structs spread into the fields around them, and known of
 * each field what Go prints when nobody set it.
 */
import { type FieldRow, type TypeRow, typeNamed } from "@pintle/kinds/tables";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { goTypeOfField } from "./go-type-names.ts";

export type TypeModel = ScalarModel | ListModel | MapModel | StructModel | SchemaOrModel;

export interface ScalarModel {
  readonly kind: "scalar";
  readonly scalar: Scalar;
  /** What Go calls the type, in messages. */
  readonly goType: string;
}

/** `raw` is JSON that nobody described. */
export type Scalar =
  | "string"
  | "bytes"
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "Time"
  | "MicroTime"
  | "Duration"
  | "Quantity"
  | "IntOrString"
  | "raw";

export interface ListModel {
  readonly kind: "list";
  readonly items: TypeModel;
  /** Whether protobuf puts the list into a message, as its field 1. */
  readonly isWrapped: boolean;
  readonly goType: string;
}

export interface MapModel {
  readonly kind: "map";
  readonly values: TypeModel;
  readonly goType: string;
}

/** A JSON schema, or something simpler in its place. */
export interface SchemaOrModel {
  readonly kind: "schema-or";
  readonly or: "array" | "bool" | "strings";
  readonly schema: StructModel;
  readonly goType: string;
}

export interface StructModel {
  readonly kind: "struct";
  /** `core/v1.PodSpec`. */
  readonly name: string;
  /** `PodSpec`. */
  readonly goName: string;
  readonly goType: string;
  /** All that stand in the JSON object, in the order in which Go prints them. */
  readonly fields: readonly FieldModel[];
  readonly byKey: ReadonlyMap<string, FieldModel>;
  /** What protobuf carries, by number. */
  readonly members: ReadonlyMap<number, Member>;
}

export interface FieldModel {
  readonly key: string;
  /** Its place among the fields. */
  readonly index: number;
  readonly model: TypeModel;
  readonly goType: string;
  /** As Go's messages name it: with the inlined struct before it. */
  readonly goPath: string;
  readonly isPointer: boolean;
  readonly omits: FieldRow["omits"];
  /** Whether Go prints the field although nobody set it. Few are, and objects have many that nobody sets. */
  readonly isPrintedUnset: boolean;
}

/** A field, or an inlined struct whose fields begin at an index. */
export type Member =
  | { readonly isInline: false; readonly field: FieldModel }
  | { readonly isInline: true; readonly struct: StructModel; readonly offset: number };

const models = new Map<string, TypeModel>();

const rawTypes: ReadonlySet<string> = new Set(["RawExtension", "FieldsV1", "JSON", "any"]);

/** What messages call special types: those that Go reads from text fail as text. */
const goTypes: ReadonlyMap<string, string> = new Map([
  ["bytes", "[]uint8"],
  ["Time", "string"],
  ["MicroTime", "string"],
  ["Duration", "string"],
  ["IntOrString", "int32"],
  ["Quantity", "resource.Quantity"],
  ["JSON", "v1.JSON"],
  ["RawExtension", "runtime.RawExtension"],
]);

const schemaOrs = new Map<string, SchemaOrModel["or"]>([
  ["apiextensions/v1.JSONSchemaPropsOrArray", "array"],
  ["apiextensions/v1.JSONSchemaPropsOrBool", "bool"],
  ["apiextensions/v1.JSONSchemaPropsOrStringArray", "strings"],
]);

/** The struct of a name such as `core/v1.Pod`. Asking for one that the tables do not have is a mistake. */
export function structNamed(name: string): StructModel {
  const model = modelOf(name);
  if (model.kind !== "struct") throw new Error(`${name} is no struct`);
  return model;
}

function modelOf(type: string): TypeModel {
  const known = models.get(type);
  if (known !== undefined) return known;
  const model = type.includes(".") && !/^(\[\]|map\[\])/.test(type) ? buildNamed(type) : buildPlain(type);
  models.set(type, model);
  return model;
}

function buildPlain(type: string): TypeModel {
  if (type.startsWith("[]")) {
    const items = modelOf(type.slice(2));
    return { kind: "list", items, isWrapped: false, goType: `[]${items.goType}` };
  }
  if (type.startsWith("map[]")) {
    const values = modelOf(type.slice(5));
    return { kind: "map", values, goType: `map[string]${values.goType}` };
  }
  return { kind: "scalar", scalar: rawTypes.has(type) ? "raw" : (type as Scalar), goType: goTypes.get(type) ?? type };
}

function buildNamed(type: string): TypeModel {
  const goName = type.slice(type.indexOf(".") + 1);
  const goType = `${type.slice(type.indexOf("/") + 1, type.indexOf("."))}.${goName}`;
  const or = schemaOrs.get(type);
  if (or !== undefined) {
    return { kind: "schema-or", or, schema: structNamed("apiextensions/v1.JSONSchemaProps"), goType };
  }
  const row = typeNamed(type);
  if (row === undefined) throw new Error(`the tables have no type ${type}`);
  if (row.items !== undefined) return { kind: "list", items: modelOf(row.items), isWrapped: true, goType };
  return buildStruct(row, goName, goType);
}

function buildStruct(row: TypeRow, goName: string, goType: string): StructModel {
  const fields: FieldModel[] = [];
  const byKey = new Map<string, FieldModel>();
  const members = new Map<number, Member>();
  const struct: StructModel = { kind: "struct", name: row.name, goName, goType, fields, byKey, members };
  // Known before its fields are, so that one of them can refer to it.
  models.set(row.name, struct);
  for (const field of row.fields) {
    if (field.isInline) {
      const inner = structNamed(field.type);
      if (field.number !== undefined) {
        members.set(field.number, { isInline: true, struct: inner, offset: fields.length });
      }
      for (const promoted of inner.fields) {
        fields.push({ ...promoted, index: fields.length, goPath: `${inner.goName}.${promoted.goPath}` });
      }
    } else {
      const built = buildField(row, field, fields.length);
      fields.push(built);
      if (field.number !== undefined) members.set(field.number, { isInline: false, field: built });
    }
  }
  for (const field of fields) byKey.set(field.key, field);
  return struct;
}

function buildField(row: TypeRow, field: FieldRow, index: number): FieldModel {
  const model = modelOf(field.type);
  const { name: key, isPointer, omits } = field;
  // The only field that Go leaves out by its being zero: objects that were never stored have no time of creation.
  const isUnstored = row.name === "meta/v1.ObjectMeta" && key === "creationTimestamp";
  const isOmitted = omits === "zero" || isUnstored || (omits === "empty" && !isStructInGo(model));
  return {
    key,
    index,
    model,
    goType: goTypeOfField(row.name, key) ?? model.goType,
    goPath: key,
    isPointer,
    omits,
    isPrintedUnset: isPointer ? omits === "never" : !isOmitted,
  };
}

/** A struct as Go prints it, of the values of its fields by index; where there is none, nobody set the field. */
export function printStruct(struct: StructModel, values: readonly (JsonValue | undefined)[]): JsonObject {
  const object: JsonObject = {};
  for (const field of struct.fields) {
    const value = values[field.index];
    if (value === undefined) {
      if (field.isPrintedUnset) object[field.key] = field.isPointer ? null : zeroOf(field.model);
      continue;
    }
    const printed = printSet(field, value);
    if (printed !== undefined) object[field.key] = printed;
  }
  return object;
}

/** A pointer is left out when it points nowhere, and nothing else; other values when they are empty. */
function printSet({ model, isPointer, omits }: FieldModel, value: JsonValue): JsonValue | undefined {
  if (isPointer || omits === "never" || isStructInGo(model)) return value;
  if (typeof value !== "object" || value === null) return value ? value : undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  for (const _ in value) return value;
  return undefined;
}

/** Go never counts a struct as empty. */
function isStructInGo(model: TypeModel): boolean {
  if (model.kind === "scalar") return structScalars.has(model.scalar);
  return model.kind === "struct" || model.kind === "schema-or";
}

const structScalars: ReadonlySet<Scalar> = new Set(["Time", "MicroTime", "Duration", "Quantity", "IntOrString", "raw"]);

/** What Go prints for a value of the type that nobody set. */
export function zeroOf(model: TypeModel): JsonValue {
  if (model.kind === "struct") return printStruct(model, []);
  if (model.kind === "schema-or") return model.or === "bool" ? false : null;
  if (model.kind !== "scalar") return null;
  return zeros.get(model.scalar) ?? null;
}

const zeros: ReadonlyMap<Scalar, JsonValue> = new Map<Scalar, JsonValue>([
  ["string", ""],
  ["bool", false],
  ["int32", 0],
  ["int64", 0],
  ["float64", 0],
  ["Duration", "0s"],
  ["Quantity", "0"],
  ["IntOrString", 0],
]);
