/**
 * A schema made ready for the objects that it describes.
 *
 * ```text
 *   request ──▶ prepare: prune, drop nulls, fill defaults ──▶ admission ──▶ validate ──▶ stored
 *                                                             stored ──▶ prepare ──▶ response
 * ```
 *
 * Compiling does next to nothing; each part of the schema is compiled when the first object reaches it. The schema must have
 * passed `checkStructuralSchema`; of one that has not, the results are whatever its keywords happen to say.
 */
import { FieldError, type FieldErrorType, FieldPath, getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import { createRuleNode, type RuleNode } from "../rules/rule-node.ts";
import { validateRules } from "../rules/validate-rules.ts";
import { assertSchemaSize } from "../schema-size.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { CompiledNode } from "./compiled-node.ts";
import { Correlation } from "./correlation.ts";
import { DefaultBudget } from "./default-budget.ts";
import {
  type EmbeddedReading,
  hasEmbeddedObjects,
  readEmbeddedObjects,
  validateEmbeddedObjects,
} from "./embedded-objects.ts";
import { findListDuplicates } from "./list-duplicates.ts";
import { prepareRoot } from "./prepare-value.ts";
import { validateValue } from "./validate-value.ts";
import { toFieldErrors, type Violation } from "./violation.ts";

export interface PreparedObject {
  /** The input itself where nothing had to change. */
  readonly object: JsonObject;
  /** Paths of what was pruned, sorted, those of embedded metadata last: what strict field validation refuses. */
  readonly unknownFields: readonly string[];
  /** Why the object cannot be read at all, if so: an object inside it has metadata of the wrong type. */
  readonly error?: FieldError;
}

export interface CompiledSchema {
  /** Prunes and defaults. The input is not changed. */
  prepare(object: JsonObject): PreparedObject;
  /** Prunes as `prepare` does, but leaves defaults out: for what must not be completed, such as applied configurations. */
  prune(object: JsonObject): PreparedObject;
  /**
   * All that is wrong with the object, its rules included, in the order in which the API server tells it. With the old object,
   * violations in parts that did not change are tolerated.
   */
  validate(object: JsonObject, oldObject?: JsonObject, options?: ValidationOptions): FieldError[];
}

export interface ValidationOptions {
  /** The write goes to the status subresource: the schema is asked about `status` alone, rules still see the whole object. */
  readonly isStatusUpdate?: boolean;
  /** What is wrong with the object's own metadata. It comes first in the result, and may keep rules from being checked. */
  readonly metadataErrors?: readonly FieldError[];
  /** What is wrong with the fields of the scale subresource; it comes after what is wrong by the schema. */
  readonly scaleErrors?: readonly FieldError[];
  /** Takes each failed rule that is tolerated because the value did not change: a warning to who wrote the object. */
  readonly warn?: (text: string) => void;
  /** Takes what the rules left of their budget, once they have run; negative where they were stopped. */
  readonly tellRemainingCost?: (remainingCost: number) => void;
}

export function compileSchema(schema: StructuralSchema): CompiledSchema {
  assertSchemaSize(schema);
  const root = new CompiledNode(schema, "objects");
  let hasEmbedded: boolean | undefined;
  let rules: { readonly root: RuleNode | undefined } | undefined;
  const isEmbeddedKnown = () => {
    hasEmbedded ??= hasEmbeddedObjects(schema);
    return hasEmbedded;
  };
  return {
    prepare: (object) => prepare(root, object, true, isEmbeddedKnown()),
    prune: (object) => prepare(root, object, false, isEmbeddedKnown()),
    validate: (object, oldObject, options = {}) => {
      rules ??= { root: createRuleNode(schema, true) };
      const hasEmbedded = options.isStatusUpdate !== true && isEmbeddedKnown();
      return validate({ root, rules: rules.root, hasEmbedded }, object, oldObject, options);
    },
  };
}

interface ReadySchema {
  readonly root: CompiledNode;
  readonly rules: RuleNode | undefined;
  readonly hasEmbedded: boolean;
}

function validate(
  { root, rules, hasEmbedded }: ReadySchema,
  object: JsonObject,
  oldObject: JsonObject | undefined,
  { isStatusUpdate = false, metadataErrors = [], scaleErrors = [], warn, tellRemainingCost }: ValidationOptions,
): FieldError[] {
  const path = new FieldPath("");
  const correlation = oldObject && new Correlation(root, object, oldObject);
  const errors = [
    ...metadataErrors,
    ...(isStatusUpdate ? validateStatus(root, object, correlation) : validateBy(root, object, path, correlation)),
    ...scaleErrors,
    ...(hasEmbedded ? validateEmbeddedObjects(root, object, path) : []),
    ...newListDuplicates(root, object, oldObject),
  ];
  if (!rules) return errors;
  if (errors.some(({ type }) => keepsFromRules.has(type))) {
    return [...errors, FieldError.invalid(path, null, rulesNotChecked)];
  }
  const options = { correlation, ...(warn && { warn: (error: FieldError) => warn(String(error)) }) };
  const verdict = validateRules(rules, object, oldObject, path, options);
  tellRemainingCost?.(verdict.remainingCost);
  return [...errors, ...verdict.errors];
}

/** A rule cannot be asked about values that are not what it takes them for. */
const keepsFromRules: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);
const rulesNotChecked =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

function validateStatus(root: CompiledNode, object: JsonObject, correlation: Correlation | undefined): FieldError[] {
  const node = root.property("status");
  const status = getOwn(object, "status");
  if (!node || status === undefined) return [];
  return validateBy(node, status, new FieldPath("status"), correlation?.key("status"));
}

function prepare(root: CompiledNode, object: JsonObject, fillsDefaults: boolean, hasEmbedded: boolean): PreparedObject {
  const unknownFields: string[] = [];
  const budget = new DefaultBudget();
  if (!hasEmbedded) {
    const prepared = prepareRoot(root, object, fillsDefaults ? { budget, unknownFields } : { unknownFields });
    return { object: prepared, unknownFields: unknownFields.sort() };
  }
  const pruned = prepareRoot(root, object, { unknownFields });
  const reading: EmbeddedReading = { unknownFields: [] };
  const read = readEmbeddedObjects(root, pruned, new FieldPath(""), reading) as JsonObject;
  // Those of embedded metadata are found in a second walk, and told after the others.
  unknownFields.sort();
  unknownFields.push(...reading.unknownFields.sort());
  if (reading.error) return { object, unknownFields, error: reading.error };
  const result = fillsDefaults ? prepareRoot(root, read, { budget, unknownFields: [] }) : read;
  return { object: result, unknownFields };
}

/** The schema alone, for a value at `path`. */
export function validateAgainst(node: CompiledNode, value: JsonValue, path: FieldPath): FieldError[] {
  return validateBy(node, value, path, undefined);
}

function validateBy(
  node: CompiledNode,
  value: JsonValue,
  path: FieldPath,
  correlation: Correlation | undefined,
): FieldError[] {
  const found: Violation[] = [];
  validateValue(node, value, "", found, correlation);
  return toFieldErrors(found, path);
}

/** Lists that held duplicates before may go on to do so. */
function newListDuplicates(root: CompiledNode, object: JsonObject, oldObject: JsonObject | undefined): FieldError[] {
  const path = new FieldPath("");
  const found = findListDuplicates(root, object, path);
  return found.length > 0 && oldObject && findListDuplicates(root, oldObject, path).length > 0 ? [] : found;
}
