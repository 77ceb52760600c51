/** Kinds with little to say: namespaces, leases, events, budgets, autoscalers. */
import {
  FieldError,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from "../json-fields.ts";
import {
  checkAtMost100Percent,
  checkImmutable,
  checkIntOrPercent,
  checkNotNegative,
  checkOneOfIfSet,
  invalidAll,
} from "./checks.ts";
import { validateConditions } from "./condition-rules.ts";
import { checkSelector } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("spec");

export const smallRules: Readonly<Record<string, KindRules>> = {
  namespaces: {
    validate: (namespace) => checkFinalizers(namespace, false),
    views: { status: checkPhase, finalize: (namespace) => checkFinalizers(namespace, true) },
  },
  "leases.coordination.k8s.io": { validate: validateLease },
  "poddisruptionbudgets.policy": { validate: validateBudget, views: { status: validateBudgetStatus } },
  events: { validate: (event) => validateLegacyEvent(event, "reportingComponent") },
  "events.events.k8s.io": {
    validate: (event) => [...validateLegacyEvent(event, "reportingController"), ...validateNewEvent(event)],
    validateUpdate: (event, old) => [...validateLegacyEvent(event, "reportingController"), ...keepEvent(event, old)],
  },
};

/** Only where they are changed, the server says which of them is wrong. */
function checkFinalizers(namespace: JsonObject, hasIndex: boolean): FieldError[] {
  return textsAt(namespace, "spec.finalizers").flatMap((name, index) => {
    const at = hasIndex ? path.child("finalizers").index(index) : path.child("finalizers");
    const isKnown = name === "kubernetes" || name === "orphan" || name === "foregroundDeletion" || name.includes("/");
    return [
      ...invalidAll(at, name, validateQualifiedName(name)),
      ...(isKnown
        ? []
        : [FieldError.invalid(at, name, "name is neither a standard finalizer name nor is it fully qualified")]),
    ];
  });
}

/** The phase and the beginning of the deletion say the same. */
function checkPhase(namespace: JsonObject): FieldError[] {
  const phase = textAt(namespace, "status.phase");
  const isDeleted = textAt(namespace, "metadata.deletionTimestamp") !== "";
  const expected = isDeleted ? "Terminating" : "Active";
  if (phase === expected) return [];
  const state = isDeleted ? "is not empty" : "is empty";
  const detail = `may only be '${expected}' if \`deletionTimestamp\` ${state}`;
  return [FieldError.invalid(fieldPath("status", "Phase"), phase, detail)];
}

function validateLease(lease: JsonObject): FieldError[] {
  const spec = objectAt(lease, "spec");
  const seconds = numberAt(spec, "leaseDurationSeconds");
  return [
    ...(seconds !== undefined && seconds <= 0
      ? [FieldError.invalid(path.child("leaseDurationSeconds"), seconds, "must be greater than 0")]
      : []),
    ...checkNotNegative(spec, path, "leaseTransitions"),
  ];
}

function validateBudget(budget: JsonObject): FieldError[] {
  const spec = objectAt(budget, "spec");
  const { minAvailable, maxUnavailable } = spec;
  const check = (key: string) => {
    const value = getOwn(spec, key);
    if (value === undefined) return [];
    return [...checkIntOrPercent(value, path.child(key)), ...checkAtMost100Percent(value, path.child(key))];
  };
  const isBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(isBoth
      ? [
          new StructError(
            "FieldValueInvalid",
            path,
            printBudget(spec),
            "minAvailable and maxUnavailable cannot be both set",
          ),
        ]
      : []),
    ...check("minAvailable"),
    ...check("maxUnavailable"),
    ...checkSelector(spec.selector, path.child("selector")),
    ...checkOneOfIfSet(spec, "unhealthyPodEvictionPolicy", path, ["AlwaysAllow", "IfHealthyBudget"]),
  ];
}

function validateBudgetStatus(budget: JsonObject): FieldError[] {
  const at = fieldPath("status");
  const counts = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];
  return [
    ...validateConditions(objectsAt(budget, "status.conditions"), at.child("conditions")),
    ...checkNotNegative(objectAt(budget, "status"), at, ...counts),
  ];
}

function printBudget({
  minAvailable = null,
  selector = null,
  maxUnavailable = null,
  unhealthyPodEvictionPolicy = null,
}: JsonObject): JsonObject {
  return {
    MinAvailable: minAvailable,
    Selector: selector,
    MaxUnavailable: maxUnavailable,
    UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy,
  };
}

function validateLegacyEvent(event: JsonObject, controllerField: string): FieldError[] {
  const [namespace, involved] = [textAt(event, "metadata.namespace"), textAt(event, "involvedObject.namespace")];
  const isNew = textAt(event, "eventTime") !== "";
  const isLost = isNew
    ? involved === "" && namespace !== "default" && namespace !== "kube-system"
    : involved === ""
      ? namespace !== "default"
      : involved !== namespace;
  const at = fieldPath("involvedObject", "namespace");
  const errors = isLost ? [FieldError.invalid(at, involved, "does not match event.namespace")] : [];
  return isNew ? [...errors, ...checkNewFields(event, controllerField)] : errors;
}

function checkNewFields(event: JsonObject, controllerField: string): FieldError[] {
  const controller = textAt(event, "reportingComponent");
  const limits: Readonly<Record<string, number>> = { reportingInstance: 128, action: 128, reason: 128 };
  const tooLong = (key: string, most: number) =>
    textAt(event, key).length > most
      ? [FieldError.invalid(fieldPath(key), "", `can have at most ${most} characters`)]
      : [];
  return [
    ...(controller === "" ? [FieldError.required(fieldPath(controllerField), "")] : []),
    ...invalidAll(fieldPath(controllerField), controller, validateQualifiedName(controller)),
    ...Object.entries(limits).flatMap(([key, most]) => [
      ...(textAt(event, key) === "" ? [FieldError.required(fieldPath(key), "")] : []),
      ...tooLong(key, most),
    ]),
    ...tooLong("message", 1024),
  ];
}

function validateNewEvent(event: JsonObject): FieldError[] {
  const type = textAt(event, "type");
  const unset = ["firstTimestamp", "lastTimestamp", "count"].filter((key) => getOwn(event, key));
  const hasSource = textAt(event, "source.component") !== "" || textAt(event, "source.host") !== "";
  return [
    ...checkSeries(event),
    ...(textAt(event, "eventTime") === "" ? [FieldError.required(fieldPath("eventTime"), "")] : []),
    ...(type === "Normal" || type === "Warning"
      ? []
      : [FieldError.invalid(fieldPath("type"), "", `has invalid value: ${type}`)]),
    ...[...unset, ...(hasSource ? ["source"] : [])].map((key) =>
      FieldError.invalid(fieldPath(key), "", "needs to be unset"),
    ),
  ];
}

function checkSeries(event: JsonObject): FieldError[] {
  if (valueAt(event, "series") === undefined) return [];
  return [
    ...((numberAt(event, "series.count") ?? 0) < 2
      ? [FieldError.invalid("series.count", "", "should be at least 2")]
      : []),
    ...(textAt(event, "series.lastObservedTime") === "" ? [FieldError.required("series.lastObservedTime", "")] : []),
  ];
}

/** What stays of an event, with what Go has where nothing is, or the struct that it is. */
const kept: Readonly<Record<string, { readonly absent?: JsonValue; readonly struct?: string }>> = {
  involvedObject: { struct: "ObjectReference" },
  reason: { absent: "" },
  message: { absent: "" },
  source: { struct: "EventSource" },
  firstTimestamp: {},
  lastTimestamp: {},
  count: { absent: 0 },
  type: { absent: "" },
  eventTime: {},
  action: { absent: "" },
  related: { struct: "ObjectReference" },
  reportingComponent: { absent: "" },
  reportingInstance: { absent: "" },
};

function keepEvent(event: JsonObject, old: JsonObject): FieldError[] {
  const isSeriesKept = checkImmutable(event, old, "series", fieldPath("series")).length === 0;
  const reason = checkImmutable(event, old, "reason", fieldPath("reason"), "");
  // The server looks at the reason twice.
  return [...(isSeriesKept ? [] : checkSeries(event)), ...keepFields(event, old), ...reason];
}

function keepFields(event: JsonObject, old: JsonObject): FieldError[] {
  return Object.entries(kept).flatMap(([key, { absent = null, struct }]) => {
    const at = fieldPath(key === "reportingComponent" ? "reportingController" : key);
    const value = getOwn(event, key);
    const errors = checkImmutable(event, old, key, at, absent);
    if (errors.length === 0 || struct === undefined || !isJsonObject(value)) return errors;
    return [StructError.invalidStruct(at, value, "field is immutable", struct)];
  });
}
