/**
 * Applies a JSON Patch (RFC 6902): all of its operations, or none.
 *
 * Where the RFC and its test suite leave a choice, and in two points where the RFC does not, the result is the API server's:
 * `replace` sets a key that an object lacks, and such a key passes a `test` for `null`. People's patches rely on it.
 */
import { Buffer } from "node:buffer";
import { copyJson, equalJson, type JsonValue } from "../json/json-value.ts";
import { createJsonDraft, type JsonDraft } from "./json-draft.ts";
import { JsonPatchError } from "./json-patch-error.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import { parseJsonPointer } from "./json-pointer.ts";

/** What all `copy` operations of one patch may add up to, as JSON text: doubling a value twenty times makes a million of it. */
export const maxJsonPatchCopyBytes = 3 * 1024 * 1024;

export interface JsonPatchOptions {
  /**
   * `kubernetes` takes what the library behind the API server takes and the RFC does not: indexes such as `-1` and `01`, paths
   * that lose what stands before their first slash, `copy` of a key that is not there (it is null), and no `add` to the whole document.
   */
  readonly dialect?: "rfc6902" | "kubernetes";
}

/** The patched document, which shares with the original what did not change, or a `JsonPatchError`. */
export function applyJsonPatch(
  document: JsonValue,
  patch: readonly JsonPatchOperation[],
  options: JsonPatchOptions = {},
): JsonValue {
  const isLoose = options.dialect === "kubernetes";
  const draft = createJsonDraft(document, { allowsLooseIndexes: isLoose });
  const budget = { copiedBytes: 0 };
  for (const [index, operation] of patch.entries()) {
    const problem = isLoose ? applyLooseOperation(draft, operation, budget) : applyOperation(draft, operation, budget);
    if (problem === undefined) continue;
    throw new JsonPatchError("Invalid", `operation ${index} (${operation.op} ${operation.path}): ${problem}`);
  }
  return draft.root;
}

interface CopyBudget {
  copiedBytes: number;
}

function applyOperation(draft: JsonDraft, operation: JsonPatchOperation, budget: CopyBudget): string | undefined {
  const path = parseJsonPointer(operation.path);
  if (path === undefined) return "the path does not start with a slash";
  switch (operation.op) {
    case "add":
      return draft.add(path, operation.value);
    case "replace":
      return draft.set(path, operation.value);
    case "remove":
      return draft.remove(path);
    case "test":
      return testValue(draft, path, operation.value);
    case "move":
    case "copy": {
      const from = parseJsonPointer(operation.from);
      if (from === undefined) return `"from" does not start with a slash`;
      const value = draft.get(from);
      if (value === undefined) return `there is nothing at "from", ${operation.from}`;
      return operation.op === "move" ? move(draft, from, path, value) : copy(draft, path, value, budget);
    }
  }
}

function applyLooseOperation(draft: JsonDraft, operation: JsonPatchOperation, budget: CopyBudget): string | undefined {
  if (operation.path === "" && operation.op === "replace") {
    return isContainer(operation.value) ? draft.set([], operation.value) : "the whole document stays a container";
  }
  if (operation.path === "" && operation.op === "test") return testValue(draft, [], operation.value);
  const path = parseLoosePointer(operation.path);
  if (path === undefined) return "the path has no slash";
  switch (operation.op) {
    case "add":
      return draft.add(path, operation.value);
    case "replace":
      return draft.set(path, operation.value);
    case "remove":
      return draft.remove(path);
    case "test":
      return testValue(draft, path, operation.value);
    case "move":
    case "copy":
      return transferLoosely(draft, operation, path, budget);
  }
}

function transferLoosely(
  draft: JsonDraft,
  { op, from: written }: Extract<JsonPatchOperation, { readonly from: string }>,
  path: string[],
  budget: CopyBudget,
): string | undefined {
  const from = parseLoosePointer(written);
  if (from === undefined) return `"from" has no slash`;
  const value = draft.get(from) ?? (isObjectAt(draft, from.slice(0, -1)) && op === "copy" ? null : undefined);
  if (value === undefined) return `there is nothing at "from", ${written}`;
  return op === "copy" ? copy(draft, path, value, budget) : (draft.remove(from) ?? draft.add(path, value));
}

/** The keys behind the first slash, whatever stands before it. */
function parseLoosePointer(text: string): string[] | undefined {
  const slash = text.indexOf("/");
  return slash < 0 ? undefined : parseJsonPointer(text.slice(slash));
}

function isContainer(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null;
}

function isObjectAt(draft: JsonDraft, path: string[]): boolean {
  const value = draft.get(path);
  return isContainer(value) && !Array.isArray(value);
}

function move(draft: JsonDraft, from: string[], path: string[], value: JsonValue): string | undefined {
  const isAlongside = from.some((key, index) => key !== path[index]);
  if (isAlongside) return draft.remove(from) ?? draft.add(path, value);
  return path.length > from.length ? "a value cannot be moved into itself" : undefined;
}

function copy(draft: JsonDraft, path: string[], value: JsonValue, budget: CopyBudget): string | undefined {
  budget.copiedBytes += countJsonBytes(value, maxJsonPatchCopyBytes - budget.copiedBytes);
  if (budget.copiedBytes > maxJsonPatchCopyBytes) {
    return `copies would add up to more than ${maxJsonPatchCopyBytes} bytes`;
  }
  return draft.add(path, copyJson(value));
}

function testValue(draft: JsonDraft, path: string[], expected: JsonValue): string | undefined {
  const actual = draft.get(path);
  if (equalJson(actual, expected)) return undefined;
  if (actual !== undefined) return "the value is another one";
  const isKeyOfObject = isObjectAt(draft, path.slice(0, -1));
  return isKeyOfObject && expected === null ? undefined : "there is nothing at the path";
}

/** The length of the value as JSON text; counting ends soon after the limit, however large the value is. */
function countJsonBytes(value: JsonValue, limit: number): number {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
  if (typeof value !== "object" || value === null) return String(value).length;
  const isArray = Array.isArray(value);
  let bytes = 1;
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    if (bytes > limit) break;
    if (!isArray) bytes += Buffer.byteLength(JSON.stringify(key)) + 1;
    bytes += countJsonBytes(inner, limit - bytes) + 1;
  }
  return Math.max(bytes, 2);
}
