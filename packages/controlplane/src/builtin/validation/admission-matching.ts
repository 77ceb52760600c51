/** What webhooks and policies have in common: rules that say which requests they are for, and conditions in CEL. */
import { createExpressionJudge } from "@pintle/apiserver";
import {
  FieldError,
  type FieldPath,
  type JsonObject,
  validatePathSegmentName,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOfIfSet, invalidAll } from "./checks.ts";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const scopes = ["*", "Cluster", "Namespaced"];
const maxConditions = 64;

export function checkAdmissionRule(rule: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkOperations(textsAt(rule, "operations"), path.child("operations")),
    ...checkWildcard(textsAt(rule, "apiGroups"), path.child("apiGroups"), "API groups"),
    ...checkWildcard(textsAt(rule, "apiVersions"), path.child("apiVersions"), "API versions"),
    ...textsAt(rule, "apiVersions").flatMap((version, index) =>
      version === "" ? [FieldError.required(path.child("apiVersions").index(index), "")] : [],
    ),
    ...checkResources(textsAt(rule, "resources"), path.child("resources")),
    ...checkOneOfIfSet(rule, "scope", path, scopes),
  ];
}

/** The same with the names of objects, which policies may have. */
export function checkNamedRule(rule: JsonObject, path: FieldPath): FieldError[] {
  const names = textsAt(rule, "resourceNames");
  return [
    ...names.flatMap((name, index) => {
      const at = path.child("resourceNames").index(index);
      const isRepeated = names.indexOf(name) < index;
      return [
        ...invalidAll(at, name, validatePathSegmentName(name)),
        ...(isRepeated ? [FieldError.duplicate(at, name)] : []),
      ];
    }),
    ...checkAdmissionRule(rule, path),
  ];
}

function checkOperations(found: readonly string[], path: FieldPath): FieldError[] {
  return [
    ...checkWildcard(found, path, "operations"),
    ...found.flatMap((operation, index) =>
      operations.includes(operation) ? [] : [FieldError.notSupported(path.index(index), operation, operations)],
    ),
  ];
}

/** Something must be said, and whoever says everything says nothing else. */
function checkWildcard(values: readonly string[], path: FieldPath, what: string): FieldError[] {
  if (values.length === 0) return [FieldError.required(path, "")];
  if (values.length === 1 || !values.includes("*")) return [];
  return [FieldError.invalid(path, values, `if '*' is present, must not specify other ${what}`)];
}

function checkResources(resources: readonly string[], path: FieldPath): FieldError[] {
  if (resources.length === 0) return [FieldError.required(path, "")];
  const errors: FieldError[] = [];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  for (const [index, pattern] of resources.entries()) {
    if (pattern === "") errors.push(FieldError.required(path.index(index), ""));
    const slash = pattern.indexOf("/");
    if (slash < 0) continue;
    const [name, below] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
    for (const [isCovered, cover] of [
      [wholeResources.has(name), `${name}/*`],
      [wholeSubresources.has(below), `*/${below}`],
    ] as const) {
      if (!isCovered) continue;
      const why = `if '${cover}' is present, must not specify ${pattern}`;
      errors.push(FieldError.invalid(path.index(index), pattern, why));
    }
    if (below === "*") wholeResources.add(name);
    if (name === "*") wholeSubresources.add(below);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(FieldError.invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  // Upstream looks at the last resource without a subresource only.
  const last = resources.findLast((pattern) => pattern !== "" && !pattern.includes("/"));
  if (resources.includes("*") && last !== "*") {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(FieldError.invalid(path, resources, why));
  }
  return errors;
}

/** Expressions can be judged once a judge has been loaded. */
export function checkMatchConditions(owner: JsonObject, path: FieldPath, hasParams: boolean): FieldError[] {
  const conditions = objectsAt(owner, "matchConditions");
  const names = conditions.map((condition) => textAt(condition, "name"));
  const errors = conditions.flatMap((condition, index) => {
    const at = path.index(index);
    const name = names[index] ?? "";
    const isRepeated = name !== "" && names.indexOf(name) < index;
    return [
      ...checkCondition(condition, at, hasParams),
      ...(isRepeated ? [FieldError.duplicate(at.child("name"), name)] : []),
    ];
  });
  return conditions.length > maxConditions
    ? [FieldError.tooMany(path, conditions.length, maxConditions), ...errors]
    : errors;
}

function checkCondition(condition: JsonObject, path: FieldPath, hasParams: boolean): FieldError[] {
  const name = textAt(condition, "name");
  return [
    ...checkConditionExpression(textAt(condition, "expression").trim(), path.child("expression"), hasParams),
    ...(name === ""
      ? [FieldError.required(path.child("name"), "")]
      : invalidAll(path.child("name"), name, validateQualifiedName(name))),
  ];
}

function checkConditionExpression(expression: string, path: FieldPath, hasParams: boolean): FieldError[] {
  if (expression === "") return [FieldError.required(path, "")];
  return createExpressionJudge(false).judge(expression, "bool", { hasParams, hasAuthorizer: true }, path);
}
