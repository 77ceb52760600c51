/**
 * From the bytes of a body to an object in the version of the request: read, of the right type, without unknown fields, and completed with
 * defaults. Unknown and duplicate fields are told or refused, as the request wants it.
 */
import { Buffer } from "node:buffer";
import {
  ApiError,
  FieldError,
  formatGroupVersion,
  type JsonObject,
  type JsonProblem,
  quoteGo,
  type Shape,
} from "@pintle/machinery";
import { dropUnknownFields, type KnownFields } from "../registry/drop-unknown-fields.ts";
import { metadataOf, metadataText, textOf, withMetadata } from "../registry/object-metadata.ts";
import type { ServedVersion } from "../registry/served-resource.ts";
import { cannotBeHandled } from "../wire/check-kind.ts";
import { decodeObject, readMediaType } from "../wire/decode-object.ts";
import { readCustomMetadata } from "./custom-metadata.ts";
import { judgeProblems, unknownField } from "./field-problems.ts";
import type { FieldValidation } from "./write-options.ts";

const managedFieldsText = Buffer.from("managedFields");

/** The type that a body must have: that of the endpoint, or of a subresource. */
export interface BodyType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly shape: Shape;
  /** Whether Go's types know it, which then say what its fields are. */
  readonly isBuiltIn: boolean;
  readonly normalize?: ServedVersion["normalize"];
  readonly prune?: ServedVersion["prune"];
  readonly default?: ServedVersion["default"];
}

export interface BodyReading {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly fieldValidation: FieldValidation;
  readonly warnings: string[];
}

export function decodeBody(type: BodyType, reading: BodyReading): JsonObject {
  const { group, version, kind, shape, isBuiltIn } = type;
  const { bytes, contentType, fieldValidation, warnings } = reading;
  const target = { protobuf: isBuiltIn, kind: { group, version, kind }, ...(isBuiltIn && { shape }) };
  const decoded = decodeObject(bytes, contentType, target);
  const known = isBuiltIn
    ? { object: keepReset(decoded.object, reading), unknownFields: [] }
    : readCustom(type, decoded.object);
  const unknown = known.unknownFields.map(unknownField);
  const told = [...decoded.problems.map(({ message }) => message), ...unknown];
  const refusal = judgeProblems(told, fieldValidation, warnings, [...refusedTexts(decoded.problems), ...unknown]);
  if (refusal !== undefined) {
    throw ApiError.badRequest(`${kind} in version ${quoteGo(version)} cannot be handled as a ${kind}: ${refusal}`);
  }
  if (!isBuiltIn) checkCustomKind(type, known.object);
  return type.default?.(known.object) ?? known.object;
}

function readCustom(type: BodyType, object: JsonObject): KnownFields {
  try {
    return dropUnknown(type, object);
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    throw cannotBeHandled(type, type, error.message);
  }
}

/** Without the fields that the type does not know. Throws an `Error` in Go's words for metadata of a custom resource that is none. */
export function dropUnknown(type: Pick<BodyType, "shape" | "prune" | "isBuiltIn">, object: JsonObject): KnownFields {
  if (type.isBuiltIn) return type.prune ? type.prune(object) : dropUnknownFields(object, type.shape);
  const typed = readCustomMetadata(object);
  const known = type.prune ? type.prune(typed.object) : dropUnknownFields(typed.object, type.shape);
  return {
    object: withResetOf(known.object, object),
    unknownFields: [...typed.unknownFields, ...known.unknownFields],
  };
}

/** An empty list of managedFields means something, although Go would not print it: whoever sends it resets them. */
function keepReset(object: JsonObject, { bytes, contentType }: BodyReading): JsonObject {
  if (metadataOf(object).managedFields !== undefined) return object;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(managedFieldsText)) return object;
  if (readMediaType(contentType) === "protobuf") return object;
  return withResetOf(object, decodeObject(bytes, contentType, { protobuf: false }).object);
}

/** The object with the empty managedFields of the one that it was made of. */
export function withResetOf(object: JsonObject, source: JsonObject): JsonObject {
  const { managedFields } = metadataOf(source);
  const isReset = Array.isArray(managedFields) && managedFields.length === 0;
  return isReset ? withMetadata(object, { managedFields: [] }) : object;
}

/** Built-in kinds are checked when they are read. */
export function checkCustomKind({ group, version, kind }: BodyType, object: JsonObject): void {
  const found = { apiVersion: textOf(object, "apiVersion"), kind: textOf(object, "kind") };
  const expected = formatGroupVersion({ group, version });
  const errors: FieldError[] = [];
  if (found.kind !== kind) errors.push(FieldError.invalid("kind", found.kind, `must be ${kind}`));
  if (found.apiVersion !== expected) {
    errors.push(FieldError.invalid("apiVersion", found.apiVersion, `must be ${expected}`));
  }
  if (errors.length === 0) return;
  const [foundGroup = ""] = found.apiVersion.includes("/") ? found.apiVersion.split("/", 1) : [""];
  throw ApiError.invalid({ group: foundGroup, kind: found.kind }, metadataText(object, "name"), errors);
}

/** The keys that stand twice in YAML are one error of many lines when they are refused. */
export function refusedTexts(problems: readonly JsonProblem[]): string[] {
  const messages = problems.map(({ message }) => message);
  const lines = messages.filter((message) => message.startsWith("line "));
  if (lines.length === 0) return messages;
  const others = messages.filter((message) => !message.startsWith("line "));
  return [`yaml: unmarshal errors:\n${lines.map((line) => `  ${line}`).join("\n")}`, ...others];
}
