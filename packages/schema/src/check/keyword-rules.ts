/** What the API server says about single keywords anywhere in a schema, below junctors as well. */
import { FieldError, type FieldPath } from "@pintle/machinery";
import { checkRules } from "../rules/check-rules.ts";
import { checkRuleDeclarations } from "../rules/rule-declarations.ts";
import { RuleScope } from "../rules/rule-scope.ts";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { checkListKeywords } from "./list-rules.ts";
import { hasKeys } from "./unsupported-keyword.ts";

/** Where in the resource a schema stands. */
interface Place {
  readonly isRoot: boolean;
  readonly isInsideMeta: boolean;
  /** Why defaults are not allowed here; `undefined` where they are. */
  readonly noDefaults: string | undefined;
  /** The highest list or map around it whose values cannot be told from one another, if any. */
  readonly uncorrelated: FieldPath | undefined;
  /** Where rules are compiled; below junctors they are not. */
  readonly rules: RuleScope | undefined;
}

/** Errors of rules are told after all others. */
interface Findings {
  readonly keywords: FieldError[];
  readonly rules: FieldError[];
}

/** Rules are compiled only where `isStructural`: what they see is undefined elsewhere. */
export function checkKeywords(schema: StructuralSchema, path: FieldPath, isStructural: boolean): FieldError[] {
  const findings: Findings = { keywords: [], rules: [] };
  const rules = isStructural ? new RuleScope(schema) : undefined;
  const place = { isRoot: true, isInsideMeta: false, noDefaults: undefined, uncorrelated: undefined, rules };
  checkNode(schema, path, place, findings);
  return [...findings.keywords, ...findings.rules, ...(rules?.costs.errors(path) ?? [])];
}

const metaFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function checkNode(schema: StructuralSchema, path: FieldPath, place: Place, findings: Findings): void {
  const found = findings.keywords.length;
  checkOwnKeywords(schema, path, place, findings.keywords);
  checkProperties(schema, path, place, findings);
  checkJunctors(schema, path, { ...place, isRoot: false, rules: undefined }, findings);
  checkItems(schema, path, place, findings);
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (Array.isArray(dependency)) continue;
    const inner = { ...place, isRoot: false, rules: undefined };
    checkNode(dependency as StructuralSchema, path.child("dependencies").key(name), inner, findings);
  }
  checkListKeywords(schema, path, findings.keywords);
  checkRuleDeclarations(schema, path, findings.keywords);
  const hasRules = (schema["x-kubernetes-validations"]?.length ?? 0) > 0;
  // Where anything else is wrong here or below, rules might fail for that reason alone.
  if (hasRules && place.rules && findings.keywords.length === found) {
    for (const finding of checkRules(schema, path, place.rules, place.uncorrelated)) findings.rules.push(finding);
  }
}

function checkJunctors(schema: StructuralSchema, path: FieldPath, inner: Place, findings: Findings): void {
  if (schema.not) checkNode(schema.not, path.child("not"), inner, findings);
  for (const name of ["allOf", "oneOf", "anyOf"] as const) {
    for (const [index, branch] of (schema[name] ?? []).entries()) {
      checkNode(branch, path.child(name).index(index), inner, findings);
    }
  }
  for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
    checkNode(definition, path.child("definitions").key(name), inner, findings);
  }
}

/** Only the items of a `map` list are known again after a change: those of a `set` are for rules as good as new. */
function checkItems(schema: StructuralSchema, path: FieldPath, place: Place, findings: Findings): void {
  const uncorrelated = schema["x-kubernetes-list-type"] === "map" ? place.uncorrelated : (place.uncorrelated ?? path);
  const check = (items: StructuralSchema, itemsPath: FieldPath) => {
    const rules = place.rules && new RuleScope(items, place.rules, "element");
    checkNode(items, itemsPath, { ...place, isRoot: false, uncorrelated, rules }, findings);
  };
  const items = itemsOfSchema(schema);
  if (items) check(items, path.child("items"));
  if (!Array.isArray(schema.items)) return;
  for (const [index, item] of schema.items.entries()) check(item, path.child("items").index(index));
}

function checkProperties(schema: StructuralSchema, path: FieldPath, place: Place, findings: Findings): void {
  checkAdditional(schema, path, place, findings);
  const isResource = place.isRoot || schema["x-kubernetes-embedded-resource"] === true;
  const mapType = schema["x-kubernetes-map-type"] ?? "granular";
  const isCorrelated = mapType === "granular" || mapType === "atomic";
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isMeta = isResource && metaFields.has(name);
    const inner = {
      isRoot: false,
      isInsideMeta: place.isInsideMeta || isMeta,
      noDefaults: isMeta && place.isRoot ? `in top-level ${name}` : place.noDefaults,
      uncorrelated: isCorrelated ? place.uncorrelated : (place.uncorrelated ?? path),
      rules: place.rules && new RuleScope(property, place.rules, { property: name }),
    };
    checkNode(property, path.child("properties").key(name), inner, findings);
  }
}

function checkAdditional(schema: StructuralSchema, path: FieldPath, place: Place, findings: Findings): void {
  const { additionalProperties, properties } = schema;
  if (additionalProperties === undefined) return;
  const additionalPath = path.child("additionalProperties");
  if (hasKeys(properties) && additionalProperties !== true) {
    const detail = "additionalProperties and properties are mutual exclusive";
    findings.keywords.push(FieldError.forbidden(additionalPath, detail));
  }
  const additional = additionalSchemaOf(schema);
  if (!additional) return;
  const noDefaults = place.isInsideMeta ? "inside additionalProperties applying to object metadata" : place.noDefaults;
  const rules = place.rules && new RuleScope(additional, place.rules, "element");
  checkNode(additional, additionalPath, { ...place, isRoot: false, noDefaults, rules }, findings);
}

const knownTypes = ["array", "boolean", "integer", "number", "object", "string"];

function checkOwnKeywords(schema: StructuralSchema, path: FieldPath, place: Place, errors: FieldError[]): void {
  const forbid = (keyword: string, detail: string) => errors.push(FieldError.forbidden(path.child(keyword), detail));
  if (schema.type && !knownTypes.includes(schema.type)) {
    errors.push(FieldError.notSupported(path.child("type"), schema.type, knownTypes));
  }
  if (schema.default != null && place.noDefaults !== undefined)
    forbid("default", `must not be set ${place.noDefaults}`);
  if (schema.id) forbid("id", "id is not supported");
  if (schema.additionalItems !== undefined) forbid("additionalItems", "additionalItems is not supported");
  if (hasKeys(schema.patternProperties)) forbid("patternProperties", "patternProperties is not supported");
  if (hasKeys(schema.definitions)) forbid("definitions", "definitions is not supported");
  if (schema.dependencies !== undefined) forbid("dependencies", "dependencies is not supported");
  if (schema.$ref !== undefined) forbid("$ref", "$ref is not supported");
  if (schema.type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    forbid("items", "items must be a schema object and not an array");
  }
  if (place.isInsideMeta && schema["x-kubernetes-embedded-resource"]) {
    forbid("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
  if (schema.uniqueItems) {
    forbid("uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    const keyword = "x-kubernetes-preserve-unknown-fields";
    errors.push(FieldError.invalid(path.child(keyword), false, "must be true or undefined"));
  }
}
