/** Writes an answer in the form that was negotiated. */
import { Buffer } from "node:buffer";
import type { JsonObject } from "@pintle/machinery";
import { writeGoJson } from "./json/go-json-text.ts";
import type { ResponseForm } from "./negotiate.ts";
import { encodeEnvelope } from "./protobuf/encode-envelope.ts";
import { writeYaml } from "./yaml-text.ts";

/**
 * The bytes of an object. A protobuf form needs the name of its type in the tables of built-in kinds, `core/v1.Pod`; without one, JSON is
 * written, so that who negotiates must not offer protobuf then.
 */
export function encodeObject(object: JsonObject, form: ResponseForm, typeName?: string): Uint8Array {
  if (form.mediaType === "protobuf" && typeName !== undefined) return encodeEnvelope(object, typeName);
  if (form.mediaType === "yaml") return Buffer.from(writeYaml(object));
  // Upstream ends JSON with a newline, unless it is pretty.
  return Buffer.from(writeGoJson(object, form.isPretty) + (form.isPretty ? "" : "\n"));
}
