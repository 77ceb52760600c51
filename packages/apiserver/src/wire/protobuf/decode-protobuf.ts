/**
 * Decodes messages of built-in types to the JSON that Go would print of them. Protobuf writes fields that nobody set as zeros, so what
 * is printed goes by Go's tags, as for JSON that comes in. Fields that the tables do not know are stepped over, as upstream does.
 */
import { compareUtf8, getOwn, type JsonObject, type JsonValue, maxJsonDepth, setOwn } from "@pintle/machinery";
import {
  type FieldModel,
  printStruct,
  type SchemaOrModel,
  type StructModel,
  structNamed,
  type TypeModel,
  zeroOf,
} from "../typed/type-model.ts";
import { decodeScalar } from "./decode-scalar.ts";
import { ProtobufError, WireReader, wireTypes } from "./wire-reader.ts";

/** `typeName` is the kind's in the tables: `core/v1.Pod`. Throws a `ProtobufError`. */
export function decodeProtobuf(bytes: Uint8Array, typeName: string): JsonObject {
  return new MessageDecoder(bytes).decode(structNamed(typeName));
}

type Values = (JsonValue | undefined)[];

class MessageDecoder {
  readonly #reader: WireReader;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#reader = new WireReader(bytes);
  }

  decode(struct: StructModel): JsonObject {
    const values: Values = new Array(struct.fields.length);
    this.#decodeInto(struct, values, 0);
    for (const { model, index } of struct.fields) {
      const value = values[index];
      if (model.kind === "map" && value !== undefined) values[index] = sortKeys(value as JsonObject);
    }
    return printStruct(struct, values);
  }

  /** Fills in the values of a struct whose fields begin at an offset: those of inlined structs stand among the fields around them. */
  #decodeInto(struct: StructModel, values: Values, offset: number): void {
    const reader = this.#reader;
    this.#depth += 1;
    if (this.#depth > maxJsonDepth) throw new ProtobufError("proto: exceeded max depth");
    while (reader.at < reader.end) {
      const tag = reader.tag(struct.goName);
      const wireType = tag & 7;
      const member = struct.members.get((tag - wireType) / 8);
      if (member === undefined) reader.skip(wireType);
      else if (member.isInline) {
        if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, member.struct.goName);
        const around = reader.enter();
        this.#decodeInto(member.struct, values, offset + member.offset);
        reader.leave(around);
      } else this.#decodeField(member.field, wireType, values, offset + member.field.index);
    }
    this.#depth -= 1;
  }

  #decodeField(field: FieldModel, wireType: number, values: Values, index: number): void {
    const { model } = field;
    if (model.kind === "list" && !model.isWrapped) {
      values[index] ??= [];
      this.#decodeItems(model.items, wireType, values[index] as JsonValue[], field.key);
    } else if (model.kind === "map") {
      if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, field.key);
      values[index] ??= {};
      this.#decodeEntry(model.values, values[index] as JsonObject);
    } else {
      const value = this.#decodeValue(model, wireType, field.key);
      // A time of zero is no time, which only a pointer to it prints.
      values[index] = value === undefined && field.isPointer ? zeroOf(model) : value;
    }
  }

  /** One item, or several numbers packed into one field. */
  #decodeItems(items: TypeModel, wireType: number, list: JsonValue[], key: string): void {
    const isPacked = wireType === wireTypes.bytes && items.kind === "scalar" && isNumeric(items.scalar);
    if (!isPacked) {
      list.push(this.#decodeValue(items, wireType, key) ?? zeroOf(items));
      return;
    }
    const reader = this.#reader;
    const around = reader.enter();
    const inner = items.scalar === "float64" ? wireTypes.fixed64 : wireTypes.varint;
    while (reader.at < reader.end) list.push(this.#decodeValue(items, inner, key) ?? 0);
    reader.leave(around);
  }

  #decodeEntry(model: TypeModel, map: JsonObject): void {
    const reader = this.#reader;
    const around = reader.enter();
    let key = "";
    let value: JsonValue | undefined;
    while (reader.at < reader.end) {
      const tag = reader.tag("entry");
      if (tag === 8 + wireTypes.bytes) key = reader.string();
      else if (tag >> 3 === 2) value = this.#decodeValue(model, tag & 7, "value");
      else reader.skip(tag & 7);
    }
    reader.leave(around);
    setOwn(map, key, value ?? zeroOf(model));
  }

  #decodeValue(model: TypeModel, wireType: number, key: string): JsonValue | undefined {
    const reader = this.#reader;
    if (model.kind === "scalar") {
      const expected = wireTypeOf(model.scalar);
      if (wireType !== expected) throw wrongWireType(wireType, key);
      return decodeScalar(reader, model.scalar);
    }
    if (wireType !== wireTypes.bytes) throw wrongWireType(wireType, key);
    const around = reader.enter();
    const value = this.#decodeMessage(model);
    reader.leave(around);
    return value;
  }

  #decodeMessage(model: TypeModel): JsonValue {
    if (model.kind === "struct") return this.decode(model);
    if (model.kind === "schema-or") return this.#decodeSchemaOr(model);
    const reader = this.#reader;
    const list: JsonValue[] = [];
    while (reader.at < reader.end) {
      const tag = reader.tag(model.goType);
      if (tag >> 3 === 1 && model.kind === "list") this.#decodeItems(model.items, tag & 7, list, "items");
      else reader.skip(tag & 7);
    }
    return list;
  }

  #decodeSchemaOr({ or, schema }: SchemaOrModel): JsonValue {
    const reader = this.#reader;
    const schemaNumber = or === "bool" ? 2 : 1;
    const simple: JsonValue[] = [];
    let single: JsonValue | undefined;
    while (reader.at < reader.end) {
      const tag = reader.tag("JSONSchemaPropsOr");
      if (tag >> 3 === schemaNumber) single = this.#decodeValue(schema, tag & 7, "Schema");
      else if (tag === 8 + wireTypes.varint && or === "bool") simple.push(reader.bool());
      else if (tag === 16 + wireTypes.bytes && or === "strings") simple.push(reader.string());
      else if (tag === 16 + wireTypes.bytes && or === "array")
        simple.push(this.#decodeValue(schema, 2, "JSONSchemas") ?? {});
      else reader.skip(tag & 7);
    }
    if (or === "bool") return single ?? simple.at(-1) ?? false;
    return simple.length > 0 ? simple : (single ?? null);
  }
}

function isNumeric(scalar: string): boolean {
  return wireTypeOf(scalar) !== wireTypes.bytes;
}

function wireTypeOf(scalar: string): number {
  if (scalar === "int32" || scalar === "int64" || scalar === "bool") return wireTypes.varint;
  return scalar === "float64" ? wireTypes.fixed64 : wireTypes.bytes;
}

function wrongWireType(wireType: number, key: string): ProtobufError {
  const name = key.charAt(0).toUpperCase() + key.slice(1);
  return new ProtobufError(`proto: wrong wireType = ${wireType} for field ${name}`);
}

/** The map as Go prints it, by key; nearly always it comes so. */
function sortKeys(map: JsonObject): JsonObject {
  const keys = Object.keys(map);
  const sorted = keys.toSorted(compareUtf8);
  if (keys.every((key, index) => key === sorted[index])) return map;
  const ordered: JsonObject = {};
  for (const key of sorted) setOwn(ordered, key, getOwn(map, key) ?? null);
  return ordered;
}
