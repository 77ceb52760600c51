/** Metrics of autoscaling/v2 in the older form in which annotations of v1 carry them, and back. */
import { isJsonObject, isZeroQuantity, type JsonObject, type JsonValue, quantityFromJson } from "@pintle/machinery";
import { objectAt, valueAt } from "../json-fields.ts";

type Convert = (source: JsonObject) => Readonly<Record<string, JsonValue | undefined>>;

const resource = (source: JsonObject) => ({ name: valueAt(source, "name"), container: valueAt(source, "container") });

const toV1: Readonly<Record<string, Convert>> = {
  resource: targetToV1,
  containerResource: targetToV1,
  pods: (source) => ({ ...metricName(source), targetAverageValue: valueAt(source, "target.averageValue") ?? "0" }),
  object: (source) => ({
    target: objectAt(source, "describedObject"),
    ...metricName(source),
    targetValue: valueAt(source, "target.value") ?? "0",
    averageValue: valueAt(source, "target.averageValue"),
  }),
  external: (source) => ({
    metricName: valueAt(source, "metric.name"),
    metricSelector: valueAt(source, "metric.selector"),
    targetValue: valueAt(source, "target.value"),
    targetAverageValue: valueAt(source, "target.averageValue"),
  }),
};

const fromV1: Readonly<Record<string, Convert>> = {
  resource: targetFromV1,
  containerResource: targetFromV1,
  pods: (source) => ({
    metric: metricOf(source),
    target: { type: "AverageValue", averageValue: source.targetAverageValue ?? "0" },
  }),
  object: (source) => ({
    describedObject: objectAt(source, "target"),
    metric: metricOf(source),
    target: objectTarget(source),
  }),
  external: (source) => {
    const type = source.targetValue === undefined ? "AverageValue" : "Value";
    return {
      metric: metricOf(source),
      target: defined({ type, value: source.targetValue, averageValue: source.targetAverageValue }),
    };
  },
};

const statusToV1: Readonly<Record<string, Convert>> = {
  resource: currentToV1,
  containerResource: currentToV1,
  pods: (source) => ({ ...metricName(source), currentAverageValue: valueAt(source, "current.averageValue") ?? "0" }),
  object: (source) => ({
    target: objectAt(source, "describedObject"),
    ...metricName(source),
    currentValue: valueAt(source, "current.value") ?? "0",
    averageValue: valueAt(source, "current.averageValue"),
  }),
  external: (source) => ({
    metricName: valueAt(source, "metric.name"),
    metricSelector: valueAt(source, "metric.selector"),
    currentValue: valueAt(source, "current.value") ?? "0",
    currentAverageValue: valueAt(source, "current.averageValue"),
  }),
};

const statusFromV1: Readonly<Record<string, Convert>> = {
  resource: currentFromV1,
  containerResource: currentFromV1,
  pods: (source) => ({ metric: metricOf(source), current: defined({ averageValue: source.currentAverageValue }) }),
  object: (source) => ({
    describedObject: objectAt(source, "target"),
    metric: metricOf(source),
    current: defined({ value: source.currentValue, averageValue: source.averageValue }),
  }),
  external: (source) => ({
    metric: metricOf(source),
    current: defined({ value: source.currentValue, averageValue: source.currentAverageValue }),
  }),
};

export const metricToV1 = (metric: JsonObject): JsonObject => convertSources(metric, toV1);
export const metricFromV1 = (metric: JsonObject): JsonObject => convertSources(metric, fromV1);
export const metricStatusToV1 = (metric: JsonObject): JsonObject => convertSources(metric, statusToV1);
export const metricStatusFromV1 = (metric: JsonObject): JsonObject => convertSources(metric, statusFromV1);

function convertSources(metric: JsonObject, converts: Readonly<Record<string, Convert>>): JsonObject {
  const converted: JsonObject = { type: metric.type ?? "" };
  for (const [key, convert] of Object.entries(converts)) {
    const source = metric[key];
    if (isJsonObject(source)) converted[key] = defined(convert(source));
  }
  return converted;
}

function targetToV1(source: JsonObject): Record<string, JsonValue | undefined> {
  return {
    ...resource(source),
    targetAverageUtilization: valueAt(source, "target.averageUtilization"),
    targetAverageValue: valueAt(source, "target.averageValue"),
  };
}

function targetFromV1(source: JsonObject): Record<string, JsonValue | undefined> {
  const { targetAverageUtilization: averageUtilization, targetAverageValue: averageValue } = source;
  const type = averageUtilization === undefined ? "AverageValue" : "Utilization";
  return { ...resource(source), target: defined({ type, averageValue, averageUtilization }) };
}

function currentToV1(source: JsonObject): Record<string, JsonValue | undefined> {
  return {
    ...resource(source),
    currentAverageUtilization: valueAt(source, "current.averageUtilization"),
    currentAverageValue: valueAt(source, "current.averageValue") ?? "0",
  };
}

function currentFromV1(source: JsonObject): Record<string, JsonValue | undefined> {
  const { currentAverageUtilization: averageUtilization, currentAverageValue: averageValue } = source;
  return { ...resource(source), current: defined({ averageValue, averageUtilization }) };
}

function metricName(source: JsonObject): Record<string, JsonValue | undefined> {
  return { metricName: valueAt(source, "metric.name"), selector: valueAt(source, "metric.selector") };
}

function metricOf(source: JsonObject): JsonObject {
  return defined({ name: source.metricName ?? "", selector: source.selector ?? source.metricSelector });
}

function objectTarget({ averageValue, targetValue }: JsonObject): JsonObject {
  if (averageValue === undefined) return { type: "Value", value: targetValue ?? "0" };
  const isGiven = targetValue !== undefined && !isZeroQuantity(quantityFromJson(String(targetValue)));
  return defined({ type: "AverageValue", value: isGiven ? targetValue : undefined, averageValue });
}

function defined(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries(values).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
