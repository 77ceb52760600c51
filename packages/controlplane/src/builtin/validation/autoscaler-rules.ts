/** Autoscalers: what they scale, between which bounds, and by which metrics. */
import {
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  validatePathSegmentName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt } from "../json-fields.ts";
import { checkOneOf, invalidAll } from "./checks.ts";
import type { KindRules } from "./rules.ts";

const path = fieldPath("spec");
const metricTypes = ["ContainerResource", "External", "Object", "Pods", "Resource"];

export const autoscalerRules: Readonly<Record<string, KindRules>> = {
  "horizontalpodautoscalers.autoscaling": { validate: validateAutoscaler },
};

function validateAutoscaler(autoscaler: JsonObject): FieldError[] {
  const spec = objectAt(autoscaler, "spec");
  const [least, most] = [numberAt(spec, "minReplicas"), numberAt(spec, "maxReplicas") ?? 0];
  const metrics = objectsAt(spec, "metrics");
  const canBeZero = metrics.some(({ type }) => type === "Object" || type === "External");
  return [
    ...(least !== undefined && least < 1
      ? [FieldError.invalid(path.child("minReplicas"), least, "must be greater than or equal to 1")]
      : []),
    ...(most < 1 ? [FieldError.required(path.child("maxReplicas"), "must be set and greater than 0")] : []),
    ...(least !== undefined && most < least
      ? [FieldError.invalid(path.child("maxReplicas"), most, "must be greater than or equal to `minReplicas`")]
      : []),
    ...checkTarget(objectAt(spec, "scaleTargetRef"), path.child("scaleTargetRef")),
    ...metrics.flatMap((metric, index) => checkMetric(metric, path.child("metrics").index(index))),
    ...(least === 0 && !canBeZero
      ? [
          FieldError.forbidden(
            path.child("metrics"),
            "must specify at least one Object or External metric to support scaling to zero replicas",
          ),
        ]
      : []),
  ];
}

function checkTarget(target: JsonObject, at: FieldPath): FieldError[] {
  const named = ["kind", "name"].flatMap((key) => {
    const value = textAt(target, key);
    return value === ""
      ? [FieldError.required(at.child(key), "")]
      : invalidAll(at.child(key), value, validatePathSegmentName(value));
  });
  const apiVersion = textAt(target, "apiVersion");
  const isCore = textAt(target, "kind") === "ReplicationController" && apiVersion === "v1";
  if (isCore || apiVersion.includes("/")) return named;
  return [...named, FieldError.invalid(at.child("apiVersion"), apiVersion, "apiVersion must specify API group")];
}

function checkMetric(metric: JsonObject, at: FieldPath): FieldError[] {
  const type = textAt(metric, "type");
  const errors = type === "" ? [FieldError.required(at.child("type"), "must specify a metric source type")] : [];
  if (type !== "" && !metricTypes.includes(type)) errors.push(...checkOneOf(metric, "type", at, metricTypes));
  const source = type.charAt(0).toLowerCase() + type.slice(1);
  if (metricTypes.includes(type) && !isJsonObject(getOwn(metric, source))) {
    errors.push(FieldError.required(at.child(source), "must populate information for the given metric source"));
  }
  return errors;
}
