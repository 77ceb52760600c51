/** The object that an answer carries, whatever it was written in. */
import { Buffer } from "node:buffer";
import { isJsonObject, type JsonObject, type JsonValue, parseGroupVersion, readJson } from "@pintle/machinery";
import { decodeProtobuf } from "../wire/protobuf/decode-protobuf.ts";
import { openEnvelope } from "../wire/protobuf/envelope.ts";
import { typeNameOf } from "../wire/typed/type-name-of.ts";
import { readYaml } from "../wire/yaml-body.ts";

/** `undefined` for what is no object of the API: texts, keys, documents of OpenAPI, and what cannot be read. */
export function readAnsweredObject(contentType: string, bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = decode(contentType.split(";", 1)[0] ?? "", bytes);
    return isJsonObject(value) && typeof value.kind === "string" ? value : undefined;
  } catch {
    // The answer is what it is, and goes out: whoever reads the log sees its code.
    return undefined;
  }
}

function decode(mediaType: string, bytes: Uint8Array): JsonValue | undefined {
  if (mediaType === "application/json") return readJson(bytes).value;
  if (mediaType === "application/yaml") return readYaml(Buffer.from(bytes).toString("utf8")).value;
  if (mediaType !== "application/vnd.kubernetes.protobuf") return undefined;
  const { apiVersion, kind, raw } = openEnvelope(bytes);
  const typeName = typeNameOf({ ...parseGroupVersion(apiVersion), kind });
  return typeName === undefined ? undefined : { kind, apiVersion, ...decodeProtobuf(raw, typeName) };
}

/** Whether the answer may be a Status: only then is it worth to be read for the sake of its code alone. */
export function looksLikeStatus(contentType: string, bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 256)).toString("latin1");
  return contentType.startsWith("application/json")
    ? /^\s*\{\s*"kind":\s*"Status"/.test(start)
    : start.includes("Status");
}
