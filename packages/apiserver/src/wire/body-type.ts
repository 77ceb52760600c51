/** What a body says that it is. Kind and version are found whatever the case of their keys, as upstream finds them. */
import { Buffer } from "node:buffer";
import {
  ApiError,
  GroupVersionError,
  type GroupVersionKind,
  isJsonObject,
  type JsonValue,
  parseGroupVersion,
} from "@pintle/machinery";
import { jsonTypeWord } from "./json/json-type-word.ts";

/** Upstream reads the type into a struct without a name, which is therefore told whole. */
const typeStruct =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

const shownBytes = 30;

/** Kind and version, each empty where the body does not say. */
export function objectTypeOf(value: JsonValue, bytes: Uint8Array, expected: GroupVersionKind): GroupVersionKind {
  const found = { apiversion: "", kind: "" };
  if (!isJsonObject(value)) {
    if (value !== null) refuseUnrecognized(describeBody(value), bytes, expected);
    return { group: "", version: "", kind: "" };
  }
  for (const key in value) {
    const name = key.length === 4 || key.length === 10 ? key.toLowerCase() : "";
    if (name !== "kind" && name !== "apiversion") continue;
    const text = value[key];
    if (typeof text === "string") found[name] = text;
    else if (text !== null && text !== undefined) {
      const field = name === "kind" ? "kind" : "apiVersion";
      const message = `json: cannot unmarshal ${jsonTypeWord(text)} into Go struct field .${field} of type string`;
      refuseUnrecognized(`couldn't get version/kind; json parse error: ${message}`, bytes, expected);
    }
  }
  return { ...readGroupVersion(found.apiversion, bytes, expected), kind: found.kind };
}

function readGroupVersion(
  text: string,
  bytes: Uint8Array,
  expected: GroupVersionKind,
): { group: string; version: string } {
  try {
    return parseGroupVersion(text);
  } catch (error) {
    if (error instanceof GroupVersionError) return refuseUnrecognized(error.message, bytes, expected);
    throw error;
  }
}

/** Why a value is no object. */
export function describeBody(value: JsonValue): string {
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeWord(value)} into ${typeStruct}`;
}

/** The end shows the beginning of the body: as text where it may be JSON, and as hex where not. */
export function refuseUnrecognized(why: string, bytes: Uint8Array, expected: GroupVersionKind | undefined): never {
  const must = expected === undefined ? "" : ` (must be of type ${expected.kind})`;
  throw ApiError.badRequest(`the object provided is unrecognized${must}: ${why} (${summarize(bytes)})`);
}

function summarize(bytes: Uint8Array): string {
  if (bytes.length === 0) return "<empty>";
  const shown = Buffer.from(bytes.subarray(0, shownBytes)).toString(bytes[0] === 0x7b ? "utf8" : "hex");
  return bytes.length > shownBytes ? `${shown} ...` : shown;
}
