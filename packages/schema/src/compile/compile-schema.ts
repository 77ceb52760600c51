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
import { type FieldError, FieldPath, type JsonObject, type JsonValue } from "@pintle/machinery";
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
  /** Paths of what was pruned, sorted: what strict field validation refuses. */
  readonly unknownFields: readonly string[];
  /** Why the object cannot be read at all, if so: an object inside it has metadata of the wrong type. */
  readonly error?: FieldError;
}

export interface CompiledSchema {
  /** Prunes and defaults. The input is not changed. */
  prepare(object: JsonObject): PreparedObject;
  /** Prunes as `prepare` does, but leaves defaults out: for what must not be completed, such as applied configurations. */
  prune(object: JsonObject): PreparedObject;
  /** All that is wrong with the object. With the old one, violations in parts that did not change are tolerated. */
  validate(object: JsonObject, oldObject?: JsonObject): FieldError[];
}

export function compileSchema(schema: StructuralSchema): CompiledSchema {
  const root = new CompiledNode(schema, "objects");
  let hasEmbedded: boolean | undefined;
  const isEmbeddedKnown = () => {
    hasEmbedded ??= hasEmbeddedObjects(schema);
    return hasEmbedded;
  };
  return {
    prepare: (object) => prepare(root, object, true, isEmbeddedKnown()),
    prune: (object) => prepare(root, object, false, isEmbeddedKnown()),
    validate: (object, oldObject) => [
      ...validateAgainst(root, object, new FieldPath(""), oldObject),
      ...(isEmbeddedKnown() ? validateEmbeddedObjects(root, object, new FieldPath("")) : []),
      ...newListDuplicates(root, object, oldObject),
    ],
  };
}

function prepare(root: CompiledNode, object: JsonObject, fillsDefaults: boolean, hasEmbedded: boolean): PreparedObject {
  const unknownFields: string[] = [];
  const budget = new DefaultBudget();
  if (!hasEmbedded) {
    const prepared = prepareRoot(root, object, fillsDefaults ? { budget, unknownFields } : { unknownFields });
    return { object: prepared, unknownFields: unknownFields.sort() };
  }
  const pruned = prepareRoot(root, object, { unknownFields });
  const reading: EmbeddedReading = { unknownFields };
  const read = readEmbeddedObjects(root, pruned, new FieldPath(""), reading) as JsonObject;
  unknownFields.sort();
  if (reading.error) return { object, unknownFields, error: reading.error };
  const result = fillsDefaults ? prepareRoot(root, read, { budget, unknownFields: [] }) : read;
  return { object: result, unknownFields };
}

/** The schema alone, for a value at `path`. */
export function validateAgainst(
  node: CompiledNode,
  value: JsonValue,
  path: FieldPath,
  oldValue?: JsonValue,
): FieldError[] {
  const found: Violation[] = [];
  const correlation = oldValue === undefined ? undefined : new Correlation(node, value, oldValue);
  validateValue(node, value, "", found, correlation);
  return toFieldErrors(found, path);
}

/** Lists that held duplicates before may go on to do so. */
function newListDuplicates(root: CompiledNode, object: JsonObject, oldObject: JsonObject | undefined): FieldError[] {
  const path = new FieldPath("");
  if (oldObject && findListDuplicates(root, oldObject, path).length > 0) return [];
  return findListDuplicates(root, object, path);
}
