/** Workloads: a selector that fits the template, replicas that can be counted, and what may not change. */
import { FieldError, type FieldPath, fieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { numberAt, objectAt, textAt } from "../json-fields.ts";
import { checkAtMost100Percent, checkImmutable, checkIntOrPercent, checkNotNegative, intOrPercent } from "./checks.ts";
import { checkRequiredSelector, checkSelector, isEmptySelector, selects, textMap } from "./label-selectors.ts";
import { checkEndless, isReadable, mismatch, validateOwnedTemplate } from "./owned-template.ts";
import type { KindRules } from "./rules.ts";
import { keepStatefulSet, validateNewStatefulSet, validateStatefulSet } from "./stateful-set-rules.ts";
import { StructError } from "./struct-error.ts";
import { validateTemplate } from "./template-rules.ts";

const path = fieldPath("spec");
const status = fieldPath("status");

export const workloadRules: Readonly<Record<string, KindRules>> = {
  "deployments.apps": {
    validate: validateDeployment,
    validateUpdate: (object, old) => [...validateDeployment(object), ...keepSelector(object, old)],
    views: {
      status: (object) =>
        checkCounts(object, ["updatedReplicas", "readyReplicas", "availableReplicas"], ["unavailableReplicas"]),
    },
  },
  "replicasets.apps": {
    validate: validateReplicaSet,
    validateUpdate: (object, old) => [...validateReplicaSet(object), ...keepSelector(object, old)],
    views: { status: (object) => checkCounts(object, ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]) },
  },
  replicationcontrollers: {
    validate: validateController,
    views: { status: (object) => checkCounts(object, ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]) },
  },
  "daemonsets.apps": {
    validate: validateDaemonSet,
    validateUpdate: (object, old) => [...keepSelector(object, old), ...validateDaemonSet(object)],
    views: { status: (object) => checkNotNegative(objectAt(object, "status"), status, ...daemonCounts) },
  },
  "statefulsets.apps": {
    validate: validateNewStatefulSet,
    validateUpdate: (object, old) => [...validateStatefulSet(object), ...keepStatefulSet(object, old)],
    views: {
      status: (object) =>
        checkCounts(
          object,
          ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
          [],
          "status.readyReplicas",
        ),
    },
  },
  "controllerrevisions.apps": {
    validate: (object) => [...checkRevision(object), ...requireData(object)],
    validateUpdate: (object, old) => [
      ...checkRevision(object),
      ...checkImmutable(object, old, "data", fieldPath("data")),
    ],
  },
  podtemplates: { validate: (object) => validateTemplate(objectAt(object, "template"), fieldPath("template")) },
};

function keepSelector(object: JsonObject, old: JsonObject): FieldError[] {
  const isKept = checkImmutable(object, old, "spec.selector", path).length === 0;
  const { selector } = objectAt(object, "spec");
  const at = path.child("selector");
  if (isKept || !isJsonObject(selector)) return checkImmutable(object, old, "spec.selector", at);
  return [StructError.invalidStruct(at, selector, "field is immutable", "LabelSelector")];
}

function validateSelected(spec: JsonObject): FieldError[] {
  const selector = path.child("selector");
  return [
    ...checkRequiredSelector(spec, selector, "deployment"),
    ...(isReadable(spec)
      ? validateOwnedTemplate(spec, "ReplicaSet")
      : [StructError.invalidStruct(selector, objectAt(spec, "selector"), "invalid label selector", "LabelSelector")]),
  ];
}

function validateDeployment(deployment: JsonObject): FieldError[] {
  const spec = objectAt(deployment, "spec");
  const deadline = numberAt(spec, "progressDeadlineSeconds");
  const isTooShort = deadline !== undefined && deadline <= (numberAt(spec, "minReadySeconds") ?? 0);
  return [
    ...checkNotNegative(spec, path, "replicas"),
    ...validateSelected(spec),
    ...checkDeploymentStrategy(objectAt(spec, "strategy"), path.child("strategy")),
    ...checkNotNegative(spec, path, "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"),
    ...(isTooShort
      ? [FieldError.invalid(path.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds")]
      : []),
  ];
}

function validateReplicaSet(set: JsonObject): FieldError[] {
  const spec = objectAt(set, "spec");
  return [...checkNotNegative(spec, path, "replicas", "minReadySeconds"), ...validateSelected(spec)];
}

function checkDeploymentStrategy(strategy: JsonObject, at: FieldPath): FieldError[] {
  const type = textAt(strategy, "type");
  const rolling = getOwn(strategy, "rollingUpdate");
  const rollingPath = at.child("rollingUpdate");
  if (type === "Recreate") {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    return rolling === undefined ? [] : [FieldError.forbidden(rollingPath, detail)];
  }
  if (type !== "RollingUpdate") {
    return [StructError.unsupported(at, goStrategy(strategy), ["Recreate", "RollingUpdate"])];
  }
  if (!isJsonObject(rolling)) return [FieldError.required(rollingPath, "this should be defaulted and never be nil")];
  const { maxUnavailable, maxSurge } = rolling;
  const isStuck = intOrPercent(maxUnavailable) === 0 && intOrPercent(maxSurge) === 0;
  return [
    ...checkIntOrPercent(maxUnavailable, rollingPath.child("maxUnavailable")),
    ...checkIntOrPercent(maxSurge, rollingPath.child("maxSurge")),
    ...(isStuck
      ? [FieldError.invalid(rollingPath.child("maxUnavailable"), maxUnavailable, "may not be 0 when `maxSurge` is 0")]
      : []),
    ...checkAtMost100Percent(maxUnavailable, rollingPath.child("maxUnavailable")),
  ];
}

/** Go prints its own struct here, which has no names for JSON. */
function goStrategy(strategy: JsonObject): JsonObject {
  const rolling = getOwn(strategy, "rollingUpdate");
  const fields = isJsonObject(rolling)
    ? { MaxUnavailable: rolling.maxUnavailable ?? 0, MaxSurge: rolling.maxSurge ?? 0 }
    : null;
  return { Type: textAt(strategy, "type"), RollingUpdate: fields };
}

function validateController(controller: JsonObject): FieldError[] {
  const spec = objectAt(controller, "spec");
  const selector = objectAt(spec, "selector");
  const template = getOwn(spec, "template");
  const templatePath = path.child("template");
  const errors = checkNotNegative(spec, path, "minReadySeconds");
  if (Object.keys(selector).length === 0) errors.push(FieldError.required(path.child("selector"), ""));
  errors.push(...checkNotNegative(spec, path, "replicas"));
  if (!isJsonObject(template)) return [...errors, FieldError.required(templatePath, "")];
  const labels = objectAt(template, "metadata.labels");
  const isSelected = Object.entries(selector).every(([key, value]) => getOwn(labels, key) === value);
  return [
    ...errors,
    ...(isSelected ? [] : [mismatch(template, templatePath)]),
    ...validateTemplate(template, templatePath),
    ...checkEndless(template, templatePath, "ReplicationController"),
  ];
}

function validateDaemonSet(set: JsonObject): FieldError[] {
  const spec = objectAt(set, "spec");
  const selector = getOwn(spec, "selector");
  const template = objectAt(spec, "template");
  const templatePath = path.child("template");
  const isSelected = isJsonObject(selector) ? selects(selector, textMap(template, "metadata.labels")) : false;
  return [
    ...checkSelector(selector, path.child("selector")),
    ...(isSelected === false ? [mismatch(template, templatePath)] : []),
    ...(isJsonObject(selector) && isEmptySelector(selector)
      ? [FieldError.invalid(path.child("selector"), selector, "empty selector is invalid for daemonset")]
      : []),
    ...validateTemplate(template, templatePath),
    ...checkEndless(template, templatePath, "DaemonSet"),
    ...checkNotNegative(spec, path, "minReadySeconds"),
    ...checkDaemonStrategy(objectAt(spec, "updateStrategy"), path.child("updateStrategy")),
    ...checkNotNegative(spec, path, "revisionHistoryLimit"),
  ];
}

function checkDaemonStrategy(strategy: JsonObject, at: FieldPath): FieldError[] {
  if (strategy.type === "OnDelete") return [];
  if (strategy.type !== "RollingUpdate") {
    return [StructError.unsupported(at, goStrategy(strategy), ["RollingUpdate", "OnDelete"])];
  }
  const { maxUnavailable, maxSurge } = objectAt(strategy, "rollingUpdate");
  const [unavailable, surge] = [at.child("rollingUpdate", "maxUnavailable"), at.child("rollingUpdate", "maxSurge")];
  const [hasUnavailable, hasSurge] = [intOrPercent(maxUnavailable) !== 0, intOrPercent(maxSurge) !== 0];
  return [
    ...checkIntOrPercent(maxUnavailable, unavailable),
    ...checkIntOrPercent(maxSurge, surge),
    ...checkAtMost100Percent(maxUnavailable, unavailable),
    ...checkAtMost100Percent(maxSurge, surge),
    ...(hasUnavailable && hasSurge
      ? [FieldError.invalid(surge, maxSurge, "may not be set when maxUnavailable is non-zero")]
      : []),
    ...(!hasUnavailable && !hasSurge ? [FieldError.required(unavailable, "cannot be 0 when maxSurge is 0")] : []),
  ];
}

function checkRevision(object: JsonObject): FieldError[] {
  return checkNotNegative(object, fieldPath(), "revision");
}

function requireData(object: JsonObject): FieldError[] {
  const data = getOwn(object, "data");
  if (isJsonObject(data)) return [];
  const isMissing = data === undefined || data === null;
  return [FieldError.required(fieldPath("data"), isMissing ? "data is mandatory" : "data must be a valid JSON object")];
}

/** No part is more than the whole, and no more are available than ready. */
const daemonCounts = [
  ...["currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady", "observedGeneration"],
  ...["updatedNumberScheduled", "numberAvailable", "numberUnavailable", "collisionCount"],
];

/** How the server calls those that are ready differs. */
function checkCounts(
  object: JsonObject,
  parts: readonly string[],
  others: readonly string[] = [],
  readyName = "readyReplicas",
): FieldError[] {
  const counts = objectAt(object, "status");
  const all = numberAt(counts, "replicas") ?? 0;
  const [ready, available] = [numberAt(counts, "readyReplicas") ?? 0, numberAt(counts, "availableReplicas") ?? 0];
  const keys = ["observedGeneration", "replicas", ...parts, ...others, "terminatingReplicas", "collisionCount"];
  const tooMany = parts.filter((key) => (numberAt(counts, key) ?? 0) > all);
  return [
    ...checkNotNegative(counts, status, ...keys),
    ...tooMany.map((key) =>
      FieldError.invalid(status.child(key), numberAt(counts, key) ?? 0, "cannot be greater than status.replicas"),
    ),
    ...(available > ready
      ? [FieldError.invalid(status.child("availableReplicas"), available, `cannot be greater than ${readyName}`)]
      : []),
  ];
}
