/**
 * What is wrong with the configurations of admission webhooks. What was stored under older rules may stay as it is: an update is held to a
 * rule only where the configuration kept it before.
 */
import { validateWebhookPlace, type WebhookClientConfig } from "@pintle/apiserver";
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  type JsonObject,
  validateDns1035Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt } from "../json-fields.ts";
import { checkAdmissionRule, checkMatchConditions } from "./admission-matching.ts";
import { checkOneOfIfSet, invalidAll } from "./checks.ts";
import { checkSelector } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";

const reviewVersions = ["v1", "v1beta1"];
const safeEffects = ["None", "NoneOnDryRun"];
const allEffects = ["None", "NoneOnDryRun", "Some", "Unknown"];
const maxTimeoutSeconds = 30;

interface Strictness {
  readonly needsNoSideEffects: boolean;
  readonly needsKnownVersion: boolean;
  readonly needsUniqueNames: boolean;
  readonly needsConditions: boolean;
}

const strict: Strictness = {
  needsNoSideEffects: true,
  needsKnownVersion: true,
  needsUniqueNames: true,
  needsConditions: true,
};

const configurationRules: KindRules = {
  validate: (configuration) => checkConfiguration(configuration, strict),
  validateUpdate: (configuration, old) => checkConfiguration(configuration, strictnessAfter(old, configuration)),
};

export const webhookConfigurationRules: Readonly<Record<string, KindRules>> = {
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": configurationRules,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": configurationRules,
};

function strictnessAfter(old: JsonObject, configuration: JsonObject): Strictness {
  const [webhooks, now] = [objectsAt(old, "webhooks"), objectsAt(configuration, "webhooks")];
  const names = webhooks.map((webhook) => textAt(webhook, "name"));
  const isSame = (webhook: JsonObject, index: number) =>
    equalJson([...listAt(webhook, "matchConditions")], [...listAt(now[index] ?? {}, "matchConditions")]);
  return {
    needsNoSideEffects: webhooks.every((webhook) => safeEffects.includes(textAt(webhook, "sideEffects"))),
    needsKnownVersion: webhooks.every(hasKnownVersion),
    needsUniqueNames: new Set(names).size === names.length,
    needsConditions: webhooks.length !== now.length || !webhooks.every(isSame),
  };
}

function hasKnownVersion(webhook: JsonObject): boolean {
  return textsAt(webhook, "admissionReviewVersions").some((version) => reviewVersions.includes(version));
}

function checkConfiguration(configuration: JsonObject, strictness: Strictness): FieldError[] {
  const webhooks = objectsAt(configuration, "webhooks");
  const names = webhooks.map((webhook) => textAt(webhook, "name"));
  return webhooks.flatMap((webhook, index) => {
    const path = fieldPath("webhooks").index(index);
    const name = names[index] ?? "";
    const isTaken = strictness.needsUniqueNames && name !== "" && names.indexOf(name) < index;
    return [
      ...checkWebhook(webhook, path, strictness),
      ...checkReviewVersions(webhook, path.child("admissionReviewVersions"), strictness),
      ...(isTaken ? [FieldError.duplicate(path.child("name"), name)] : []),
    ];
  });
}

function checkWebhook(webhook: JsonObject, path: FieldPath, strictness: Strictness): FieldError[] {
  return [
    ...checkFullName(textAt(webhook, "name"), path.child("name")),
    ...objectsAt(webhook, "rules").flatMap((rule, index) => checkAdmissionRule(rule, path.child("rules").index(index))),
    ...checkOneOfIfSet(webhook, "failurePolicy", path, ["Fail", "Ignore"]),
    ...checkOneOfIfSet(webhook, "matchPolicy", path, ["Equivalent", "Exact"]),
    ...checkSideEffects(webhook, path.child("sideEffects"), strictness),
    ...checkTimeout(webhook, path.child("timeoutSeconds")),
    ...checkSelector(getOwn(webhook, "namespaceSelector"), path.child("namespaceSelector")),
    ...checkSelector(getOwn(webhook, "objectSelector"), path.child("objectSelector")),
    ...checkOneOfIfSet(webhook, "reinvocationPolicy", path, ["IfNeeded", "Never"]),
    ...validateWebhookPlace(objectAt(webhook, "clientConfig") as WebhookClientConfig, path.child("clientConfig")),
    ...(strictness.needsConditions ? checkMatchConditions(webhook, path.child("matchConditions"), false) : []),
  ];
}

/** A name that nobody else has, because it begins with a domain. */
function checkFullName(name: string, path: FieldPath): FieldError[] {
  if (name === "") return [FieldError.required(path, "")];
  const complaints = validateDns1123Subdomain(name);
  if (complaints.length > 0) return [FieldError.invalid(path, name, complaints.join(","))];
  if (name.split(".").length >= 3) return [];
  return [FieldError.invalid(path, name, "should be a domain with at least three segments separated by dots")];
}

function checkSideEffects(webhook: JsonObject, path: FieldPath, { needsNoSideEffects }: Strictness): FieldError[] {
  const allowed = needsNoSideEffects ? safeEffects : allEffects;
  const effects = getOwn(webhook, "sideEffects");
  if (typeof effects !== "string") return [FieldError.required(path, `must specify one of ${allowed.join(", ")}`)];
  return allowed.includes(effects) ? [] : [FieldError.notSupported(path, effects, allowed)];
}

function checkTimeout(webhook: JsonObject, path: FieldPath): FieldError[] {
  const seconds = numberAt(webhook, "timeoutSeconds");
  if (seconds === undefined || (seconds >= 1 && seconds <= maxTimeoutSeconds)) return [];
  return [FieldError.invalid(path, seconds, `the timeout value must be between 1 and ${maxTimeoutSeconds} seconds`)];
}

function checkReviewVersions(webhook: JsonObject, path: FieldPath, { needsKnownVersion }: Strictness): FieldError[] {
  const versions = textsAt(webhook, "admissionReviewVersions");
  const known = reviewVersions.join(", ");
  if (versions.length === 0) return [FieldError.required(path, `must specify one of ${known}`)];
  const errors = versions.flatMap((version, index) => {
    const at = path.index(index);
    if (versions.indexOf(version) < index) return [FieldError.invalid(at, version, "duplicate version")];
    return invalidAll(at, version, validateDns1035Label(version));
  });
  if (needsKnownVersion && !hasKnownVersion(webhook)) {
    errors.push(FieldError.invalid(path, versions, `must include at least one of ${known}`));
  }
  return errors;
}
