/**
 * What a manager's fields hold in an object, in one short text: two states of an object give the same text exactly if nobody has changed what
 * the manager decides on.
 *
 * Which fields those are says the manager's entry in managedFields, so that nothing has to be known of the kind: `k:{"name":"web"}` finds an
 * item of a list whatever its place, and what others have added beside it does not count.
 */
import { hash } from "node:crypto";
import {
  equalJson,
  type FieldSet,
  FieldsV1Error,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type PathElement,
  parseFieldsV1,
  readManagedFields,
  writeJson,
} from "@pintle/machinery";
import type { AnyObject } from "./children.ts";

/** The fields that the manager has applied; nothing where managedFields do not say. */
export function appliedFieldsOf(object: AnyObject, manager: string): FieldSet | undefined {
  const fieldsV1 = appliedFieldsV1Of(object, manager);
  return fieldsV1 === undefined ? undefined : readFields(fieldsV1);
}

/** The same as the server wrote it down. */
export function appliedFieldsV1Of(object: AnyObject, manager: string): JsonValue | undefined {
  const entry = readManagedFields(object as unknown as JsonObject)?.find(
    (each) => each.manager === manager && each.operation === "Apply" && each.subresource === "",
  );
  return entry?.fieldsV1;
}

/** Anybody may have written them: what makes no sense is no field. */
export function readFields(fieldsV1: JsonValue): FieldSet | undefined {
  try {
    return parseFieldsV1(fieldsV1);
  } catch (error) {
    if (error instanceof FieldsV1Error) return undefined;
    throw error;
  }
}

export function digestFields(object: AnyObject, fields: FieldSet): string {
  return hash("sha1", writeJson(pick(object as unknown as JsonObject, fields)));
}

/** The values in the order of the paths: what is absent is an empty list, which no other value is written as here. */
function pick(value: JsonValue, fields: FieldSet): JsonValue {
  return fields.entries.map(({ element, children }) => {
    const inner = elementOf(value, element);
    if (inner === undefined) return [];
    return children === undefined ? { value: inner } : pick(inner, children);
  });
}

function elementOf(value: JsonValue, element: PathElement): JsonValue | undefined {
  if (element.type === "field") return isJsonObject(value) ? (getOwn(value, element.name) ?? undefined) : undefined;
  if (!Array.isArray(value)) return undefined;
  if (element.type === "index") return value[element.index];
  if (element.type === "value") return value.find((item) => equalJson(item, element.value));
  return value.find(
    (item) => isJsonObject(item) && element.fields.every(({ name, value: key }) => equalJson(getOwn(item, name), key)),
  );
}
