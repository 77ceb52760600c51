/** With the status subresource, status is validated alone: what the root says about the whole object would be lost on it. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import { invalidSchema } from "./internal-schema-text.ts";

/** The keywords that may stand beside status, by the names that the API server's message has for them. */
const allowed: ReadonlyMap<string, string> = new Map([
  ["description", "Description"],
  ["type", "Type"],
  ["format", "Format"],
  ["title", "Title"],
  ["maximum", "Maximum"],
  ["exclusiveMaximum", "ExclusiveMaximum"],
  ["minimum", "Minimum"],
  ["exclusiveMinimum", "ExclusiveMinimum"],
  ["maxLength", "MaxLength"],
  ["minLength", "MinLength"],
  ["pattern", "Pattern"],
  ["maxItems", "MaxItems"],
  ["minItems", "MinItems"],
  ["uniqueItems", "UniqueItems"],
  ["multipleOf", "MultipleOf"],
  ["required", "Required"],
  ["items", "Items"],
  ["properties", "Properties"],
  ["externalDocs", "ExternalDocs"],
  ["example", "Example"],
  ["x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields"],
  ["x-kubernetes-validations", "XValidations"],
]);

export function checkStatusRoot(schema: StructuralSchema, path: FieldPath): FieldError[] {
  // Upstream tells the first problem only, in the order of its own fields; three of them come before the type.
  const isFirst = Boolean(schema.id || schema.$schema) || schema.$ref !== undefined;
  if (!isFirst && schema.type && schema.type !== "object") {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [FieldError.invalid(path.child("type"), schema.type, detail)];
  }
  const isAllowed = Object.entries(schema).every(
    ([keyword, value]) => allowed.has(keyword) || isUnsaid(keyword, value),
  );
  if (isAllowed) return [];
  const names = [...allowed.values()].join(" ");
  const detail = `only [${names}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalidSchema(path, schema, detail)];
}

function isUnsaid(keyword: string, value: unknown): boolean {
  if (value === false) return keyword !== "additionalProperties" && keyword !== "additionalItems";
  return value === undefined || value === null || value === "";
}
