/**
 * JSON read by its declared type: a number declared double becomes a double, a string declared timestamp, duration or bytes becomes one.
 *
 * Reading a field adapts that field alone; lists and maps stay as they are until their items are read, or until they go whole into
 * a function or a result (`adapterOfContents`). Adapting what is adapted already changes nothing.
 */
import { setOwn } from "@pintle/machinery";
import type { CelType, ObjectType } from "../check/cel-type.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { createCelMap, isCelMap, isMapValue } from "./cel-map.ts";
import { CelDouble, CelOptional, type CelValue } from "./cel-value.ts";
import { convertToDuration, convertToTimestamp } from "./convert-value.ts";

export type Adapter = (value: CelValue) => CelValue;

/** How a value of this type is read; `undefined` where it is taken as it stands. An adapter throws for text that is none of its type. */
export function adapterOf(type: CelType | undefined): Adapter | undefined {
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
 * The same for a value that goes on as a whole, with all the lists and maps in it; with `objects`, the fields of objects, too, which is
 * needed only where the type is lost from here on.
 */
export function adapterOfContents(type: CelType | undefined, objects = false): Adapter | undefined {
  if (type === undefined || isOpen(type)) return undefined;
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
  return typeof value === "number" || typeof value === "bigint" ? new CelDouble(Number(value) + 0) : value;
}

function adaptTimestamp(value: CelValue): CelValue {
  if (typeof value !== "string") return value;
  return convertToTimestamp(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);
}

function adaptDuration(value: CelValue): CelValue {
  return typeof value === "string" ? convertToDuration(value) : value;
}

function adaptBytes(value: CelValue): CelValue {
  if (typeof value !== "string") return value;
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
