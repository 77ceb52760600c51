/**
 * Reads the object in a request's body: JSON, YAML, or protobuf for built-in kinds. Built-in kinds come out as Go would print them, with
 * their kind and version filled in; custom ones as they were written. What cannot be read is refused in upstream's words.
 */
import {
  ApiError,
  formatGroupVersion,
  type GroupVersionKind,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonProblem,
  type JsonValue,
  type Shape,
} from "@pintle/machinery";
import { describeBody, objectTypeOf, refuseUnrecognized } from "./body-type.ts";
import { cannotBeHandled, checkKind, versionMismatch } from "./check-kind.ts";
import { decodeGoUtf8 } from "./json/decode-go-utf8.ts";
import { writeGoJson } from "./json/go-json-text.ts";
import { GoJsonError } from "./json/json-scanner.ts";
import { readGoJson, UnreachableNumberError } from "./json/read-go-json.ts";
import { acceptedTypes, contentTypes, type MediaType, mediaTypes } from "./media-types.ts";
import { decodeProtobuf } from "./protobuf/decode-protobuf.ts";
import { type Envelope, openEnvelope } from "./protobuf/envelope.ts";
import { ProtobufError } from "./protobuf/wire-reader.ts";
import { normalizeBuiltIn } from "./typed/normalize-built-in.ts";
import { GoTypeError } from "./typed/type-errors.ts";
import { typeNameOf } from "./typed/type-name-of.ts";
import { readYaml } from "./yaml-body.ts";
import { YamlBodyError } from "./yaml-body-error.ts";

export interface DecodeTarget {
  /** What is known of the fields; others are reported as unknown. */
  readonly shape?: Shape;
  /** Whether it is a built-in kind, which protobuf and Go's types know. */
  readonly protobuf: boolean;
  /** The kind that the endpoint takes. Without it nothing is asked about kind and version, and nothing is made of the object. */
  readonly kind?: GroupVersionKind;
  /** The name of the kind in the tables of types, where `kind` does not lead to it: `autoscaling/v1.Scale`. */
  readonly type?: string;
}

export interface DecodedObject {
  readonly object: JsonObject;
  /** Fields that are unknown or stand twice. */
  readonly problems: readonly JsonProblem[];
}

/** Throws an `ApiError`: 415 for a media type that is not read, 400 for what cannot be read. */
export function decodeObject(bytes: Uint8Array, contentType: string | undefined, target: DecodeTarget): DecodedObject {
  const mediaType = readMediaType(contentType);
  if (mediaType === "protobuf") {
    // Upstream's server breaks down here; saying what would be read instead is kinder.
    if (!target.protobuf) throw ApiError.unsupportedMediaType(acceptedTypes.slice(0, 2));
    return decodeEnvelope(bytes, target);
  }
  const type = typeOf(target);
  const reading = mediaType === "yaml" ? readYamlBody(bytes, target, type) : readJsonBody(bytes, target, type);
  return { object: toObject(reading.value, bytes, target, type), problems: reading.problems };
}

/** The type of a body; without a header it is JSON. Throws an `ApiError` with code 415. */
export function readMediaType(contentType: string | undefined): MediaType {
  const name = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!contentType) return "json";
  const found = mediaTypes.find((type) => contentTypes[type] === name);
  if (found === undefined) throw ApiError.unsupportedMediaType(acceptedTypes);
  return found;
}

/** The name of the target's type in the tables of built-in types. */
function typeOf({ protobuf, kind, type }: DecodeTarget): string | undefined {
  if (!protobuf || type !== undefined || kind === undefined) return type;
  return typeNameOf(kind);
}

interface Reading {
  readonly value: JsonValue;
  readonly problems: readonly JsonProblem[];
}

function readJsonBody(bytes: Uint8Array, target: DecodeTarget, type: string | undefined): Reading {
  try {
    return readGoJson(bytes, target.shape, type !== undefined);
  } catch (error) {
    if (error instanceof GoJsonError) {
      return refuseUnrecognized(`couldn't get version/kind; json parse error: ${error.message}`, bytes, target.kind);
    }
    if (error instanceof UnreachableNumberError) throw cannotBeHandled(target.kind, target.kind, error.message);
    throw error;
  }
}

/** Upstream turns YAML into JSON and reads that, which is how unknown fields are found. */
function readYamlBody(bytes: Uint8Array, target: DecodeTarget, type: string | undefined): Reading {
  try {
    const { value, problems } = readYaml(decodeGoUtf8(bytes));
    const json = readGoJson(Buffer.from(writeGoJson(value)), target.shape, type !== undefined);
    return { value: json.value, problems: [...problems, ...json.problems] };
  } catch (error) {
    if (error instanceof YamlBodyError) return refuseUnrecognized(error.message, bytes, target.kind);
    throw error;
  }
}

function toObject(value: JsonValue, bytes: Uint8Array, target: DecodeTarget, type: string | undefined): JsonObject {
  const { kind } = target;
  if (kind === undefined) {
    if (isJsonObject(value)) return value;
    return value === null ? {} : refuseUnrecognized(describeBody(value), bytes, kind);
  }
  const found = objectTypeOf(value, bytes, kind);
  const object = isJsonObject(value) ? value : {};
  if (type === undefined) return checkCustom(object, bytes, kind);
  const actual = checkKind(found, kind, object);
  return normalize({ ...object, kind: actual.kind, apiVersion: formatGroupVersion(actual) }, type, kind);
}

function normalize(object: JsonObject, type: string, kind: GroupVersionKind): JsonObject {
  try {
    return normalizeBuiltIn(object, type);
  } catch (error) {
    if (error instanceof GoTypeError) throw cannotBeHandled(kind, kind, error.message);
    throw error;
  }
}

/** A custom resource must say what it is, exactly; whether its kind is the right one is for validation. */
function checkCustom(object: JsonObject, bytes: Uint8Array, kind: GroupVersionKind): JsonObject {
  const apiVersion = getOwn(object, "apiVersion") ?? "";
  if (!getOwn(object, "kind")) {
    return refuseUnrecognized(`Object 'Kind' is missing in '${decodeGoUtf8(bytes)}'`, bytes, kind);
  }
  if (apiVersion !== formatGroupVersion(kind)) throw versionMismatch(String(apiVersion), kind);
  return object;
}

function decodeEnvelope(bytes: Uint8Array, target: DecodeTarget): DecodedObject {
  const envelope = readEnvelope(bytes, target.kind);
  const found = objectTypeOf({ apiVersion: envelope.apiVersion, kind: envelope.kind }, bytes, target.kind ?? noKind);
  const actual = target.kind === undefined ? found : checkKind(found, target.kind, {});
  const type = target.kind === undefined ? typeNameOf(actual) : typeOf(target);
  if (type === undefined) throw ApiError.unsupportedMediaType(acceptedTypes.slice(0, 2));
  try {
    const apiVersion = formatGroupVersion(actual);
    return { object: { kind: actual.kind, apiVersion, ...decodeProtobuf(envelope.raw, type) }, problems: [] };
  } catch (error) {
    if (error instanceof ProtobufError) throw cannotBeHandled(actual, target.kind ?? actual, error.message);
    throw error;
  }
}

const noKind: GroupVersionKind = { group: "", version: "", kind: "" };

function readEnvelope(bytes: Uint8Array, kind: GroupVersionKind | undefined): Envelope {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof ProtobufError) return refuseUnrecognized(error.message, bytes, kind);
    throw error;
  }
}
