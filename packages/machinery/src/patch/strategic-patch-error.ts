/** What is wrong with a strategic merge patch, in the words and with the HTTP status that kube-apiserver answers. */
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { formatExpectedString, formatStrategicValue, strategicTypeName } from "./strategic-text.ts";

/** A patch that cannot be applied or made. Most of them are a 500 upstream too, because its clients are meant to know better. */
export class StrategicPatchError extends Error {
  readonly httpStatus: 400 | 422 | 500;

  constructor(message: string, httpStatus: 400 | 422 | 500 = 500) {
    super(message);
    this.name = "StrategicPatchError";
    this.httpStatus = httpStatus;
  }
}

/** The user's change and somebody else's change touch the same field in different ways; found when overwriting is off. */
export class StrategicConflictError extends Error {
  /** What the user asks for. */
  readonly patch: JsonObject;
  /** What has happened to the object since it was last applied. */
  readonly changes: JsonObject;

  constructor(patch: JsonObject, changes: JsonObject) {
    super(
      `patch:\n${printPatch(patch)}\nconflicts with changes made from original to current:\n${printPatch(changes)}\n`,
    );
    this.name = "StrategicConflictError";
    this.patch = patch;
    this.changes = changes;
  }
}

function printPatch(patch: JsonObject): string {
  return JSON.stringify(patch, (_, value) => (typeof value === "bigint" ? String(value) : value), 2);
}

export function badPrimitiveListFormat(): StrategicPatchError {
  return new StrategicPatchError("invalid patch format of primitive list", 400);
}

export function badRetainKeysFormat(): StrategicPatchError {
  return new StrategicPatchError("invalid patch format of retainKeys", 400);
}

export function badElementOrderFormat(): StrategicPatchError {
  return new StrategicPatchError("invalid patch format of setElementOrder list", 400);
}

export function listOfListsError(): StrategicPatchError {
  return new StrategicPatchError("lists of lists are not supported", 422);
}

export function missingMergeKey(item: JsonObject, mergeKey: string): StrategicPatchError {
  return new StrategicPatchError(`map: ${formatStrategicValue(item)} does not contain declared merge key: ${mergeKey}`);
}

export function expectedMap(received: JsonValue): StrategicPatchError {
  return new StrategicPatchError(`expected a map[string]interface {}, but received a ${strategicTypeName(received)}`);
}

export function expectedList(received: JsonValue): StrategicPatchError {
  return new StrategicPatchError(`expected a []interface {}, but received a ${strategicTypeName(received)}`);
}

export function unknownDirective(directive: JsonValue, holder: JsonObject): StrategicPatchError {
  return new StrategicPatchError(
    `unknown patch type: ${formatExpectedString(directive)} in map: ${formatStrategicValue(holder)}`,
  );
}

/** Upstream panics on these; here they are ordinary errors that say what the patch must not hold. */
export function unsupportedListContent(what: string): StrategicPatchError {
  return new StrategicPatchError(`a merged list must not hold ${what}`, 422);
}
