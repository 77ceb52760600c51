/** What is wrong with admission policies and their bindings. */
import { createExpressionJudge } from "@pintle/apiserver";
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt, valueAt } from "../json-fields.ts";
import { checkMatchConditions } from "./admission-matching.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import {
  checkAuditAnnotations,
  checkMutations,
  checkValidations,
  checkVariables,
  type JudgedPolicy,
} from "./policy-expression-rules.ts";
import {
  checkConstraints,
  checkMatchResources,
  checkMutableOperations,
  checkParamKind,
  checkParamRef,
} from "./policy-match-rules.ts";
import type { KindRules } from "./rules.ts";
import { checkStandardConditions } from "./standard-conditions.ts";

const path = fieldPath("spec");
const actions = ["Audit", "Deny", "Warn"];

interface PolicyRules extends KindRules {
  readonly validate: (object: JsonObject) => FieldError[];
  readonly validateUpdate?: (object: JsonObject, old: JsonObject) => FieldError[];
}

export const policyRules: Readonly<Record<string, PolicyRules>> = {
  "validatingadmissionpolicies.admissionregistration.k8s.io": {
    validate: (policy) => validateValidatingPolicy(policy, undefined),
    validateUpdate: (policy, old) => validateValidatingPolicy(policy, old),
    views: { status: (policy) => validatePolicyStatus(policy) },
  },
  "mutatingadmissionpolicies.admissionregistration.k8s.io": {
    validate: (policy) => validateMutatingPolicy(policy, undefined),
    validateUpdate: (policy, old) => validateMutatingPolicy(policy, old),
  },
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": {
    validate: (binding) => {
      const spec = objectAt(binding, "spec");
      return [...validateBinding(spec), ...checkActions(spec, path.child("validationActions"))];
    },
  },
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": {
    validate: (binding) => {
      const spec = objectAt(binding, "spec");
      const resources = getOwn(spec, "matchResources");
      return [...validateBinding(spec), ...checkMutableOperations(resources, path.child("matchResources"))];
    },
  },
};

function judgedPolicy(policy: JsonObject, hasVariables: boolean): JudgedPolicy {
  const spec = objectAt(policy, "spec");
  const hasParams = isJsonObject(getOwn(spec, "paramKind"));
  return { name: textAt(policy, "metadata.name"), spec, hasParams, judge: createExpressionJudge(hasVariables) };
}

function validateValidatingPolicy(object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const hasVariables = objectsAt(object, "spec.variables").length > 0;
  const policy = judgedPolicy(object, hasVariables);
  const { spec } = policy;
  const isEmpty = objectsAt(spec, "validations").length + objectsAt(spec, "auditAnnotations").length === 0;
  const nothing = "validations or auditAnnotations must contain at least one item";
  return [
    ...checkOneOf(spec, "failurePolicy", path, ["Fail", "Ignore"]),
    ...checkParamKind(spec, path.child("paramKind")),
    ...checkConstraints(spec, path.child("matchConstraints")),
    ...checkConditions(policy, old),
    ...checkVariables(policy, path.child("variables")),
    ...(isEmpty
      ? ["validations", "auditAnnotations"].map((key) => FieldError.required(path.child(key), nothing))
      : [
          ...checkValidations(policy, path.child("validations")),
          ...checkAuditAnnotations(policy, path.child("auditAnnotations")),
        ]),
  ];
}

function validateMutatingPolicy(object: JsonObject, old: JsonObject | undefined): FieldError[] {
  const policy = judgedPolicy(object, true);
  const { spec } = policy;
  const constraints = path.child("matchConstraints");
  return [
    ...checkOneOf(spec, "failurePolicy", path, ["Fail", "Ignore"]),
    ...checkParamKind(spec, path.child("paramKind")),
    ...checkConstraints(spec, constraints),
    ...checkMutableOperations(getOwn(spec, "matchConstraints"), constraints),
    ...checkConditions(policy, old),
    ...checkVariables(policy, path.child("variables")),
    ...checkMutations(policy, path.child("mutations")),
    ...checkOneOf(spec, "reinvocationPolicy", path, ["IfNeeded", "Never"]),
  ];
}

/** Conditions that stay as they are stay, whatever a newer server thinks of them. */
function checkConditions({ spec, hasParams }: JudgedPolicy, old: JsonObject | undefined): FieldError[] {
  const isSame = (key: string) =>
    old !== undefined && equalJson(getOwn(spec, key) ?? null, valueAt(old, `spec.${key}`) ?? null);
  if (isSame("matchConditions") && isSame("paramKind")) return [];
  return checkMatchConditions(spec, path.child("matchConditions"), hasParams);
}

function validateBinding(spec: JsonObject): FieldError[] {
  const policyName = textAt(spec, "policyName");
  const at = path.child("policyName");
  return [
    ...(policyName === ""
      ? [FieldError.required(at, "")]
      : invalidAll(at, policyName, validateDns1123Subdomain(policyName))),
    ...checkParamRef(spec, path.child("paramRef")),
    ...checkMatchResources(getOwn(spec, "matchResources"), path.child("matchResources")),
  ];
}

function checkActions(spec: JsonObject, at: FieldPath): FieldError[] {
  const found = textsAt(spec, "validationActions");
  if (found.length === 0) return [FieldError.required(at, "at least one validation action is required")];
  const errors = found.flatMap((action, index) => [
    ...(actions.includes(action) ? [] : [FieldError.notSupported(at.index(index), action, actions)]),
    ...(found.indexOf(action) < index ? [FieldError.duplicate(at.index(index), action)] : []),
  ]);
  if (found.includes("Deny") && found.includes("Warn")) {
    const why =
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";
    errors.push(FieldError.invalid(at, found, why));
  }
  return errors;
}

function validatePolicyStatus(policy: JsonObject): FieldError[] {
  const at = fieldPath("status", "typeChecking", "expressionWarnings");
  const warnings = objectsAt(policy, "status.typeChecking.expressionWarnings");
  return [
    ...warnings.flatMap((warning, index) => [
      ...(textAt(warning, "warning") === "" ? [FieldError.required(at.index(index).child("warning"), "")] : []),
      ...(textAt(warning, "fieldRef").trim() === ""
        ? [FieldError.required(at.index(index).child("fieldRef"), "")]
        : []),
    ]),
    ...checkStandardConditions(objectsAt(policy, "status.conditions"), fieldPath("status", "conditions")),
  ];
}
