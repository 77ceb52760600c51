/** Autoscalers: what they scale, between which bounds, by which metrics and how fast. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkNotNegative, checkOneOfIfSet } from "./checks.ts";
import { checkReference, validateMetric } from "./metric-rules.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const maxPeriodSeconds = 1800;
const maxWindowSeconds = 3600;

export const autoscalerRules: Readonly<Record<string, KindRules>> = {
  "horizontalpodautoscalers.autoscaling": {
    validate: (autoscaler) => validateAutoscaler(autoscaler, undefined),
    validateUpdate: validateAutoscaler,
    views: {
      status: (autoscaler) =>
        checkNotNegative(objectAt(autoscaler, "status"), fieldPath("status"), "currentReplicas", "desiredReplicas"),
    },
  },
};

function validateAutoscaler(autoscaler: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = objectAt(autoscaler, "spec");
  const metrics = objectsAt(spec, "metrics");
  const canBeZero = metrics.some(({ type }) => type === "Object" || type === "External");
  const behavior = getOwn(spec, "behavior");
  return [
    ...checkBounds(spec, old),
    ...checkScaled(objectAt(spec, "scaleTargetRef"), old && objectAt(old, "spec.scaleTargetRef")),
    ...metrics.flatMap((metric, index) => validateMetric(metric, path.child("metrics").index(index))),
    ...(numberAt(spec, "minReplicas") === 0 && !canBeZero
      ? [
          FieldError.forbidden(
            path.child("metrics"),
            "must specify at least one Object or External metric to support scaling to zero replicas",
          ),
        ]
      : []),
    ...(isJsonObject(behavior)
      ? ["scaleUp", "scaleDown"].flatMap((key) => checkRules(behavior[key], path.child("behavior", key)))
      : []),
  ];
}

function checkBounds(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  const [least, most] = [numberAt(spec, "minReplicas"), numberAt(spec, "maxReplicas") ?? 0];
  const bound = old && numberAt(old, "spec.minReplicas") === 0 ? 0 : 1;
  const errors: FieldError[] = [];
  if (least !== undefined && least < bound) {
    errors.push(FieldError.invalid(path.child("minReplicas"), least, `must be greater than or equal to ${bound}`));
  }
  if (most === 0) errors.push(FieldError.required(path.child("maxReplicas"), "must be set and greater than 0"));
  if (most < 0) errors.push(FieldError.invalid(path.child("maxReplicas"), most, "must be greater than or equal to 1"));
  if (least !== undefined && most < least) {
    errors.push(FieldError.invalid(path.child("maxReplicas"), most, "must be greater than or equal to `minReplicas`"));
  }
  return errors;
}

/** The version is not looked at again where it is as before. */
function checkScaled(target: JsonObject, old: JsonObject | undefined): FieldError[] {
  const isKept = old?.kind === target.kind && old?.apiVersion === target.apiVersion;
  const checked = isKept ? { ...target, apiVersion: "" } : target;
  const mayBeCore = () => isKept || target.kind === "ReplicationController";
  return checkReference(checked, path.child("scaleTargetRef"), mayBeCore);
}

function checkRules(rules: unknown, at: FieldPath): FieldError[] {
  if (!isJsonObject(rules)) return [];
  const errors: FieldError[] = [];
  const windowSeconds = numberAt(rules, "stabilizationWindowSeconds");
  const complain = (detail: string) =>
    errors.push(FieldError.invalid(at.child("stabilizationWindowSeconds"), windowSeconds, detail));
  if (windowSeconds !== undefined && windowSeconds < 0) complain("must be greater than or equal to zero");
  if (windowSeconds !== undefined && windowSeconds > maxWindowSeconds) {
    complain(`must be less than or equal to ${maxWindowSeconds}`);
  }
  errors.push(...checkOneOfIfSet(rules, "selectPolicy", at, ["Disabled", "Max", "Min"]));
  const policies = objectsAt(rules, "policies");
  if (policies.length === 0) errors.push(FieldError.required(at.child("policies"), "must specify at least one Policy"));
  errors.push(...policies.flatMap((policy, index) => checkPolicy(policy, at.child("policies").index(index))));
  const tolerance = textAt(rules, "tolerance");
  if (tolerance !== "" && signOfQuantity(parseQuantity(tolerance)) < 0) {
    errors.push(FieldError.invalid(at.child("tolerance"), tolerance, "must be greater than or equal to 0"));
  }
  return errors;
}

function checkPolicy(policy: JsonObject, at: FieldPath): FieldError[] {
  const type = textAt(policy, "type");
  const [value, period] = [numberAt(policy, "value") ?? 0, numberAt(policy, "periodSeconds") ?? 0];
  const positive = "must be greater than zero";
  return [
    ...(type === "Pods" || type === "Percent"
      ? []
      : [FieldError.notSupported(at.child("type"), type, ["Percent", "Pods"])]),
    ...(value > 0 ? [] : [FieldError.invalid(at.child("value"), value, positive)]),
    ...(period > 0 ? [] : [FieldError.invalid(at.child("periodSeconds"), period, positive)]),
    ...(period > maxPeriodSeconds
      ? [FieldError.invalid(at.child("periodSeconds"), period, `must be less than or equal to ${maxPeriodSeconds}`)]
      : []),
  ];
}
