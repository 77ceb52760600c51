/**
 * Decodes protobuf by nothing but the tables of types, to show that they suffice. Where a message lacks a field, the JSON is what Go would
 * write for a struct that was filled from it.
 */
import { type FieldRow, type TypeRow, typeNamed } from "@pintle/kinds/tables";
import { formatDuration, formatMicroTime, formatTime, type JsonObject, type JsonValue } from "@pintle/machinery";
import { readMessage, type WireValue } from "./protobuf-wire.ts";

export function decodeObject(bytes: Uint8Array, row: TypeRow): JsonObject {
  const wire = readMessage(bytes);
  const unknown = [...wire.keys()].filter((number) => !row.fields.some((field) => field.number === number));
  if (unknown.length > 0) throw new Error(`${row.name}: the table has no field ${unknown.join(", ")}`);
  const object: JsonObject = {};
  for (const field of row.fields) {
    if (field.number === undefined) continue;
    const values = wire.get(field.number) ?? [];
    if (field.isInline) Object.assign(object, decodeObject(bytesOf(values[0]), rowNamed(field.type)));
    else {
      const value = decodeField(values, field);
      if (value !== undefined) object[field.name] = value;
    }
  }
  return object;
}

function decodeField(values: readonly WireValue[], { type, isPointer, omits }: FieldRow): JsonValue | undefined {
  if (type.startsWith("[]")) {
    const items = values.map((value) => decodeValue(value, type.slice(2)));
    return items.length > 0 ? items : omits === "never" ? null : undefined;
  }
  if (type.startsWith("map[]")) {
    const entries = values.map((value) => decodeEntry(value, type.slice(5)));
    return entries.length > 0 ? Object.fromEntries(entries) : omits === "never" ? null : undefined;
  }
  const [value] = values;
  if (isPointer) return value === undefined ? (omits === "never" ? null : undefined) : decodeValue(value, type);
  const decoded = value === undefined ? zeroOf(type) : decodeValue(value, type);
  if (omits === "never") return decoded;
  const isZero = decoded === "" || decoded === 0 || decoded === false || decoded === null;
  const isStruct = type.includes("/") || specialStructs.has(type);
  if (omits === "empty") return isZero && !isStruct ? undefined : decoded;
  return isZero || (isStruct && value === undefined) ? undefined : decoded;
}

/** Go never counts a struct as empty. */
const specialStructs = new Set(["Time", "MicroTime", "Duration", "Quantity", "IntOrString", "RawExtension"]);

function zeroOf(type: string): JsonValue {
  if (type === "string" || type === "bytes") return "";
  if (type === "bool") return false;
  if (/^(int|float)/.test(type)) return 0;
  return decodeValue(new Uint8Array(), type);
}

function decodeEntry(value: WireValue, type: string): [string, JsonValue] {
  const entry = readMessage(bytesOf(value));
  const content = entry.get(2)?.[0];
  return [textOf(entry.get(1)?.[0]), content === undefined ? zeroOf(type) : decodeValue(content, type)];
}

function decodeValue(value: WireValue, type: string): JsonValue {
  switch (type) {
    case "string":
      return textOf(value);
    case "bytes":
      return Buffer.from(bytesOf(value)).toString("base64");
    case "bool":
      return value === 1n;
    case "int32":
    case "int64":
      return Number(value);
    case "float64":
      return value as number;
    default:
      return type.includes("/") ? decodeStruct(bytesOf(value), type) : decodeSpecial(readMessage(bytesOf(value)), type);
  }
}

function decodeStruct(bytes: Uint8Array, type: string): JsonValue {
  const row = rowNamed(type);
  if (row.items === undefined) return decodeObject(bytes, row);
  return (readMessage(bytes).get(1) ?? []).map((item) => decodeValue(item, row.items as string));
}

function decodeSpecial(wire: Map<number, WireValue[]>, type: string): JsonValue {
  const one = wire.get(1)?.[0];
  const two = wire.get(2)?.[0];
  switch (type) {
    case "Time":
      return one === undefined ? null : formatTime(Number(one) * 1000);
    case "MicroTime":
      return one === undefined
        ? null
        : formatMicroTime((one as bigint) * 1_000_000n + BigInt((two as bigint) ?? 0n) / 1000n);
    case "Duration":
      return formatDuration((one as bigint) ?? 0n);
    case "Quantity":
      return textOf(one) || "0";
    case "IntOrString":
      return one === 1n ? textOf(wire.get(3)?.[0]) : Number(two ?? 0n);
    case "RawExtension":
    case "FieldsV1":
    case "JSON":
      return one === undefined ? null : JSON.parse(textOf(one));
    default:
      throw new Error(`the decoder does not know ${type}`);
  }
}

function rowNamed(type: string): TypeRow {
  const row = typeNamed(type);
  if (row === undefined) throw new Error(`the tables have no type ${type}`);
  return row;
}

function bytesOf(value: WireValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}

function textOf(value: WireValue | undefined): string {
  return Buffer.from(bytesOf(value)).toString("utf8");
}
