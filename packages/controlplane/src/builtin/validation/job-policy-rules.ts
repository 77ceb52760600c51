/** When a Job counts as failed and when as done: what its policies may say. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  quoteGo,
  validateQualifiedName,
} from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkNotNegative, invalidAll } from "./checks.ts";
import { countIndexes } from "./job-indexes.ts";
import { StructError } from "./struct-error.ts";

const maxRules = 20;
const maxExitCodes = 255;
const maxIndexBytes = 64 * 1024;
const actions = ["Count", "FailIndex", "FailJob", "Ignore"];

export function validateJobPolicies(spec: JsonObject, at: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { podFailurePolicy, successPolicy } = spec;
  if (isJsonObject(podFailurePolicy))
    errors.push(...validateFailurePolicy(spec, at.child("podFailurePolicy", "rules")));
  if (!isJsonObject(successPolicy)) return errors;
  const path = at.child("successPolicy");
  if (spec.completionMode === "Indexed") return [...errors, ...validateSuccessPolicy(spec, path.child("rules"))];
  const detail = "requires indexed completion mode";
  return [...errors, StructError.invalidStruct(path, successPolicy, detail, "SuccessPolicy")];
}

function validateFailurePolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const rules = objectsAt(spec, "podFailurePolicy.rules");
  const template = objectAt(spec, "template.spec");
  const containers = [...objectsAt(template, "containers"), ...objectsAt(template, "initContainers")];
  const names = new Set(containers.map((container) => textAt(container, "name")));
  return [
    ...(rules.length > maxRules ? [FieldError.tooMany(path, rules.length, maxRules)] : []),
    ...rules.flatMap((rule, index) => validateFailureRule(rule, spec, names, path.index(index))),
  ];
}

/** One of a few; the complaint about a missing one names them, as Go prints a list. */
function checkChoice(object: JsonObject, key: string, path: FieldPath, choices: readonly string[]): FieldError[] {
  const value = textAt(object, key);
  if (value === "") return [FieldError.required(path.child(key), `valid values: [${choices.map(quoteGo).join(" ")}]`)];
  return choices.includes(value) ? [] : [FieldError.notSupported(path.child(key), value, choices)];
}

function validateFailureRule(
  rule: JsonObject,
  spec: JsonObject,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const errors = checkChoice(rule, "action", path, actions);
  if (rule.action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
    const detail = "requires the backoffLimitPerIndex to be set";
    errors.push(FieldError.invalid(path.child("action"), rule.action, detail));
  }
  const codes = getOwn(rule, "onExitCodes");
  const conditions = objectsAt(rule, "onPodConditions");
  if (isJsonObject(codes)) errors.push(...validateExitCodes(codes, names, path.child("onExitCodes")));
  errors.push(...validateConditions(conditions, path.child("onPodConditions")));
  if (isJsonObject(codes) && conditions.length > 0) {
    errors.push(StructError.withoutValue(path, "specifying both OnExitCodes and OnPodConditions is not supported"));
  }
  if (!isJsonObject(codes) && conditions.length === 0) {
    errors.push(StructError.withoutValue(path, "specifying one of OnExitCodes and OnPodConditions is required"));
  }
  return errors;
}

function validateConditions(conditions: readonly JsonObject[], path: FieldPath): FieldError[] {
  return [
    ...(conditions.length > maxRules ? [FieldError.tooMany(path, conditions.length, maxRules)] : []),
    ...conditions.flatMap((condition, index) => {
      const type = textAt(condition, "type");
      return [
        ...invalidAll(path.index(index).child("type"), type, validateQualifiedName(type)),
        ...checkChoice(condition, "status", path.index(index), ["False", "True", "Unknown"]),
      ];
    }),
  ];
}

function validateExitCodes(codes: JsonObject, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const errors = checkChoice(codes, "operator", path, ["In", "NotIn"]);
  const container = getOwn(codes, "containerName");
  if (typeof container === "string" && !names.has(container)) {
    const detail = "must be one of the container or initContainer names in the pod template";
    errors.push(FieldError.invalid(path.child("containerName"), container, detail));
  }
  const values = listAt(codes, "values").map(Number);
  const at = path.child("values");
  if (values.length === 0)
    errors.push(FieldError.invalid(at, getOwn(codes, "values"), "at least one value is required"));
  else if (values.length > maxExitCodes) errors.push(FieldError.tooMany(at, values.length, maxExitCodes));
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    if (codes.operator === "In" && value === 0) {
      errors.push(FieldError.invalid(at.index(index), value, "must not be 0 for the In operator"));
    }
    if (seen.has(value)) errors.push(FieldError.duplicate(at.index(index), value));
    seen.add(value);
  }
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  return isOrdered ? errors : [...errors, FieldError.invalid(at, values, "must be ordered")];
}

function validateSuccessPolicy(spec: JsonObject, path: FieldPath): FieldError[] {
  const rules = objectsAt(spec, "successPolicy.rules");
  const none = "at least one rules must be specified when the successPolicy is specified";
  return [
    ...(rules.length === 0 ? [FieldError.required(path, none)] : []),
    ...(rules.length > maxRules ? [FieldError.tooMany(path, rules.length, maxRules)] : []),
    ...rules.flatMap((rule, index) => validateSuccessRule(rule, numberAt(spec, "completions") ?? 0, path.index(index))),
  ];
}

function validateSuccessRule(rule: JsonObject, completions: number, path: FieldPath): FieldError[] {
  const [count, indexes] = [numberAt(rule, "succeededCount"), getOwn(rule, "succeededIndexes")];
  const errors: FieldError[] = [];
  if (count === undefined && indexes === undefined) {
    errors.push(FieldError.required(path, "at least one of succeededCount or succeededIndexes must be specified"));
  }
  let total = 0;
  if (typeof indexes === "string") {
    const at = path.child("succeededIndexes");
    if (indexes.length > maxIndexBytes) errors.push(FieldError.tooLong(at, maxIndexBytes));
    const counted = countIndexes(indexes, completions);
    if (typeof counted === "number") total = counted;
    else errors.push(FieldError.invalid(at, indexes, `error parsing succeededIndexes: ${counted}`));
  }
  if (count === undefined) return errors;
  const complain = (most: number, whose: string) =>
    FieldError.invalid(path.child("succeededCount"), count, `must be less than or equal to ${most} (${whose})`);
  errors.push(...checkNotNegative(rule, path, "succeededCount"));
  if (count > completions) errors.push(complain(completions, "the number of specified completions"));
  if (typeof indexes === "string" && count > total) {
    errors.push(complain(total, "the number of indexes in the specified succeededIndexes field"));
  }
  return errors;
}
