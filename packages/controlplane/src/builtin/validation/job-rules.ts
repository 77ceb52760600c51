/** Jobs and what starts them. */
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
} from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, takeFields, textAt, valueAt, withField } from "../json-fields.ts";
import { isUnstarted } from "../strategies/workload-strategies.ts";
import { checkDomainPrefixed, checkImmutable, checkNotNegative, checkOneOf, checkOneOfIfSet } from "./checks.ts";
import { complainOfSchedule } from "./cron-schedule.ts";
import { validateJobPolicies } from "./job-policy-rules.ts";
import { validateJobStatus } from "./job-status-rules.ts";
import { checkSelector, selects, textMap } from "./label-selectors.ts";
import type { KindRules } from "./rules.ts";
import { StructError } from "./struct-error.ts";
import { validateTemplate } from "./template-rules.ts";

const path = fieldPath("spec");
const prefix = "batch.kubernetes.io/";
const maxManagerBytes = 63;

export const jobRules: Readonly<Record<string, KindRules>> = {
  "jobs.batch": {
    validate: validateJob,
    // Upstream looks at the spec of an update twice, and tells what it finds twice.
    validateUpdate: (job, old) => [...validateJob(job), ...validateSelected(job), ...keepJob(job, old)],
    views: { status: validateJobStatus },
  },
  "cronjobs.batch": {
    validate: (job) => [...validateCronJob(job), ...checkNameLength(job)],
    validateUpdate: (job) => validateCronJob(job),
  },
};

function validateJob(job: JsonObject): FieldError[] {
  return [...checkGenerated(job, objectAt(job, "spec")), ...validateSelected(job)];
}

/** The spec, and that it selects what it makes. */
function validateSelected(job: JsonObject): FieldError[] {
  const spec = objectAt(job, "spec");
  const selector = getOwn(spec, "selector");
  const labels = textMap(spec, "template.metadata.labels");
  const isSelected = isJsonObject(selector) ? selects(selector, labels) : false;
  return [
    ...validateJobSpec(spec, path),
    ...(isJsonObject(selector)
      ? checkSelector(selector, path.child("selector"))
      : [FieldError.required(path.child("selector"), "")]),
    ...(isSelected === false
      ? [
          FieldError.invalid(
            path.child("template", "metadata", "labels"),
            valueAt(spec, "template.metadata.labels") ?? null,
            "`selector` does not match template `labels`",
          ),
        ]
      : []),
  ];
}

/** A selector that the user did not ask to set by hand is the one that the server makes. */
function checkGenerated(job: JsonObject, spec: JsonObject): FieldError[] {
  const selector = getOwn(spec, "selector");
  if (spec.manualSelector === true || !isJsonObject(selector)) return [];
  const [uid, name] = [textAt(job, "metadata.uid"), textAt(job, "metadata.name")];
  const labels = objectAt(spec, "template.metadata.labels");
  const expected = {
    "controller-uid": uid,
    "job-name": name,
    [`${prefix}controller-uid`]: uid,
    [`${prefix}job-name`]: name,
  };
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(expected)) {
    const label = getOwn(labels, key);
    if (label === value) continue;
    const at = path.child("template", "metadata", "labels").key(key);
    const detail = `must be '${value}'`;
    errors.push(label === undefined ? FieldError.required(at, detail) : FieldError.invalid(at, labels, detail));
  }
  if (selects(selector, expected) !== false) return errors;
  const detail = "`selector` not auto-generated";
  return [...errors, StructError.invalidStruct(path.child("selector"), selector, detail, "LabelSelector")];
}

const counts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
];

function validateJobSpec(spec: JsonObject, at: FieldPath): FieldError[] {
  return [
    ...checkNotNegative(spec, at, ...counts),
    ...checkOneOfIfSet(spec, "completionMode", at, ["NonIndexed", "Indexed"]),
    ...checkManager(spec, at),
    ...checkIndexes(spec, at),
    ...validateJobPolicies(spec, at),
    ...checkReplacement(spec, at),
    ...validateTemplate(objectAt(spec, "template"), at.child("template")),
    ...checkRestart(spec, at.child("template", "spec", "restartPolicy")),
  ];
}

function checkIndexes(spec: JsonObject, at: FieldPath): FieldError[] {
  const [perIndex, failed] = [numberAt(spec, "backoffLimitPerIndex"), numberAt(spec, "maxFailedIndexes")];
  const completions = numberAt(spec, "completions");
  const errors: FieldError[] = [];
  if (failed !== undefined && perIndex === undefined) {
    errors.push(FieldError.required(at.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified"));
  }
  if (spec.completionMode === "Indexed") {
    if (completions === undefined) {
      errors.push(FieldError.required(at.child("completions"), "when completion mode is Indexed"));
    }
    if (completions !== undefined && failed !== undefined && failed > completions) {
      errors.push(
        FieldError.invalid(at.child("maxFailedIndexes"), failed, "must be less than or equal to completions"),
      );
    }
    const parallelism = numberAt(spec, "parallelism") ?? 0;
    if (parallelism > 100_000) {
      const detail = "must be less than or equal to 100000 when completion mode is Indexed";
      errors.push(FieldError.invalid(at.child("parallelism"), parallelism, detail));
    }
    return errors;
  }
  if (spec.completionMode !== "NonIndexed" && spec.completionMode !== undefined) return errors;
  for (const [key, value] of Object.entries({ backoffLimitPerIndex: perIndex, maxFailedIndexes: failed })) {
    if (value !== undefined) errors.push(FieldError.invalid(at.child(key), value, "requires indexed completion mode"));
  }
  return errors;
}

function checkManager(spec: JsonObject, at: FieldPath): FieldError[] {
  const { managedBy } = spec;
  if (typeof managedBy !== "string") return [];
  const errors = checkDomainPrefixed(managedBy, at.child("managedBy"));
  return managedBy.length > maxManagerBytes
    ? [...errors, FieldError.tooLong(at.child("managedBy"), maxManagerBytes)]
    : errors;
}

function checkReplacement(spec: JsonObject, at: FieldPath): FieldError[] {
  const supported = spec.podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return checkOneOfIfSet(spec, "podReplacementPolicy", at, supported);
}

function checkRestart(spec: JsonObject, at: FieldPath): FieldError[] {
  const policy = textAt(spec, "template.spec.restartPolicy");
  if (policy === "Always" || policy === "") return [FieldError.required(at, 'valid values: "OnFailure", "Never"')];
  if (policy !== "OnFailure" && policy !== "Never")
    return [FieldError.notSupported(at, policy, ["OnFailure", "Never"])];
  if (spec.podFailurePolicy === undefined || policy === "Never") return [];
  return [FieldError.invalid(at, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}

function keepJob(job: JsonObject, old: JsonObject): FieldError[] {
  const keep = (key: string) => checkImmutable(job, old, `spec.${key}`, path.child(key));
  const keepStruct = (key: string, struct: string) => {
    const value = valueAt(job, `spec.${key}`);
    const isKept = keep(key).length === 0;
    if (isKept || !isJsonObject(value)) return keep(key);
    return [StructError.invalidStruct(path.child(key), value, "field is immutable", struct)];
  };
  const isIndexed = valueAt(job, "spec.completionMode") === "Indexed";
  const [completions, before] = [numberAt(job, "spec.completions"), numberAt(old, "spec.completions")];
  const isUneven =
    completions !== before && completions !== undefined && completions !== numberAt(job, "spec.parallelism");
  return [
    ...(isIndexed ? [] : keep("completions")),
    ...(isIndexed && isUneven
      ? [
          FieldError.invalid(
            path.child("completions"),
            completions,
            "can only be modified in tandem with spec.parallelism",
          ),
        ]
      : []),
    ...keepStruct("selector", "LabelSelector"),
    ...keepTemplate(job, old),
    ...keep("completionMode"),
    ...keepStruct("podFailurePolicy", "PodFailurePolicy"),
    ...keep("backoffLimitPerIndex"),
    ...keep("managedBy"),
    ...keepStruct("successPolicy", "SuccessPolicy"),
  ];
}

/** While a Job waits to be started, it may still be told where its pods may run. */
function keepTemplate(job: JsonObject, old: JsonObject): FieldError[] {
  const [template, before] = [objectAt(job, "spec.template"), objectAt(old, "spec.template")];
  const immutable = "field is immutable";
  if (!isUnstarted(old)) {
    if (equalJson(template, before)) return [];
    return [StructError.invalidStruct(path.child("template"), template, immutable, "PodTemplateSpec")];
  }
  const spec = objectAt(template, "spec");
  if (equalJson(spec, withDirections(objectAt(before, "spec"), spec))) return [];
  return [StructError.invalidStruct(path.child("template", "spec"), spec, immutable, "PodSpec")];
}

function withDirections(spec: JsonObject, wanted: JsonObject): JsonObject {
  const directed = takeFields(spec, wanted, ["nodeSelector", "tolerations", "schedulingGates"]);
  const affinity = takeFields(objectAt(spec, "affinity"), objectAt(wanted, "affinity"), ["nodeAffinity"]);
  const isEmpty = Object.keys(affinity).length === 0 && wanted.affinity === undefined;
  return withResources(withField(directed, "affinity", isEmpty ? undefined : affinity), wanted);
}

/** And how much they need. */
function withResources(spec: JsonObject, wanted: JsonObject): JsonObject {
  return ["containers", "initContainers"].reduce((changed, list) => {
    const containers = objectsAt(wanted, list);
    if (containers.length !== objectsAt(spec, list).length) return changed;
    const kept = objectsAt(spec, list).map((container, index) => {
      const other = containers[index] ?? {};
      return other.name === container.name ? takeFields(container, other, ["resources"]) : container;
    });
    return kept.length === 0 ? changed : withField(changed, list, kept);
  }, spec);
}

function checkNameLength(job: JsonObject): FieldError[] {
  const name = textAt(job, "metadata.name");
  if (name.length <= 52) return [];
  return [FieldError.invalid(fieldPath("metadata", "name"), name, "must be no more than 52 characters")];
}

function validateCronJob(job: JsonObject): FieldError[] {
  const spec = objectAt(job, "spec");
  const template = objectAt(spec, "jobTemplate.spec");
  const at = path.child("jobTemplate", "spec");
  const selector = getOwn(template, "selector");
  return [
    ...checkSchedule(textAt(spec, "schedule")),
    ...checkNotNegative(spec, path, "startingDeadlineSeconds"),
    ...checkTimeZone(getOwn(spec, "timeZone")),
    ...checkOneOf(spec, "concurrencyPolicy", path, ["Allow", "Forbid", "Replace"]),
    ...validateJobSpec(template, at),
    ...(selector === undefined
      ? []
      : [FieldError.invalid(at.child("selector"), selector, "`selector` will be auto-generated")]),
    ...(template.manualSelector === true
      ? [FieldError.notSupported(at.child("manualSelector"), true, ["nil", "false"])]
      : []),
    ...checkNotNegative(spec, path, "successfulJobsHistoryLimit", "failedJobsHistoryLimit"),
  ];
}

function checkSchedule(schedule: string): FieldError[] {
  const at = path.child("schedule");
  if (schedule === "") return [FieldError.required(at, "")];
  const problem = complainOfSchedule(schedule);
  const zone = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
  return [
    ...(problem === undefined ? [] : [FieldError.invalid(at, schedule, problem)]),
    ...(schedule.includes("TZ") ? [FieldError.invalid(at, schedule, zone)] : []),
  ];
}

function checkTimeZone(zone: unknown): FieldError[] {
  const at = path.child("timeZone");
  if (typeof zone !== "string") return [];
  if (zone === "") return [FieldError.invalid(at, zone, "timeZone must be nil or non-empty string")];
  if (zone.toLowerCase() === "local")
    return [
      FieldError.invalid(
        at,
        zone,
        "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
      ),
    ];
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return [];
  } catch {
    return [FieldError.invalid(at, zone, `unknown time zone ${zone}`)];
  }
}
