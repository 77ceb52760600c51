/**
 * HorizontalPodAutoscalers are kept as autoscaling/v2; v1 knows one metric, the CPU, and carries all else in annotations.
 *
 * The annotations hold metrics in a form of their own, which no version serves, so that nothing is lost on the way there and back.
 */
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, withField, withValueAt } from "../json-fields.ts";
import { metricFromV1, metricStatusFromV1, metricStatusToV1, metricToV1 } from "./convert-metric.ts";

const prefix = "autoscaling.alpha.kubernetes.io/";
const carried = ["metrics", "current-metrics", "conditions", "behavior"].map((name) => prefix + name);

/** From v2. */
export function autoscalerToV1(autoscaler: JsonObject): JsonObject {
  const { metrics: _, behavior, ...spec } = objectAt(autoscaler, "spec");
  const metrics = objectsAt(autoscaler, "spec.metrics");
  const cpu = metrics.findLast(isCpuUtilization);
  const others = metrics.filter((metric) => !isCpuUtilization(metric));
  const utilization = cpu && numberAt(cpu, "resource.target.averageUtilization");
  const { currentMetrics: __, conditions, ...status } = objectAt(autoscaler, "status");
  const current = objectsAt(autoscaler, "status.currentMetrics");
  const currentUtilization = current
    .filter(isCpuStatus)
    .map((metric) => numberAt(metric, "resource.current.averageUtilization"));
  const annotations = withTexts(withoutCarried(autoscaler), {
    metrics: others.length > 0 ? others.map(metricToV1) : undefined,
    "current-metrics": current.length > 0 ? current.map(metricStatusToV1) : undefined,
    behavior: isJsonObject(behavior) ? toGoBehavior(behavior) : undefined,
    conditions: Array.isArray(conditions) && conditions.length > 0 ? conditions : undefined,
  });
  return {
    ...withAnnotations(autoscaler, annotations),
    spec: withField(spec, "targetCPUUtilizationPercentage", utilization),
    status: withField(status, "currentCPUUtilizationPercentage", currentUtilization.at(-1)),
    apiVersion: "autoscaling/v1",
  };
}

/** To v2. */
export function autoscalerFromV1(autoscaler: JsonObject): JsonObject {
  const { targetCPUUtilizationPercentage: utilization, ...spec } = objectAt(autoscaler, "spec");
  const { currentCPUUtilizationPercentage: currentUtilization, ...status } = objectAt(autoscaler, "status");
  const read = (name: string) => readAnnotation(autoscaler, name);
  const metrics = [
    ...itemsOf(read("metrics")).map(metricFromV1),
    ...(utilization === undefined ? [] : [cpuMetric(utilization)]),
  ];
  const current = read("current-metrics");
  const behavior = read("behavior");
  const conditions = read("conditions");
  let converted = withAnnotations(autoscaler, withoutCarried(autoscaler));
  converted = withField(converted, "spec", { ...spec, metrics: metrics.length > 0 ? metrics : [cpuMetric(80)] });
  converted = withField(converted, "status", status);
  if (isJsonObject(behavior) && Object.keys(behavior).length > 0) {
    converted = withValueAt(converted, "spec.behavior", fromGoBehavior(behavior));
  }
  if (Array.isArray(current)) {
    converted = withValueAt(converted, "status.currentMetrics", itemsOf(current).map(metricStatusFromV1));
  } else if (currentUtilization !== undefined) {
    converted = withValueAt(converted, "status.currentMetrics", [cpuStatus(currentUtilization)]);
  }
  if (Array.isArray(conditions)) converted = withValueAt(converted, "status.conditions", conditions);
  return { ...converted, apiVersion: "autoscaling/v2" };
}

function isCpuUtilization(metric: JsonObject): boolean {
  const isCpu = metric.type === "Resource" && textAt(metric, "resource.name") === "cpu";
  return isCpu && numberAt(metric, "resource.target.averageUtilization") !== undefined;
}

function isCpuStatus(metric: JsonObject): boolean {
  const isCpu = metric.type === "Resource" && textAt(metric, "resource.name") === "cpu";
  return isCpu && numberAt(metric, "resource.current.averageUtilization") !== undefined;
}

function cpuMetric(averageUtilization: JsonValue): JsonObject {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

function cpuStatus(averageUtilization: JsonValue): JsonObject {
  return { type: "Resource", resource: { name: "cpu", current: { averageUtilization } } };
}

function withoutCarried(autoscaler: JsonObject): JsonObject {
  const annotations = objectAt(autoscaler, "metadata.annotations");
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !carried.includes(name)));
}

function withTexts(annotations: JsonObject, values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[prefix + name, writeJson(value)] as const],
  );
  return texts.length === 0 ? annotations : { ...annotations, ...Object.fromEntries(texts) };
}

function withAnnotations(autoscaler: JsonObject, annotations: JsonObject): JsonObject {
  const isEmpty = Object.keys(annotations).length === 0;
  return withValueAt(autoscaler, "metadata.annotations", isEmpty ? undefined : annotations);
}

/** What cannot be read is left alone, as if it were not there. */
function readAnnotation(autoscaler: JsonObject, name: string): JsonValue | undefined {
  const text = objectAt(autoscaler, "metadata.annotations")[prefix + name];
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function itemsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

const policyKeys = ["ScaleUp", "ScaleDown"];

/** The behaviour is written as Go's own type prints it, which has no names for JSON: every field, in upper case. */
function toGoBehavior(behavior: JsonObject): JsonObject {
  return Object.fromEntries(policyKeys.map((key) => [key, toGoRules(behavior[lowerFirst(key)])]));
}

function toGoRules(rules: JsonValue | undefined): JsonValue {
  if (!isJsonObject(rules)) return null;
  const policies = objectsAt(rules, "policies").map(({ type, value, periodSeconds }) => ({
    Type: type ?? "",
    Value: value ?? 0,
    PeriodSeconds: periodSeconds ?? 0,
  }));
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies: rules.policies === undefined ? null : policies,
    Tolerance: rules.tolerance ?? null,
  };
}

function fromGoBehavior(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(fromGoBehavior);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [lowerFirst(key), fromGoBehavior(entry)]));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
