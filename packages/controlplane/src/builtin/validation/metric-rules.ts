/** What autoscalers measure: each metric from one source, which has a target that fits it. */
import {
  FieldError,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseQuantity,
  signOfQuantity,
  validateDns1123Label,
  validatePathSegmentName,
} from "@pintle/machinery";
import { numberAt, objectAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";
import { validateResourceName } from "./resource-rules.ts";

const types = ["ContainerResource", "External", "Object", "Pods", "Resource"];
const targetTypes = ["Utilization", "Value", "AverageValue"];

type SourceRule = (source: JsonObject, path: FieldPath) => FieldError[];

/** In the order in which the server looks: the first is looked into, others are too many. */
const sources: Readonly<Record<string, SourceRule>> = {
  object: (source, path) => [
    ...checkReference(objectAt(source, "describedObject"), path.child("describedObject"), () => true),
    ...checkMetricName(source, path),
    ...checkTarget(source, path),
    ...requireOne(source, path, ["value", "averageValue"], "must set either a target value or averageValue"),
  ],
  external: (source, path) => [
    ...checkMetricName(source, path),
    ...checkTarget(source, path),
    ...requireOne(
      source,
      path,
      ["value", "averageValue"],
      "must set either a target value for metric or a per-pod target",
    ),
    ...forbidBoth(
      source,
      path,
      ["value", "averageValue"],
      "may not set both a target value for metric and a per-pod target",
    ),
  ],
  pods: (source, path) => [
    ...checkMetricName(source, path),
    ...checkTarget(source, path),
    ...requireOne(source, path, ["averageValue"], "must specify a positive target averageValue"),
  ],
  resource: (source, path) => [
    ...(textAt(source, "name") === "" ? [FieldError.required(path.child("name"), "must specify a resource name")] : []),
    ...checkResourceTarget(source, path),
  ],
  containerResource: (source, path) => {
    const [name, container] = [textAt(source, "name"), textAt(source, "container")];
    return [
      ...(name === ""
        ? [FieldError.required(path.child("name"), "must specify a resource name")]
        : validateResourceName(name, path.child("name"))),
      ...(container === ""
        ? [FieldError.required(path.child("container"), "must specify a container")]
        : invalidAll(path.child("container"), container, validateDns1123Label(container))),
      ...checkResourceTarget(source, path),
    ];
  },
};

export function validateMetric(metric: JsonObject, path: FieldPath): FieldError[] {
  const type = textAt(metric, "type");
  const isKnown = types.includes(type);
  const unknown = isKnown ? [] : [FieldError.notSupported(path.child("type"), type, types)];
  const [first, ...others] = Object.keys(sources).filter((key) => isJsonObject(getOwn(metric, key)));
  const expected = type.charAt(0).toLowerCase() + type.slice(1);
  const missing = "must populate information for the given metric source";
  return [
    ...(type === "" ? [FieldError.required(path.child("type"), "must specify a metric source type")] : []),
    ...unknown,
    ...(first === undefined ? [] : (sources[first]?.(objectAt(metric, first), path.child(first)) ?? [])),
    ...(isKnown && !isJsonObject(getOwn(metric, expected)) ? [FieldError.required(path.child(expected), missing)] : []),
    // The server says it once when it reads the type, and again when it looks for what belongs to it.
    ...unknown,
    ...(others.length === 0 ? [] : [first ?? "", ...others])
      .filter((key) => key !== expected)
      .map((key) => FieldError.forbidden(path.child(key), "must populate the given metric source only")),
  ];
}

/** Names an object of any version that there is; `mayBeCore` says whether the core group will do. */
export function checkReference(reference: JsonObject, at: FieldPath, mayBeCore: () => boolean): FieldError[] {
  const named = ["kind", "name"].flatMap((key) => {
    const value = textAt(reference, key);
    return value === ""
      ? [FieldError.required(at.child(key), "")]
      : invalidAll(at.child(key), value, validatePathSegmentName(value));
  });
  const apiVersion = textAt(reference, "apiVersion");
  const parts = apiVersion.split("/");
  const complain = (detail: string) => [...named, FieldError.invalid(at.child("apiVersion"), apiVersion, detail)];
  if (parts.length > 2) return complain(`unexpected GroupVersion string: ${apiVersion}`);
  const isCore = parts.length < 2 || parts[0] === "";
  return isCore && !mayBeCore() ? complain("apiVersion must specify API group") : named;
}

function checkMetricName(source: JsonObject, path: FieldPath): FieldError[] {
  const name = textAt(source, "metric.name");
  const at = path.child("metric", "name");
  return name === ""
    ? [FieldError.required(at, "must specify a metric name")]
    : invalidAll(at, name, validatePathSegmentName(name));
}

function checkTarget(source: JsonObject, path: FieldPath): FieldError[] {
  const target = objectAt(source, "target");
  const at = path.child("target");
  const type = textAt(target, "type");
  const share = numberAt(target, "averageUtilization");
  return [
    ...(type === "" ? [FieldError.required(at.child("type"), "must specify a metric target type")] : []),
    ...(targetTypes.includes(type)
      ? []
      : [FieldError.invalid(at.child("type"), type, "must be either Utilization, Value, or AverageValue")]),
    ...["value", "averageValue"].flatMap((key) => {
      const amount = textAt(target, key);
      const isPositive = amount === "" || signOfQuantity(parseQuantity(amount)) > 0;
      return isPositive ? [] : [FieldError.invalid(at.child(key), amount, "must be positive")];
    }),
    ...(share !== undefined && share < 1
      ? [FieldError.invalid(at.child("averageUtilization"), share, "must be greater than 0")]
      : []),
  ];
}

function checkResourceTarget(source: JsonObject, path: FieldPath): FieldError[] {
  const keys = ["averageValue", "averageUtilization"];
  return [
    ...checkTarget(source, path),
    ...requireOne(source, path, keys, "must set either a target raw value or a target utilization"),
    ...forbidBoth(source, path, keys, "may not set both a target raw value and a target utilization"),
  ];
}

/** The last of the keys is the one that is missed. */
function requireOne(source: JsonObject, path: FieldPath, keys: readonly string[], detail: string): FieldError[] {
  const target = objectAt(source, "target");
  if (keys.some((key) => getOwn(target, key) !== undefined)) return [];
  return [FieldError.required(path.child("target", keys.at(-1) ?? ""), detail)];
}

/** The first of the keys is the one that is too many. */
function forbidBoth(source: JsonObject, path: FieldPath, keys: readonly string[], detail: string): FieldError[] {
  const target = objectAt(source, "target");
  if (!keys.every((key) => getOwn(target, key) !== undefined)) return [];
  return [FieldError.forbidden(path.child("target", keys[0] ?? ""), detail)];
}
