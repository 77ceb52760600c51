/**
 * Brings an object of a built-in kind into the form that Go would print after reading it: fields in Go's order, empty ones dropped or
 * written as Go's tags say, quantities and times in their canonical text, unknown fields gone. What is stored is then final.
 *
 * A value of the wrong type is refused in Go's words, which name the struct, the path and the type.
 */
import {
  compareUtf8,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "@pintle/machinery";
import { WrittenNumber } from "../json/written-number.ts";
import { isSorted } from "./arrange-built-in.ts";
import { normalizeScalar } from "./normalize-scalar.ts";
import { TypeErrors } from "./type-errors.ts";
import {
  printStruct,
  type SchemaOrModel,
  type StructModel,
  structNamed,
  type TypeModel,
  zeroOf,
} from "./type-model.ts";

/** `typeName` is the kind's in the tables: `core/v1.Pod`. The object is not changed. Throws a `GoTypeError`. */
export function normalizeBuiltIn(object: JsonObject, typeName: string): JsonObject {
  const errors = new TypeErrors();
  const normalized = normalizeStruct(object, structNamed(typeName), errors);
  errors.throwFirst();
  return normalized;
}

function normalizeStruct(object: JsonObject, struct: StructModel, errors: TypeErrors): JsonObject {
  const values: (JsonValue | undefined)[] = new Array(struct.fields.length);
  const around = errors.struct;
  for (const key in object) {
    const field = struct.byKey.get(key);
    const value = field && object[key];
    // Null is what a pointer, list or map points to nowhere with; to other fields it says nothing.
    if (value === undefined || value === null || field === undefined) continue;
    errors.struct = struct.goName;
    errors.path.push(field.goPath);
    values[field.index] = normalizeValue(value, field.model, field.goType, errors);
    errors.path.pop();
  }
  errors.struct = around;
  return printStruct(struct, values);
}

/** The value, or `undefined` for one that is refused; reading goes on then, as in Go. */
function normalizeValue(value: JsonValue, model: TypeModel, goType: string, errors: TypeErrors): JsonValue | undefined {
  switch (model.kind) {
    case "scalar":
      return normalizeScalar(value, model.scalar, goType, errors);
    case "struct":
      return isObject(value) ? normalizeStruct(value, model, errors) : errors.mismatch(value, goType);
    case "list": {
      const itemType = goType.startsWith("[]") ? goType.slice(2) : model.items.goType;
      return Array.isArray(value)
        ? normalizeItems(value, model.items, itemType, errors)
        : errors.mismatch(value, goType);
    }
    case "map":
      return isObject(value) ? normalizeEntries(value, model.values, goType, errors) : errors.mismatch(value, goType);
    case "schema-or":
      return normalizeSchemaOr(value, model, errors);
  }
}

function normalizeItems(items: JsonArray, model: TypeModel, goType: string, errors: TypeErrors): JsonArray {
  return items.map((item) => {
    const value = item === null || item === undefined ? undefined : normalizeValue(item, model, goType, errors);
    return value === undefined ? zeroOf(model) : value;
  });
}

/** Go prints maps sorted by key. */
function normalizeEntries(object: JsonObject, model: TypeModel, goType: string, errors: TypeErrors): JsonObject {
  const sorted: JsonObject = {};
  const entryType = goType.startsWith("map[") ? goType.slice(goType.indexOf("]") + 1) : model.goType;
  const keys = Object.keys(object);
  for (const key of isSorted(keys) ? keys : keys.sort(compareUtf8)) {
    const entry = getOwn(object, key);
    if (entry === undefined) continue;
    const value = entry === null ? undefined : normalizeValue(entry, model, entryType, errors);
    setOwn(sorted, key, value === undefined ? zeroOf(model) : value);
  }
  return sorted;
}

function normalizeSchemaOr(value: JsonValue, { or, schema }: SchemaOrModel, errors: TypeErrors): JsonValue {
  if (isObject(value)) return errors.apart(() => normalizeStruct(value, schema, errors));
  if (or === "bool") return typeof value === "boolean" ? value : errors.refuse("boolean or JSON schema expected");
  if (!Array.isArray(value) || value.length === 0) return null;
  return errors.apart(() =>
    or === "array"
      ? normalizeItems(value, schema, schema.goType, errors)
      : normalizeItems(value, { kind: "scalar", scalar: "string", goType: "string" }, "string", errors),
  );
}

function isObject(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && !(value instanceof WrittenNumber);
}
