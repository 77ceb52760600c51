/** What the kinds of patches share: a patch makes an object of the one that there is, and what comes out is read like a body. */
import { ApiError, FieldError, type GroupVersion, type JsonObject, parseGroupVersion } from "@pintle/machinery";
import type { KnownFields } from "../registry/drop-unknown-fields.ts";
import { textOf } from "../registry/object-metadata.ts";
import { checkKind } from "../wire/check-kind.ts";
import { GoTypeError } from "../wire/typed/type-errors.ts";
import { type BodyType, checkCustomKind, dropUnknown, withResetOf } from "./decode-body.ts";
import { judgeProblems, unknownField } from "./field-problems.ts";
import type { FieldValidation } from "./write-options.ts";

export interface PatchInput {
  readonly type: BodyType;
  readonly bytes: Uint8Array;
  readonly fieldValidation: FieldValidation;
  readonly warnings: string[];
}

/** Makes the new object of the live one, both in the version of the request. Called again when another write came first. */
export type Patcher = (live: JsonObject) => JsonObject;

/** Refuses the patched object, which the message quotes. */
export function refusePatched(quoted: string, why: string): ApiError {
  return ApiError.invalid({ group: "", kind: "" }, "", [FieldError.invalid("patch", quoted, why)]);
}

/** How a kind of patch has its result read. */
export interface PatchReading {
  readonly problems: readonly string[];
  /** The text that a refusal quotes. */
  readonly quote: () => string;
  /** Puts what Go's types say of a value of the wrong type into the words of the reader behind the patch. */
  readonly describe?: (complaint: string) => string;
}

/** The patched object as if it had been sent: known fields only, normalized, with defaults. */
export function readPatched(input: PatchInput, patched: JsonObject, reading: PatchReading): JsonObject {
  const { type, fieldValidation, warnings } = input;
  const known = readKnown(type, patched, reading);
  const paths = type.isBuiltIn ? known.unknownFields.toSorted() : known.unknownFields;
  const normal = withResetOf(normalized(type, known.object, reading), patched);
  const told = [...reading.problems, ...paths.map(unknownField)];
  const refusal = judgeProblems(told, fieldValidation, warnings);
  if (refusal !== undefined) throw refusePatched(reading.quote(), refusal);
  if (!type.isBuiltIn) checkCustomKind(type, normal);
  return type.default?.(normal) ?? normal;
}

function readKnown(type: BodyType, patched: JsonObject, { quote }: PatchReading): KnownFields {
  try {
    return dropUnknown(type, patched);
  } catch (error) {
    throw error instanceof GoTypeError ? refusePatched(quote(), error.message) : error;
  }
}

/** What a patch made of JSON text is read as JSON again, and has to say what it is; without an apiVersion nothing else is known of it. */
export function readPatchedText(input: PatchInput, patched: JsonObject, reading: PatchReading): JsonObject {
  const { type } = input;
  if (!type.isBuiltIn) return readPatched(input, patched, reading);
  checkPatchedKind(type, patched, reading.quote);
  if (textOf(patched, "apiVersion") !== "") return readPatched(input, patched, reading);
  const { kind = "", ...unknown } = patched;
  const told = [...reading.problems, ...Object.keys(unknown).sort().map(unknownField)];
  const refusal = judgeProblems(told, input.fieldValidation, input.warnings);
  if (refusal !== undefined) throw refusePatched(reading.quote(), refusal);
  return { kind };
}

function checkPatchedKind(type: BodyType, patched: JsonObject, quote: () => string): void {
  const found = { ...groupVersionOf(textOf(patched, "apiVersion")), kind: textOf(patched, "kind") };
  try {
    checkKind(found, type, patched);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw refusePatched(quote(), error.message.replace(/^.*? cannot be handled as a \w+: /, ""));
  }
}

function groupVersionOf(apiVersion: string): GroupVersion {
  try {
    return parseGroupVersion(apiVersion);
  } catch {
    return { group: "", version: apiVersion };
  }
}

function normalized(type: BodyType, object: JsonObject, { quote, describe }: PatchReading): JsonObject {
  try {
    return type.normalize?.(object) ?? object;
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    throw refusePatched(quote(), describe?.(error.message) ?? error.message);
  }
}
