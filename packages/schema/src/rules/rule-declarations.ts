/** The parts of `x-kubernetes-validations` that can be judged without reading the expressions. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { unsupportedKeyword } from "../check/unsupported-keyword.ts";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";
import { resolveRuleFieldPath } from "./rule-field-path.ts";
import { trimGoSpace } from "./trim-go-space.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

export function checkRuleDeclarations(schema: StructuralSchema, path: FieldPath, errors: FieldError[]): void {
  for (const [index, rule] of (schema["x-kubernetes-validations"] ?? []).entries()) {
    const rulePath = path.child("x-kubernetes-validations").index(index);
    checkMessage(rule, rulePath, errors);
    if (rule.messageExpression && trimGoSpace(rule.messageExpression) === "") {
      const detail = "messageExpression must be non-empty if specified";
      errors.push(FieldError.required(rulePath.child("messageExpression"), detail));
    }
    if (rule.reason != null && !reasons.includes(rule.reason)) {
      errors.push(FieldError.notSupported(rulePath.child("reason"), rule.reason, reasons));
    }
    if (rule.fieldPath) checkFieldPath(schema, rule.fieldPath, rulePath.child("fieldPath"), errors);
  }
}

function checkMessage({ rule = "", message = "" }: ValidationRule, path: FieldPath, errors: FieldError[]): void {
  const messagePath = path.child("message");
  const trimmed = trimGoSpace(message);
  if (trimGoSpace(rule) === "") errors.push(FieldError.required(path.child("rule"), "rule is not specified"));
  else if (message !== "" && trimmed === "") {
    errors.push(FieldError.invalid(messagePath, message, "must be non-empty if specified"));
  } else if (hasLineBreak(trimmed)) {
    errors.push(FieldError.invalid(messagePath, message, "must not contain line breaks"));
  } else if (hasLineBreak(trimGoSpace(rule)) && trimmed === "") {
    errors.push(FieldError.required(messagePath, "message must be specified if rule contains line breaks"));
  }
}

function checkFieldPath(schema: StructuralSchema, fieldPath: string, path: FieldPath, errors: FieldError[]): void {
  const complain = (detail: string) => errors.push(FieldError.invalid(path, fieldPath, detail));
  if (trimGoSpace(fieldPath) === "") complain("must be non-empty if specified");
  if (hasLineBreak(fieldPath)) complain("must not contain line breaks");
  // Paths into a schema that is not structural are not judged.
  if (unsupportedKeyword(schema) === undefined && resolveRuleFieldPath(schema, fieldPath) === undefined) {
    complain("must be a valid path");
  }
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
