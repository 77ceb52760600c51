/**
 * The operations of a JSON Patch (RFC 6902), and the reading of a patch that came from outside.
 *
 * What was read can be applied again and again, as a server does that retries its compare-and-swap.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { JsonPatchError } from "./json-patch-error.ts";

export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** The API server accepts no longer patch. */
export const maxJsonPatchOperations = 10_000;

export interface ParseJsonPatchOptions {
  /** Whether an operation without a value means null, as it does for the API server. */
  readonly allowsAbsentValue?: boolean;
}

/** Reads a decoded JSON Patch, or throws a `JsonPatchError` that says which operation is wrong. */
export function parseJsonPatch(patch: JsonValue, options: ParseJsonPatchOptions = {}): JsonPatchOperation[] {
  // The API server takes `null` for an empty patch.
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw new JsonPatchError("BadRequest", "a JSON patch is an array of operations");
  const members = patch.map(readMembers);
  if (patch.length > maxJsonPatchOperations) {
    const limit = `The allowed maximum operations in a JSON patch is ${maxJsonPatchOperations}, got ${patch.length}`;
    throw new JsonPatchError("RequestEntityTooLarge", limit);
  }
  const absentValue = options.allowsAbsentValue ? null : undefined;
  return members.map(({ value = absentValue, ...rest }, index) => toOperation({ ...rest, value }, index));
}

interface Members {
  readonly op?: string | undefined;
  readonly path?: string | undefined;
  readonly from?: string | undefined;
  readonly value?: JsonValue | undefined;
}

function readMembers(item: JsonValue, index: number): Members {
  if (item === null) return {};
  if (!isJsonObject(item)) throw new JsonPatchError("BadRequest", `operation ${index} is not an object`);
  return {
    op: readText(item, "op", index),
    path: readText(item, "path", index),
    from: readText(item, "from", index),
    value: getOwn(item, "value"),
  };
}

function readText(operation: JsonObject, member: string, index: number): string | undefined {
  const text = getOwn(operation, member);
  // Go reads `null` as "not given".
  if (text === undefined || text === null) return undefined;
  if (typeof text === "string") return text;
  throw new JsonPatchError("BadRequest", `operation ${index}: "${member}" is not a string`);
}

function toOperation({ op, path, from, value }: Members, index: number): JsonPatchOperation {
  const missing = (member: string) =>
    new JsonPatchError("Invalid", `operation ${index} (${op ?? "unknown"}): "${member}" is missing`);
  if (op === undefined) throw missing("op");
  if (path === undefined) throw missing("path");
  switch (op) {
    case "add":
    case "replace":
    case "test":
      if (value === undefined) throw missing("value");
      return { op, path, value };
    case "remove":
      return { op, path };
    case "move":
    case "copy":
      if (from === undefined) throw missing("from");
      return { op, path, from };
    default:
      throw new JsonPatchError(
        "Invalid",
        `operation ${index}: "${op}" is none of add, remove, replace, move, copy, test`,
      );
  }
}
