/**
 * Completes objects of built-in kinds as the API server does on reading them: the defaults of a type hold wherever the type stands, so
 * that a container is completed alike in a Pod and in the template of a CronJob.
 *
 * Types are defaulted from the outside in. Objects come normalized, with the fields that Go always prints; parts without a default are
 * never walked, and what lacks nothing is given back as it is.
 */
import { type FieldRow, type TypeRow, typeNamed } from "@pintle/kinds/tables";
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import { appsDefaults } from "./apps-defaults.ts";
import { batchDefaults } from "./batch-defaults.ts";
import { clusterDefaults } from "./cluster-defaults.ts";
import { coreDefaults } from "./core-defaults.ts";
import { extensionDefaults } from "./extension-defaults.ts";
import { podDefaults } from "./pod-defaults.ts";
import { roundAmounts } from "./round-amounts.ts";
import { serviceDefaults } from "./service-defaults.ts";

/** Completes an object of one type, not what it contains. */
export type Defaulter = (object: JsonObject) => JsonObject;

const own: ReadonlyMap<string, Defaulter> = new Map(
  Object.entries({
    ...podDefaults,
    ...coreDefaults,
    ...serviceDefaults,
    ...appsDefaults,
    ...batchDefaults,
    ...clusterDefaults,
    ...extensionDefaults,
  }),
);

const compiled = new Map<string, Defaulter | undefined>();

/** What completes objects of a type such as `core/v1.Pod`; nothing for types that have no defaults. */
export function defaultsOf(type: string): Defaulter | undefined {
  if (compiled.has(type)) return compiled.get(type);
  const row = typeNamed(type);
  // Types that contain themselves have no defaults anywhere; to know the type as one without ends the circle.
  compiled.set(type, undefined);
  const complete = row && compile(row);
  compiled.set(type, complete);
  return complete;
}

interface FieldDefault {
  readonly name: string;
  readonly value?: JsonValue;
  readonly inside?: (value: JsonValue) => JsonValue;
}

function compile(row: TypeRow): Defaulter | undefined {
  const isCore = row.name.startsWith("core/v1.");
  const fields = fieldsOf(row).flatMap((field) => compileField(field, isCore));
  const first = own.get(row.name);
  if (fields.length === 0) return first;
  return (object) => completeFields(first ? first(object) : object, fields);
}

function fieldsOf({ fields }: TypeRow): readonly FieldRow[] {
  return fields.flatMap((field) => {
    const inner = field.isInline ? typeNamed(field.type) : undefined;
    return inner ? fieldsOf(inner) : [field];
  });
}

function compileField(field: FieldRow, isCore: boolean): FieldDefault[] {
  const { name, default: value, isPointer } = field;
  // Where Go has no pointer, the zero value and a missing one are the same.
  const isMeant = value !== undefined && value !== null && (isPointer || Boolean(value));
  // Other groups have such maps, too, but no type of their own for them that could have defaults.
  const inside = isCore && field.type === "map[]Quantity" ? roundInside : insideOf(field.type);
  if (!isMeant && !inside) return [];
  return [{ name, ...(isMeant && { value }), ...(inside && { inside }) }];
}

function roundInside(value: JsonValue): JsonValue {
  return isJsonObject(value) ? roundAmounts(value) : value;
}

function insideOf(type: string): ((value: JsonValue) => JsonValue) | undefined {
  if (type.startsWith("[]")) {
    const item = insideOf(type.slice(2));
    return item && ((value) => (Array.isArray(value) ? mapItems(value, item) : value));
  }
  if (type.startsWith("map[]")) {
    const entry = insideOf(type.slice("map[]".length));
    return entry && ((value) => (isJsonObject(value) ? mapEntries(value, entry) : value));
  }
  const complete = defaultsOf(type);
  return complete && ((value) => (isJsonObject(value) ? complete(value) : value));
}

function mapItems(items: readonly JsonValue[], change: (value: JsonValue) => JsonValue): JsonValue {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? (items as JsonValue[]) : changed;
}

function mapEntries(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  let changed = object;
  for (const [key, entry] of Object.entries(object)) {
    const next = change(entry);
    if (next === entry) continue;
    if (changed === object) changed = { ...object };
    setOwn(changed, key, next);
  }
  return changed;
}

function completeFields(object: JsonObject, fields: readonly FieldDefault[]): JsonObject {
  let completed = object;
  for (const { name, value, inside } of fields) {
    const found = object[name];
    const isMissing = found === undefined || found === null || (found === "" && Boolean(value));
    const given = isMissing ? value : found;
    if (given === undefined) continue;
    const next = inside ? inside(given) : given;
    if (next === found) continue;
    if (completed === object) completed = { ...object };
    completed[name] = next;
  }
  return completed;
}
