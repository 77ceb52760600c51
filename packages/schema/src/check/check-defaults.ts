/**
 * Defaults are values like any other: each must be pruned and valid where it stands, by rules as well, and together they must not grow
 * without end.
 *
 * A default inside metadata is judged as part of the whole metadata that it would make.
 */
import {
  ApiError,
  equalJson,
  FieldError,
  FieldPath,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  joinFieldErrors,
} from "@pintle/machinery";
import { validateAgainst } from "../compile/compile-schema.ts";
import { CompiledNode } from "../compile/compiled-node.ts";
import { DefaultBudget, maxDefaultedValues } from "../compile/default-budget.ts";
import { type EmbeddedReading, readEmbeddedObjects, validateEmbeddedObjects } from "../compile/embedded-objects.ts";
import { pruneValue } from "../compile/prepare-value.ts";
import { createRuleNode } from "../rules/rule-node.ts";
import { maxRulesCostOfObject, validateRules } from "../rules/validate-rules.ts";
import type { StructuralSchema } from "../structural-schema.ts";

/** The resource around a default: its schema, and how to put a value into it. */
interface Surroundings {
  /** What all rules on defaults may still cost. */
  readonly budget: { remaining: number };
  readonly resource: CompiledNode;
  readonly isInsideMeta: boolean;
  readonly surround: (value: JsonValue) => JsonValue;
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

export function checkDefaults(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const root = new CompiledNode({ ...schema, "x-kubernetes-embedded-resource": true }, "defaults");
  const budget = { remaining: maxRulesCostOfObject };
  checkNode(root, path, { budget, resource: root, isInsideMeta: false, surround: (value) => value }, errors);
  if (errors.length === 0) checkGrowth(root, path, errors);
  return errors;
}

function checkNode(node: CompiledNode, path: FieldPath, outer: Surroundings, errors: FieldError[]): void {
  const around: Surroundings = node.isEmbedded
    ? { budget: outer.budget, resource: node, isInsideMeta: false, surround: (value) => value }
    : outer;
  if (outer.budget.remaining < 0) return;
  if (node.default !== undefined) {
    for (const error of checkDefault(node, node.default, path.child("default"), around)) errors.push(error);
  }
  const { items } = node;
  if (items) {
    const surround = (value: JsonValue) => around.surround([value]);
    checkNode(items, path.child("items"), { ...around, surround }, errors);
  }
  for (const name of Object.keys(node.schema.properties ?? {})) {
    const property = node.property(name);
    const isInsideMeta = around.isInsideMeta || (node.isEmbedded && metaFields.has(name));
    const surround = (value: JsonValue) => around.surround({ [name]: value });
    const inner = { ...around, isInsideMeta, surround };
    if (property) checkNode(property, path.child("properties").key(name), inner, errors);
  }
}

function checkDefault(node: CompiledNode, value: JsonValue, path: FieldPath, around: Surroundings): FieldError[] {
  const problems: FieldError[] = [];
  if (around.isInsideMeta) {
    const problem = metadataProblem(value, around);
    if (problem !== undefined) return [FieldError.invalid(path, value, `must result in valid metadata: ${problem}`)];
  } else {
    if (!equalJson(pruneValue(node, value, node.isEmbedded), value)) {
      problems.push(FieldError.invalid(path, value, "must not have unknown fields"));
    }
    const reading: EmbeddedReading = { unknownFields: [] };
    const read = readEmbeddedObjects(node, value, path, reading);
    if (reading.error) return [...problems, reading.error];
    const embedded = validateEmbeddedObjects(node, read, path);
    if (embedded.length > 0) return [...problems, ...embedded];
  }
  const violations = validateAgainst(node, value, path);
  return [...problems, ...(violations.length > 0 ? violations : checkAgainstRules(node, value, path, around.budget))];
}

/** A default must pass as a value that stays, and then as a new one, which only rules with an optional old value tell apart. */
function checkAgainstRules(
  node: CompiledNode,
  value: JsonValue,
  path: FieldPath,
  budget: Surroundings["budget"],
): readonly FieldError[] {
  const rules = createRuleNode(node.schema, node.isEmbedded);
  if (!rules) return [];
  const options = { costBudget: budget.remaining };
  const kept = validateRules(rules, value, value, path, options);
  budget.remaining = kept.remainingCost;
  if (kept.errors.length > 0) return kept.errors;
  const added = validateRules(rules, value, undefined, path, options);
  budget.remaining = Math.min(kept.remainingCost, added.remainingCost);
  return added.errors;
}

/** What is wrong with the metadata that the default alone would make. */
function metadataProblem(value: JsonValue, { resource, surround }: Surroundings): string | undefined {
  const object: JsonObject = { kind: "Validation", apiVersion: "validation/v1" };
  const surrounded = surround(value);
  if (isJsonObject(surrounded)) Object.assign(object, surrounded);
  const reading: EmbeddedReading = { unknownFields: [] };
  const read = readEmbeddedObjects(resource, object, new FieldPath(""), reading);
  if (reading.error) return String(reading.error);
  const errors = validateEmbeddedObjects(resource, read, new FieldPath(""));
  return errors.length === 0 ? undefined : joinFieldErrors(errors);
}

function checkGrowth(node: CompiledNode, path: FieldPath, errors: FieldError[]): void {
  if (node.default !== undefined && isTooLarge(node)) {
    const detail = `the default must not add more than ${maxDefaultedValues} values`;
    errors.push(FieldError.forbidden(path.child("default"), detail));
    return;
  }
  const { items, additional } = node;
  if (items) checkGrowth(items, path.child("items"), errors);
  if (additional) checkGrowth(additional, path.child("additionalProperties"), errors);
  for (const name of Object.keys(node.schema.properties ?? {})) {
    const property = node.property(name);
    if (property) checkGrowth(property, path.child("properties").key(name), errors);
  }
}

function isTooLarge(node: CompiledNode): boolean {
  try {
    new DefaultBudget().take(node);
    return false;
  } catch (error) {
    if (ApiError.is(error, "RequestEntityTooLarge")) return true;
    throw error;
  }
}
