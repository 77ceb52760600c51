/** Quotas of a namespace: known resources, in amounts that there can be, for what the quota is about. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateQualifiedName,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkImmutable } from "./checks.ts";
import { checkAmount, validateStandardName } from "./resource-rules.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");

export const quotaRules: Readonly<Record<string, KindRules>> = {
  resourcequotas: {
    validate: validateQuota,
    validateUpdate: (quota, old) => [
      ...validateQuota(quota),
      ...checkImmutable(quota, old, "spec.scopes", path.child("scopes")),
    ],
    views: {
      status: (quota) => ["hard", "used"].flatMap((key) => checkAmounts(objectAt(quota, "status"), key, "status")),
    },
  },
};

const ofQuotas = new Set([
  ..."cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage".split(" "),
  ..."limits.cpu limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers".split(" "),
  ..."secrets persistentvolumeclaims configmaps services.nodeports services.loadbalancers".split(" "),
]);

const conflicts = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

const ofPods = new Set(["pods", ..."cpu memory limits.cpu limits.memory requests.cpu requests.memory".split(" ")]);

/** What can be counted within a scope. */
const scopes: Readonly<Record<string, ReadonlySet<string>>> = {
  BestEffort: new Set(["pods"]),
  NotBestEffort: ofPods,
  Terminating: ofPods,
  NotTerminating: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  VolumeAttributesClass: new Set(["persistentvolumeclaims", "requests.storage"]),
};

function validateQuota(quota: JsonObject): FieldError[] {
  const spec = objectAt(quota, "spec");
  return [...checkAmounts(spec, "hard", "spec"), ...checkScopes(spec), ...checkScopeSelector(spec)];
}

function checkAmounts(object: JsonObject, key: string, parent: string): FieldError[] {
  return Object.entries(objectAt(object, key)).flatMap(([name, amount]) => {
    const at = fieldPath(parent, key).key(name);
    const isKnown = name.includes("/") || isStandard(name);
    return [
      ...checkName(name, at),
      ...(isKnown ? [] : [FieldError.invalid(at, name, "must be a standard resource for quota")]),
      ...checkAmount(name, String(amount), at),
    ];
  });
}

function isStandard(name: string): boolean {
  return ofQuotas.has(name) || /^(requests\.)?hugepages-/.test(name);
}

function checkName(name: string, at: FieldPath): FieldError[] {
  return validateQualifiedName(name).length === 0 && isStandard(name) ? [] : validateStandardName(name, at);
}

/** One of the resources cannot be counted within the scope. */
function countMisfits(scope: string, hard: JsonObject): number {
  const fitting = getOwn(scopes, scope);
  return fitting === undefined ? 0 : Object.keys(hard).filter((name) => isStandard(name) && !fitting.has(name)).length;
}

function checkScopes(spec: JsonObject): FieldError[] {
  const given = textsAt(spec, "scopes");
  const at = path.child("scopes");
  const complain = (detail: string) => FieldError.invalid(at, [...given], detail);
  return [
    ...given.flatMap((scope) => [
      ...(getOwn(scopes, scope) === undefined ? [complain("unsupported scope")] : []),
      ...Array.from({ length: countMisfits(scope, objectAt(spec, "hard")) }, () =>
        complain("unsupported scope applied to resource"),
      ),
    ]),
    ...conflicts
      .filter((pair) => pair.every((scope) => given.includes(scope)))
      .map(() => complain("conflicting scopes")),
  ];
}

function checkScopeSelector(spec: JsonObject): FieldError[] {
  const selector = getOwn(spec, "scopeSelector");
  if (!isJsonObject(selector)) return [];
  const at = path.child("scopeSelector", "matchExpressions");
  const expressions = objectsAt(selector, "matchExpressions");
  const given = expressions.map((expression) => textAt(expression, "scopeName"));
  return [
    ...expressions.flatMap((expression) => checkExpression(expression, selector, spec, at)),
    ...conflicts
      .filter((pair) => pair.every((scope) => given.includes(scope)))
      .map(() => FieldError.invalid(at, spec.scopes ?? null, "conflicting scopes")),
  ];
}

const existsOnly =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
const withValues = new Set(["PriorityClass", "VolumeAttributesClass"]);

function checkExpression(expression: JsonObject, selector: JsonObject, spec: JsonObject, at: FieldPath): FieldError[] {
  const [scope, operator] = [textAt(expression, "scopeName"), textAt(expression, "operator")];
  const values = textsAt(expression, "values");
  const isKnown = getOwn(scopes, scope) !== undefined;
  const errors = isKnown ? [] : [FieldError.invalid(at.child("scopeName"), scope, "unsupported scope")];
  for (let misfits = countMisfits(scope, objectAt(spec, "hard")); misfits > 0; misfits -= 1) {
    errors.push(StructError.invalidStruct(at, selector, "unsupported scope applied to resource", "ScopeSelector"));
  }
  if (isKnown && !withValues.has(scope) && operator !== "Exists") {
    errors.push(FieldError.invalid(at.child("operator"), operator, existsOnly));
  }
  if (operator === "In" || operator === "NotIn") {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(FieldError.required(at.child("values"), detail));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(FieldError.invalid(at.child("values"), [...values], detail));
  } else errors.push(FieldError.invalid(at.child("operator"), operator, "not a valid selector operator"));
  return errors;
}
