/** Strategic merge patches, which built-in kinds understand. */
import {
  ApiError,
  createFailureStatus,
  isJsonObject,
  type JsonObject,
  StrategicPatchError,
  strategicMerge,
} from "@pintle/machinery";
import { unexpected } from "../registry/resource-version.ts";
import { GoJsonError } from "../wire/json/json-scanner.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { readGoJson } from "../wire/json/read-go-json.ts";
import { formatGoMap } from "./go-map-text.ts";
import { type Patcher, type PatchInput, readPatched } from "./patch-object.ts";

export function createStrategicPatcher(input: PatchInput): Patcher {
  let read: Reading | undefined;
  return (live) => {
    read ??= readPatch(input.bytes);
    const { patch, problems } = read;
    const { apiVersion = "", kind = "" } = live;
    // The patch may name any kind and version: they are not looked at.
    const merged = { ...merge(live, patch, input), apiVersion, kind };
    return readPatched(input, merged, { problems, quote: () => formatGoMap(patch), describe: describeConversion });
  };
}

interface Reading {
  readonly patch: JsonObject;
  readonly problems: readonly string[];
}

function readPatch(bytes: Uint8Array): Reading {
  try {
    const { value, problems } = readGoJson(bytes, undefined, false);
    if (value === null) return { patch: {}, problems: [] };
    if (isJsonObject(value)) return { patch: value, problems: problems.map(({ message }) => message) };
    throw ApiError.badRequest(
      `json: cannot unmarshal ${jsonTypeWord(value)} into Go value of type map[string]interface {}`,
    );
  } catch (error) {
    throw error instanceof GoJsonError ? ApiError.badRequest(error.message) : error;
  }
}

function merge(live: JsonObject, patch: JsonObject, { type }: PatchInput): JsonObject {
  try {
    return strategicMerge(live, patch, type.shape);
  } catch (error) {
    if (!(error instanceof StrategicPatchError)) throw error;
    if (error.httpStatus === 400) throw ApiError.badRequest(error.message);
    if (error.httpStatus === 500) throw unexpected(error.message);
    const message = "the server rejected our request due to an error in our request";
    throw new ApiError(createFailureStatus("Invalid", message, {}), { cause: error });
  }
}

const mismatch = /^json: cannot unmarshal (\w+)(?: ([-+.\deE]+))? into Go struct field \S+ of type (\S+)$/;

/** Upstream goes from maps to structs without JSON in between, and has other words for what does not fit. */
function describeConversion(complaint: string): string {
  const [, found, number, goType] = mismatch.exec(complaint) ?? [];
  if (found === undefined || goType === undefined)
    return complaint.replace(/^illegal base64/, "error decoding from json: $&");
  const source = found === "number" ? (number === undefined ? "int64" : "float64") : found;
  if (goType.startsWith("map[")) return `cannot restore map from ${source}`;
  if (goType.startsWith("[]")) return `cannot restore slice from ${source}`;
  if (goType.includes(".")) return `cannot restore struct from: ${source}`;
  return source === "string" ? `unrecognized type: ${goType}` : `cannot convert ${source} to ${goType}`;
}
