/** What a HorizontalPodAutoscaler measures, of what it aims at: `cpu: 40%/50%, memory: <unknown>/1Gi + 1 more...`. */
import { isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { formatFirstOf } from "./list-cells.ts";
import { formatQuantityCell } from "./quantity-cells.ts";

const shownMetrics = 2;

/** Where a type of metric keeps its source, and how its target is shown. */
const formats: ReadonlyMap<string, { readonly field: string; readonly format: FormatTarget }> = new Map([
  ["External", { field: "external", format: formatValueTarget }],
  ["Object", { field: "object", format: formatValueTarget }],
  ["Pods", { field: "pods", format: formatPodsTarget }],
  ["Resource", { field: "resource", format: formatResourceTarget }],
  ["ContainerResource", { field: "containerResource", format: formatResourceTarget }],
]);

/** `current` is absent until something was measured. */
type FormatTarget = (source: JsonObject, current: JsonObject | undefined) => string;

export function formatMetricTargets(scaler: JsonObject): string {
  const metrics = objectsAt(scaler, "spec.metrics");
  if (metrics.length === 0) return "<none>";
  const statuses = objectsAt(scaler, "status.currentMetrics");
  const targets = metrics.map((metric, index) => {
    const known = formats.get(textAt(metric, "type"));
    if (!known) return "<unknown type>";
    const status = valueAt(statuses[index] ?? {}, known.field);
    return known.format(objectAt(metric, known.field), isJsonObject(status) ? objectAt(status, "current") : undefined);
  });
  return formatFirstOf(targets, shownMetrics, ", ");
}

function formatValueTarget(source: JsonObject, current: JsonObject | undefined): string {
  const average = quantityAt(source, "target.averageValue");
  if (average === undefined) return `${measuredOr(current, "value")}/${absentOr(quantityAt(source, "target.value"))}`;
  return `${(current && quantityAt(current, "averageValue")) ?? "<unknown>"}/${average} (avg)`;
}

function formatPodsTarget(source: JsonObject, current: JsonObject | undefined): string {
  return `${measuredOr(current, "averageValue")}/${absentOr(quantityAt(source, "target.averageValue"))}`;
}

function formatResourceTarget(source: JsonObject, current: JsonObject | undefined): string {
  const name = textAt(source, "name");
  const average = quantityAt(source, "target.averageValue");
  if (average !== undefined) return `${name}: ${measuredOr(current, "averageValue")}/${average}`;
  const use = current && numberAt(current, "averageUtilization");
  const target = numberAt(source, "target.averageUtilization");
  return `${name}: ${percentOr(use, "<unknown>")}/${percentOr(target, "<auto>")}`;
}

/** Go prints a quantity that is not there as `<nil>`, but what is measured is looked at only once there is a status. */
function measuredOr(current: JsonObject | undefined, path: string): string {
  return current ? absentOr(quantityAt(current, path)) : "<unknown>";
}

function absentOr(quantity: string | undefined): string {
  return quantity ?? "<nil>";
}

function percentOr(use: number | undefined, words: string): string {
  return use === undefined ? words : `${use}%`;
}

function quantityAt(object: JsonObject, path: string): string | undefined {
  const value: JsonValue | undefined = valueAt(object, path);
  return value === undefined || value === null ? undefined : formatQuantityCell(value);
}
