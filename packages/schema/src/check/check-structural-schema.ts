/**
 * Whether a schema may stand in a CustomResourceDefinition, as the API server decides it on create: every error, with its words.
 *
 * The order is upstream's. Structure comes first; only a sound structure has its defaults validated, and only with sound defaults
 * are CEL rules compiled. Single keywords are checked in any case, so that the author sees all there is to mend.
 */
import { FieldError as Errors, type FieldError, type FieldPath } from "@pintle/machinery";
import { assertSchemaSize } from "../schema-size.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkCompleteness } from "./completeness.ts";
import { checkKeywords } from "./keyword-rules.ts";
import { checkNumbers } from "./number-rules.ts";
import { checkStatusRoot } from "./status-root.ts";
import { checkStructure } from "./structure.ts";
import { unsupportedKeyword } from "./unsupported-keyword.ts";

export interface SchemaCheckOptions {
  /** Set for versions with the status subresource: the root may then say less, because status is validated alone. */
  readonly hasStatusSubresource?: boolean;
}

/** `path` is that of the schema itself: `spec.versions[0].schema.openAPIV3Schema` in a definition. */
export function checkStructuralSchema(
  schema: StructuralSchema,
  path: FieldPath,
  { hasStatusSubresource = false }: SchemaCheckOptions = {},
): FieldError[] {
  assertSchemaSize(schema);
  const numbers = checkNumbers(schema, path);
  if (numbers.length > 0) return numbers;
  const errors = hasStatusSubresource ? checkStatusRoot(schema, path) : [];
  if (schema.nullable) errors.push(Errors.forbidden(path.child("nullable"), "nullable cannot be true at the root"));
  const unsupported = unsupportedKeyword(schema);
  let isStructural = false;
  if (unsupported === undefined) {
    const structure = [...checkStructure(schema, path), ...checkCompleteness(schema, path)];
    const problems = structure.length > 0 ? sortByText(structure) : checkDefaults(schema, path);
    isStructural = problems.length === 0;
    for (const problem of problems) errors.push(problem);
  }
  // One by one: an argument for each would be too many for a call.
  for (const error of checkKeywords(schema, path, isStructural)) errors.push(error);
  if (errors.length === 0 && unsupported !== undefined) errors.push(Errors.invalid(path, "", unsupported));
  return errors;
}

function sortByText(errors: readonly FieldError[]): FieldError[] {
  return errors
    .map((error) => ({ error, text: String(error) }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ error }) => error);
}
