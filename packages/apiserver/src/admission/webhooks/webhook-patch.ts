/** The patch in a webhook's answer, applied to the object as the webhook saw it. */
import {
  ApiError,
  isJsonObject,
  type JsonObject,
  JsonPatchError,
  type JsonPatchOperation,
  type JsonValue,
  maxJsonPatchOperations,
  parseJsonPatch,
  quoteGo,
} from "@pintle/machinery";
import { GoJsonError } from "../../wire/json/json-scanner.ts";
import { jsonTypeWord } from "../../wire/json/json-type-word.ts";
import { readGoJson } from "../../wire/json/read-go-json.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { applyAdmissionPatch, PatchFailure } from "../apply-admission-patch.ts";
import type { MatchedResource } from "../match/matcher.ts";
import { rereadObject } from "../reread-object.ts";
import type { AdmissionResponse } from "./admission-review.ts";
import { WebhookCallError } from "./webhook-errors.ts";

/**
 * The patched object, completed with defaults, in the version that was matched; or nothing where there is no patch. A patch that cannot be
 * read is a `WebhookCallError`; one that does not fit is an `ApiError`, which no failure policy forgives.
 */
export function applyWebhookPatch(
  webhook: string,
  attributes: AdmissionAttributes,
  matched: MatchedResource,
  object: JsonObject | undefined,
  { patch, patchType }: AdmissionResponse,
): JsonObject | undefined {
  if (!patch) return undefined;
  const operations = readOperations(webhook, patch);
  if (operations.length === 0) return undefined;
  if (!object) {
    const why = "attempted to modify the object, which is not supported for this operation";
    throw ApiError.internalError(`admission webhook ${quoteGo(webhook)} ${why}`);
  }
  if (patchType !== "JSONPatch") {
    throw new WebhookCallError(webhook, `unsupported patch type ${quoteGo(patchType)}`);
  }
  return rereadObject(attributes, matched, apply(object, operations));
}

function apply(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return applyAdmissionPatch(object, operations);
  } catch (error) {
    throw error instanceof PatchFailure ? ApiError.internalError(error.message) : error;
  }
}

function readOperations(webhook: string, patch: Uint8Array): readonly JsonPatchOperation[] {
  try {
    const { value } = readGoJson(patch, undefined, false);
    checkOperations(value);
    return parseInParts(Array.isArray(value) ? value : []);
  } catch (error) {
    if (error instanceof GoJsonError) {
      throw new WebhookCallError(webhook, `received undecodable patch in webhook response: ${error.message}`);
    }
    // What can be read and means nothing is found out by upstream when it is applied.
    throw error instanceof JsonPatchError ? ApiError.internalError(error.message) : error;
  }
}

/** Webhooks may send more operations than clients; their answers have a limit of their own. */
function parseInParts(items: readonly JsonValue[]): readonly JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  for (let start = 0; start < items.length; start += maxJsonPatchOperations) {
    const part = items.slice(start, start + maxJsonPatchOperations);
    for (const operation of parseJsonPatch(part, { allowsAbsentValue: true })) operations.push(operation);
  }
  return operations;
}

const known: ReadonlySet<string> = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/** In the words of the library behind the API server; `undefined` for an operation that has all that it needs. */
function complainOfOperation(item: JsonObject): string | undefined {
  const op = typeof item.op === "string" ? item.op : "unknown";
  if (!known.has(op)) return `Unexpected kind: ${op}`;
  const isTransfer = op === "move" || op === "copy";
  if (isTransfer && typeof item.from !== "string") {
    return `${op} operation failed to decode from: operation, missing from field: missing value`;
  }
  if (typeof item.path === "string") return undefined;
  const why =
    op === "replace" || op === "test" || op === "move"
      ? "operation missing path field: missing value"
      : "missing value";
  return `${op} operation failed to decode path: ${why}`;
}

function checkOperations(value: JsonValue): void {
  const refuse = (found: JsonValue, type: string) =>
    new GoJsonError(`json: cannot unmarshal ${jsonTypeWord(found)} into Go value of type jsonpatch.${type}`);
  if (value === null) return;
  if (!Array.isArray(value)) throw refuse(value, "Patch");
  for (const item of value) if (item !== null && !isJsonObject(item)) throw refuse(item, "Operation");
  for (const item of value) {
    const complaint = complainOfOperation(isJsonObject(item) ? item : {});
    if (complaint !== undefined) throw new JsonPatchError("Invalid", complaint);
  }
}
