/**
 * JSON read by its declared type: a number declared double becomes a double, a string declared timestamp, duration or bytes becomes one.
 *
 * Reading a field adapts that field alone; lists and maps stay as they are until their items are read, or until they go whole into
 * a function or a result (`adapterOfContents`). Adapting what is adapted already changes nothing.
 */
import { setOwn } from "@pintle/machinery";
import type { CelType, ObjectType } from "../check/cel-type.ts";
import { isNativeType, optionalValueType } from "../check/cel-types.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { createCelMap, isCelMap, isMapValue } from "./cel-map.ts";
import { CelDouble, CelOptional, type CelValue } from "./cel-value.ts";
import { readDuration, readTimestamp } from "./read-format.ts";

export type Adapter = (value: CelValue) => CelValue;

/** How a value of this type is read; `undefined` where it is taken as it stands. An adapter throws for text that is none of its type. */
export function adapterOf(type: CelType | undefined): Adapter | undefined {
  if (type && isNativeType(type)) return adaptFraction;
  switch (type?.kind) {
    case undefined:
    case "dyn":
    case "error":
    case "parameter":
      return adaptFraction;
    case "double":
      return adaptDouble;
    case "timestamp":
      return adaptTimestamp;
    case "duration":
      return adaptDuration;
    case "bytes":
      return adaptBytes;
    default:
      return undefined;
  }
}

/**
 * The same for a single value that is read from an object: one that is not of its declared type, as an object stored before its schema
 * changed may hold, is refused in Kubernetes' words.
 */
export function readerOf(type: CelType | undefined): Adapter | undefined {
  if (type && isNativeType(type)) return adaptFraction;
  switch (type?.kind) {
    case "int":
      return (value) => (typeof value === "number" && Number.isInteger(value) ? value : refuseJson(value, "int"));
    case "string":
      return (value) => (typeof value === "string" ? value : refuseJson(value, "string"));
    case "bool":
      return (value) => (typeof value === "boolean" ? value : refuseJson(value, "bool"));
    case "list":
      return (value) => (Array.isArray(value) ? value : refuseJson(value, "array"));
    case "map":
    case "object":
      return (value) => (typeof value === "object" && !Array.isArray(value) ? value : refuseJson(value, "map"));
    case "opaque": {
      const inner = optionalValueType(type);
      const adapter = inner && adapterOf(inner);
      return adapter && ((value) => adaptOptional(value, adapter));
    }
    default:
      return adapterOf(type);
  }
}

const expectedContainers: Readonly<Record<string, string>> = {
  array: "an array for the provided schema with type=array",
  map: "a map for the provided schema with type=object",
};

/** Passes what is no JSON, which has been read before, and null; throws for anything else. */
function refuseJson(value: CelValue, expected: string): CelValue {
  const found = goTypeOf(value);
  if (found === undefined || (found === "int64" && expected === "int")) return value;
  const wanted = expectedContainers[expected];
  throw new CelEvaluationError(
    wanted ? `invalid data, expected ${wanted}` : `invalid data, expected ${expected}, got ${found}`,
  );
}

function goTypeOf(value: CelValue): string | undefined {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  if (Array.isArray(value)) return "[]interface {}";
  return isMapValue(value) && !isCelMap(value) ? "map[string]interface {}" : undefined;
}

/**
 * The same for a value that goes on as a whole, with all the lists and maps in it; with `objects`, the fields of objects, too, which is
 * needed only where the type is lost from here on.
 */
export function adapterOfContents(type: CelType | undefined, objects = false): Adapter | undefined {
  if (type === undefined || isOpen(type) || isNativeType(type)) return undefined;
  if (type.kind === "list") {
    const element = adapterOfContents(type.element, objects);
    return element && ((value) => (Array.isArray(value) ? value.map(element) : value));
  }
  if (type.kind === "map") {
    const inner = adapterOfContents(type.value, objects);
    return inner && ((value) => adaptEntries(value, () => inner));
  }
  if (type.kind === "opaque" && type.name === "optional_type") {
    const inner = adapterOfContents(type.parameters[0], objects);
    return inner && ((value) => adaptOptional(value, inner));
  }
  if (type.kind === "object") return objects ? objectAdapter(type) : undefined;
  return adapterOf(type);
}

/** The fields' adapters are made when a field is met, so that types may contain themselves. */
function objectAdapter(type: ObjectType): Adapter {
  let fields: Map<string, Adapter | undefined> | undefined;
  const typeNames = () => Array.from(type.fieldNames(), (name) => type.field(name));
  return (value) => {
    fields ??= new Map(
      typeNames().flatMap((field) => (field ? [[field.jsonName, lazyAdapter(field.type)] as const] : [])),
    );
    return adaptEntries(value, (key) => fields?.get(key));
  };
}

function lazyAdapter(type: CelType): Adapter {
  let made: { readonly adapter: Adapter | undefined } | undefined;
  return (value) => {
    made ??= { adapter: adapterOfContents(type, true) };
    return made.adapter ? made.adapter(value) : value;
  };
}

/** Types that say nothing about the JSON below them. */
function isOpen({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "error" || kind === "parameter";
}

function adaptFraction(value: CelValue): CelValue {
  return typeof value === "number" && !Number.isInteger(value) ? new CelDouble(value) : value;
}

function adaptDouble(value: CelValue): CelValue {
  // `+ 0`: the JSON number -0 is read as the integer 0.
  if (typeof value === "number" || typeof value === "bigint") return new CelDouble(Number(value) + 0);
  return refuseJson(value, "float");
}

function adaptTimestamp(value: CelValue): CelValue {
  return typeof value === "string" ? readTimestamp(value) : refuseJson(value, "string");
}

function adaptDuration(value: CelValue): CelValue {
  return typeof value === "string" ? readDuration(value) : refuseJson(value, "string");
}

function adaptBytes(value: CelValue): CelValue {
  if (typeof value !== "string") return refuseJson(value, "string");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value) || value.length % 4 !== 0) {
    throw new CelEvaluationError(`Invalid byte formatted string ${value}: illegal base64 data`);
  }
  return new Uint8Array(Buffer.from(value, "base64"));
}

/** A copy only where an entry changes, so that what needs no adapting stays the object it was. */
function adaptEntries(value: CelValue, adapterAt: (key: string) => Adapter | undefined): CelValue {
  if (!isMapValue(value)) return value;
  if (isCelMap(value)) {
    return createCelMap(
      Array.from(value.entries(), ([key, entry]) => [key, adapterAt(String(key))?.(entry) ?? entry] as const),
    );
  }
  let isChanged = false;
  const copy: { [key: string]: CelValue } = {};
  for (const key of Object.keys(value)) {
    const entry = value[key];
    if (entry === undefined) continue;
    const adapted = adapterAt(key)?.(entry) ?? entry;
    isChanged ||= adapted !== entry;
    setOwn(copy, key, adapted);
  }
  return isChanged ? copy : value;
}

function adaptOptional(value: CelValue, inner: Adapter): CelValue {
  return value instanceof CelOptional && value.value !== undefined ? new CelOptional(inner(value.value)) : value;
}
