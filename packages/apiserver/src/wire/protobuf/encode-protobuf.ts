/**
 * Encodes objects of built-in types as Kubernetes does, byte for byte: fields by number, those that are no pointers even when they are
 * zero, maps by key. What the type does not know is left out.
 */
import { Buffer } from "node:buffer";
import { compareUtf8, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { FieldModel, Member, SchemaOrModel, StructModel, TypeModel } from "../typed/type-model.ts";
import { structNamed } from "../typed/type-model.ts";
import { encodeScalar } from "./encode-scalar.ts";
import { wireTypes } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

/** The message of an object whose type has this name in the tables: `core/v1.Pod`. The object is as Go prints it. */
export function encodeProtobuf(object: JsonObject, typeName: string): Uint8Array {
  const writer = new WireWriter();
  encodeStruct(writer, object, structNamed(typeName));
  return writer.finish();
}

const byNumber = new WeakMap<StructModel, readonly (readonly [number, Member])[]>();

/** The members from the highest number to the lowest, since writing goes backwards. */
function membersOf(struct: StructModel): readonly (readonly [number, Member])[] {
  let members = byNumber.get(struct);
  if (members === undefined) {
    members = [...struct.members].sort(([left], [right]) => right - left);
    byNumber.set(struct, members);
  }
  return members;
}

function encodeStruct(writer: WireWriter, object: JsonObject, struct: StructModel): void {
  for (const [number, member] of membersOf(struct)) {
    if (!member.isInline) encodeField(writer, number, member.field, getOwn(object, member.field.key));
    else writeMessage(writer, number, () => encodeStruct(writer, object, member.struct));
  }
}

function encodeField(writer: WireWriter, number: number, field: FieldModel, value: JsonValue | undefined): void {
  const { model, isPointer } = field;
  if (model.kind === "list" && !model.isWrapped) {
    if (!Array.isArray(value)) return;
    for (let index = value.length - 1; index >= 0; index -= 1) {
      encodeValue(writer, number, model.items, value[index] ?? null);
    }
  } else if (model.kind === "map") {
    if (isJsonObject(value)) encodeEntries(writer, number, model.values, value);
  } else if (value === undefined || value === null) {
    const isNil = isPointer || model.kind === "list" || (model.kind === "scalar" && model.scalar === "bytes");
    if (!isNil) encodeValue(writer, number, model, null);
  } else encodeValue(writer, number, model, value);
}

function encodeEntries(writer: WireWriter, number: number, model: TypeModel, map: JsonObject): void {
  for (const key of Object.keys(map).sort(compareUtf8).reverse()) {
    writeMessage(writer, number, () => {
      const value = getOwn(map, key) ?? null;
      const isNil = value === null && model.kind === "scalar" && model.scalar === "bytes";
      if (!isNil) encodeValue(writer, 2, model, value);
      writer.string(key);
      writer.tag(1, wireTypes.bytes);
    });
  }
}

/** Null stands for what nobody set. */
function encodeValue(writer: WireWriter, number: number, model: TypeModel, value: JsonValue): void {
  if (model.kind === "scalar") encodeScalar(writer, number, model.scalar, value);
  else writeMessage(writer, number, () => encodeMessage(writer, model, value));
}

function encodeMessage(writer: WireWriter, model: TypeModel, value: JsonValue): void {
  if (model.kind === "struct") encodeStruct(writer, isJsonObject(value) ? value : {}, model);
  else if (model.kind === "schema-or") encodeSchemaOr(writer, model, value);
  else if (model.kind === "list" && Array.isArray(value)) {
    for (const item of value.toReversed()) encodeValue(writer, 1, model.items, item);
  }
}

function encodeSchemaOr(writer: WireWriter, { or, schema }: SchemaOrModel, value: JsonValue): void {
  if (or === "bool") {
    if (isJsonObject(value)) encodeValue(writer, 2, schema, value);
    encodeScalar(writer, 1, "bool", isJsonObject(value) || value === true);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value.toReversed()) {
      if (or === "array") encodeValue(writer, 2, schema, item);
      else encodeScalar(writer, 2, "string", item);
    }
  } else if (isJsonObject(value)) encodeValue(writer, 1, schema, value);
}

/** Writes a field whose value is a message. */
export function writeMessage(writer: WireWriter, number: number, writeContent: () => void): void {
  const before = writer.length;
  writeContent();
  writer.varint(writer.length - before);
  writer.tag(number, wireTypes.bytes);
}

/** Writes a field whose value is bytes. */
export function writeBytes(writer: WireWriter, number: number, bytes: Uint8Array | string): void {
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  writer.bytes(content);
  writer.varint(content.length);
  writer.tag(number, wireTypes.bytes);
}
