/** `x-kubernetes-list-type`, its keys, and `x-kubernetes-map-type`: lists that merge need items that can be told apart. */
import { FieldError, type FieldPath, getOwn } from "@pintle/machinery";
import { itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { invalidItems } from "./internal-schema-text.ts";

const listTypes = ["atomic", "set", "map"];
const mapTypes = ["atomic", "granular"];

export function checkListKeywords(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  checkMapType(schema, path, errors);
  checkListType(schema, path, errors);
  checkListMapKeys(schema, path, errors);
  if (schema["x-kubernetes-list-type"] === "map") checkMapList(schema, path, errors);
  checkNullableItems(schema, path, errors);
}

function checkMapType(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const mapType = schema["x-kubernetes-map-type"];
  if (mapType === undefined) return;
  if (schema.type !== "object") errors.push(wrongOwner(schema, path, "object", "x-kubernetes-map-type"));
  if (!mapTypes.includes(mapType)) {
    errors.push(FieldError.notSupported(path.child("x-kubernetes-map-type"), mapType, mapTypes));
  }
}

function wrongOwner({ type }: StructuralSchema, path: FieldPath, wanted: string, keyword: string): FieldError {
  const detail = `must be ${wanted} if ${keyword} is specified`;
  return type ? FieldError.invalid(path.child("type"), type, detail) : FieldError.required(path.child("type"), detail);
}

function checkListType(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const listType = schema["x-kubernetes-list-type"];
  if (listType === undefined) return;
  const items = itemsOfSchema(schema);
  if (schema.type !== "array") errors.push(wrongOwner(schema, path, "array", "x-kubernetes-list-type"));
  else if (listType === "set" && items) checkSetItems(items, path.child("items"), errors);
  if (!listTypes.includes(listType)) {
    errors.push(FieldError.notSupported(path.child("x-kubernetes-list-type"), listType, listTypes));
  }
}

/** The value that upstream shows for both is the list type of the items, whatever they are. */
function checkSetItems(items: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const listType = items["x-kubernetes-list-type"];
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  if (items.type === "array" && listType !== undefined && listType !== "atomic") {
    errors.push(FieldError.invalid(path.child("x-kubernetes-list-type"), listType, detail));
  } else if (items.type === "object" && items["x-kubernetes-map-type"] !== "atomic") {
    errors.push(FieldError.invalid(path.child("x-kubernetes-map-type"), listType ?? null, detail));
  }
}

function checkListMapKeys(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (keys.length === 0 || listType === "map") return;
  const typePath = path.child("x-kubernetes-list-type");
  const detail = "must be map if x-kubernetes-list-map-keys is non-empty";
  errors.push(
    listType === undefined ? FieldError.required(typePath, detail) : FieldError.invalid(typePath, listType, detail),
  );
}

function checkMapList(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const keysPath = path.child("x-kubernetes-list-map-keys");
  const itemsPath = path.child("items");
  if (keys.length === 0) {
    errors.push(FieldError.required(keysPath, "must not be empty if x-kubernetes-list-type is map"));
  }
  const items = itemsOfSchema(schema);
  if (!items) {
    errors.push(
      schema.items === undefined
        ? FieldError.required(itemsPath, "must have a schema if x-kubernetes-list-type is map")
        : invalidItems(
            itemsPath,
            schema.items as readonly StructuralSchema[],
            "must only have a single schema if x-kubernetes-list-type is map",
          ),
    );
  } else if (items.type !== "object") {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(FieldError.invalid(itemsPath.child("type"), items.type ?? "", detail));
  } else {
    for (const [index, key] of keys.entries()) {
      const property = getOwn(items.properties ?? {}, key);
      if (!property) errors.push(FieldError.invalid(keysPath, keys, "entries must all be names of item properties"));
      else if (property.type === "array" || property.type === "object") {
        const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
        errors.push(FieldError.invalid(itemsPath.child("properties").key(key).child("type"), items.type, detail));
      }
      if (keys.indexOf(key) < index) {
        errors.push(FieldError.invalid(keysPath, keys, "must not contain duplicate entries"));
      }
    }
  }
}

/** Keys must be there, so each is required or has a default; and neither they nor the items may be null. */
function checkNullableItems(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  const listType = schema["x-kubernetes-list-type"];
  const items = itemsOfSchema(schema);
  if (!items || (listType !== "set" && listType !== "map")) return;
  const itemsPath = path.child("items");
  if (items.nullable) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(FieldError.forbidden(itemsPath.child("nullable"), detail));
  }
  for (const key of listType === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : []) {
    const property = getOwn(items.properties ?? {}, key);
    if (!property) continue;
    const keyPath = itemsPath.child("properties").key(key);
    if (!items.required?.includes(key) && property.default == null) {
      const detail =
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
      errors.push(FieldError.required(keyPath.child("default"), detail));
    }
    if (property.nullable) {
      const detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      errors.push(FieldError.forbidden(keyPath.child("nullable"), detail));
    }
  }
}
