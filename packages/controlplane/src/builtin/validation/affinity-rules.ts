/** Where pods want to run: near nodes, near or away from other pods, spread over domains. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateLabelValue,
  validateNamespaceName,
  validateQualifiedName,
} from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkOneOfIfSet, invalidAll } from "./checks.ts";
import { validateLabelKeys } from "./label-key-rules.ts";
import { checkSelector } from "./label-selectors.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

export function validateAffinity(spec: JsonObject, path: FieldPath): FieldError[] {
  const affinity = getOwn(spec, "affinity");
  const constraints = objectsAt(spec, "topologySpreadConstraints");
  // Most pods say neither.
  if (!isJsonObject(affinity) && constraints.length === 0) return [];
  return [
    ...(isJsonObject(affinity) ? checkAffinity(affinity, path.child("affinity")) : []),
    ...checkSpread(constraints, path.child("topologySpreadConstraints")),
  ];
}

function checkAffinity(affinity: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkNodeAffinity(objectAt(affinity, "nodeAffinity"), path.child("nodeAffinity")),
    ...["podAffinity", "podAntiAffinity"].flatMap((key) => checkPodAffinity(objectAt(affinity, key), path.child(key))),
  ];
}

function checkNodeAffinity(affinity: JsonObject, path: FieldPath): FieldError[] {
  const selector = getOwn(affinity, required);
  return [
    ...(isJsonObject(selector) ? validateNodeSelector(selector, path.child(required)) : []),
    ...objectsAt(affinity, preferred).flatMap((preference, index) => [
      ...checkWeight(preference, path.child(preferred).index(index)),
      ...checkTerm(objectAt(preference, "preference"), path.child(preferred).index(index).child("preference")),
    ]),
  ];
}

export function validateNodeSelector(selector: JsonObject, path: FieldPath): FieldError[] {
  const at = path.child("nodeSelectorTerms");
  const terms = objectsAt(selector, "nodeSelectorTerms");
  if (terms.length === 0) return [FieldError.required(at, "must have at least one node selector term")];
  return terms.flatMap((term, index) => checkTerm(term, at.index(index)));
}

function checkWeight(preference: JsonObject, path: FieldPath): FieldError[] {
  const weight = numberAt(preference, "weight") ?? 0;
  return weight >= 1 && weight <= 100
    ? []
    : [FieldError.invalid(path.child("weight"), weight, "must be in the range 1-100")];
}

function checkTerm(term: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...objectsAt(term, "matchExpressions").flatMap((requirement, index) =>
      checkExpression(requirement, path.child("matchExpressions").index(index)),
    ),
    ...objectsAt(term, "matchFields").flatMap((requirement, index) =>
      checkField(requirement, path.child("matchFields").index(index)),
    ),
  ];
}

function checkExpression(requirement: JsonObject, path: FieldPath): FieldError[] {
  const [key, values] = [textAt(requirement, "key"), textsAt(requirement, "values")];
  return [
    ...checkNodeOperator(textAt(requirement, "operator"), values, path),
    ...invalidAll(path.child("key"), key, validateQualifiedName(key)),
    ...values.flatMap((value, index) =>
      invalidAll(path.child("values").index(index), value, validateLabelValue(value)),
    ),
  ];
}

function checkNodeOperator(operator: string, values: readonly string[], path: FieldPath): FieldError[] {
  const at = path.child("values");
  switch (operator) {
    case "In":
    case "NotIn":
      return values.length > 0 ? [] : [FieldError.required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return values.length === 0
        ? []
        : [FieldError.forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case "Gt":
    case "Lt":
      return values.length === 1
        ? []
        : [FieldError.required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [FieldError.invalid(path.child("operator"), operator, "not a valid selector operator")];
  }
}

function checkField(requirement: JsonObject, path: FieldPath): FieldError[] {
  const [key, operator] = [textAt(requirement, "key"), textAt(requirement, "operator")];
  const errors: FieldError[] = [];
  if (operator !== "In" && operator !== "NotIn") {
    errors.push(FieldError.invalid(path.child("operator"), operator, "not a valid selector operator"));
  } else if (listAt(requirement, "values").length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(FieldError.required(path.child("values"), detail));
  }
  if (key !== "metadata.name")
    errors.push(FieldError.invalid(path.child("key"), key, "not a valid field selector key"));
  return errors;
}

function checkPodAffinity(affinity: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...objectsAt(affinity, required).flatMap((term, index) => checkPodTerm(term, path.child(required).index(index))),
    ...objectsAt(affinity, preferred).flatMap((preference, index) => {
      const at = path.child(preferred).index(index);
      return [
        ...checkWeight(preference, at),
        ...checkPodTerm(objectAt(preference, "podAffinityTerm"), at.child("podAffinityTerm")),
      ];
    }),
  ];
}

function checkPodTerm(term: JsonObject, path: FieldPath): FieldError[] {
  const key = textAt(term, "topologyKey");
  return [
    ...checkSelector(getOwn(term, "labelSelector"), path.child("labelSelector")),
    ...checkSelector(getOwn(term, "namespaceSelector"), path.child("namespaceSelector")),
    ...textsAt(term, "namespaces").flatMap((name) =>
      invalidAll(path.child("namespace"), name, validateNamespaceName(name)),
    ),
    ...validateLabelKeys(term, path),
    ...(key === "" ? [FieldError.required(path.child("topologyKey"), "can not be empty")] : []),
    ...invalidAll(path.child("topologyKey"), key, validateQualifiedName(key)),
  ];
}

const actions = ["DoNotSchedule", "ScheduleAnyway"];

function checkSpread(constraints: readonly JsonObject[], path: FieldPath): FieldError[] {
  return constraints.flatMap((constraint, index) => {
    const at = path.index(index);
    const pair = `{${textAt(constraint, "topologyKey")}, ${textAt(constraint, "whenUnsatisfiable")}}`;
    const isTaken = constraints
      .slice(index + 1)
      .some((other) => pair === `{${textAt(other, "topologyKey")}, ${textAt(other, "whenUnsatisfiable")}}`);
    return [
      ...checkConstraint(constraint, at),
      ...(isTaken ? [FieldError.duplicate(at.child("{topologyKey, whenUnsatisfiable}"), pair)] : []),
    ];
  });
}

function checkConstraint(constraint: JsonObject, path: FieldPath): FieldError[] {
  const [skew, domains] = [numberAt(constraint, "maxSkew") ?? 0, numberAt(constraint, "minDomains")];
  const action = textAt(constraint, "whenUnsatisfiable");
  const positive = (key: string, value: number | undefined) =>
    value === undefined || value > 0 ? [] : [FieldError.invalid(path.child(key), value, "must be greater than zero")];
  const isVain = domains !== undefined && action !== "DoNotSchedule";
  return [
    ...positive("maxSkew", skew),
    ...(textAt(constraint, "topologyKey") === ""
      ? [FieldError.required(path.child("topologyKey"), "can not be empty")]
      : []),
    ...(actions.includes(action) ? [] : [FieldError.notSupported(path.child("whenUnsatisfiable"), action, actions)]),
    ...positive("minDomains", domains),
    ...(isVain
      ? [
          FieldError.invalid(
            path.child("minDomains"),
            domains,
            `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`,
          ),
        ]
      : []),
    ...checkOneOfIfSet(constraint, "nodeAffinityPolicy", path, ["Honor", "Ignore"]),
    ...checkOneOfIfSet(constraint, "nodeTaintsPolicy", path, ["Honor", "Ignore"]),
    ...validateLabelKeys(constraint, path),
    ...checkSelector(getOwn(constraint, "labelSelector"), path.child("labelSelector")),
  ];
}
