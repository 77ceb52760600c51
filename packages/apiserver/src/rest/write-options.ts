/** The options of creates, updates and patches: read from the query and validated, with all that is wrong told at once. */
import { Buffer } from "node:buffer";
import { ApiError, FieldError, managerFromUserAgent } from "@pintle/machinery";
import type { ServerRequest } from "../pipeline/server-request.ts";
import { queryBoolean, queryText } from "./query.ts";

export type FieldValidation = "Ignore" | "Warn" | "Strict";

export interface WriteOptions {
  readonly isDryRun: boolean;
  /** As it was asked for; empty where it was not. */
  readonly fieldManager: string;
  /** What the write is recorded under. */
  readonly manager: string;
  readonly fieldValidation: FieldValidation;
  /** Empty where it was not asked for. */
  readonly askedFieldValidation: string;
  /** Of an apply. */
  readonly isForced: boolean;
}

export type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

const maxManagerBytes = 128;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

export function readWriteOptions(request: ServerRequest, kind: WriteOptionsKind, isApply = false): WriteOptions {
  const { query, headers } = request;
  const fieldManager = queryText(query, "fieldManager");
  const force = queryBoolean(query, "force");
  const errors = kind === "PatchOptions" ? validateForce(isApply, force, fieldManager) : [];
  errors.push(...validateFieldManager(fieldManager));
  errors.push(...validateDryRun(query.getAll("dryRun")), ...validateFieldValidation(query));
  if (errors.length > 0) throw invalidOptions(kind, errors);
  const level = queryText(query, "fieldValidation");
  return {
    isDryRun: query.has("dryRun"),
    fieldManager,
    manager: fieldManager === "" ? managerFromUserAgent(headers["user-agent"] ?? "") : fieldManager,
    fieldValidation: level === "Ignore" || level === "Strict" ? level : "Warn",
    askedFieldValidation: level,
    isForced: force ?? false,
  };
}

export function invalidOptions(kind: string, errors: readonly FieldError[]): ApiError {
  return ApiError.invalid({ group: "meta.k8s.io", kind }, "", errors);
}

export function validateDryRun(values: readonly string[]): FieldError[] {
  if (values.every((value) => value === "All")) return [];
  return [FieldError.notSupported("dryRun", [...values], ["All"])];
}

function validateForce(isApply: boolean, force: boolean | undefined, fieldManager: string): FieldError[] {
  if (!isApply && force !== undefined) {
    return [FieldError.forbidden("force", "may not be specified for non-apply patch")];
  }
  if (!isApply || fieldManager !== "") return [];
  return [FieldError.required("fieldManager", "is required for apply patch")];
}

function validateFieldManager(manager: string): FieldError[] {
  const errors: FieldError[] = [];
  if (Buffer.byteLength(manager) > maxManagerBytes) errors.push(FieldError.tooLong("fieldManager", maxManagerBytes));
  let position = 0;
  for (const character of manager) {
    if (unprintable.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      const detail = `invalid character U+${code} (at position ${position})`;
      errors.push(FieldError.invalid("fieldManager", manager, detail));
    }
    position += Buffer.byteLength(character);
  }
  return errors;
}

function validateFieldValidation(query: URLSearchParams): FieldError[] {
  const levels = ["", "Ignore", "Strict", "Warn"];
  const level = queryText(query, "fieldValidation");
  return levels.includes(level) ? [] : [FieldError.notSupported("fieldValidation", level, levels)];
}
