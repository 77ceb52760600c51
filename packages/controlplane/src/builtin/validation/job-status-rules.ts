/**
 * What the status of a Job may say: whoever runs it must not contradict itself, nor take back what is final. A rule acts where what it is
 * about changes, so that a status that was wrong before does not stop other writes.
 */
import { equalJson, FieldError, fieldPath, type JsonObject, type JsonValue } from "@pintle/machinery";
import { numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from "../json-fields.ts";
import { checkNotNegative } from "./checks.ts";
import { countIndexes, findSharedIndex } from "./job-indexes.ts";
import { StructError } from "./struct-error.ts";

const path = fieldPath("status");
const conditionsPath = path.child("conditions");

interface Finish {
  readonly isComplete: boolean;
  readonly isFailed: boolean;
  readonly isFailureTarget: boolean;
  readonly hasMetCriteria: boolean;
}

function finishOf(job: JsonObject): Finish {
  const held = new Set(
    objectsAt(job, "status.conditions")
      .filter(({ status }) => status === "True")
      .map(({ type }) => type),
  );
  return {
    isComplete: held.has("Complete"),
    isFailed: held.has("Failed"),
    isFailureTarget: held.has("FailureTarget"),
    hasMetCriteria: held.has("SuccessCriteriaMet"),
  };
}

export function validateJobStatus(job: JsonObject, old: JsonObject): FieldError[] {
  const status = objectAt(job, "status");
  const [now, before] = [finishOf(job), finishOf(old)];
  return [
    ...checkNotNegative(status, path, "active", "succeeded", "failed", "ready", "terminating"),
    ...checkUncounted(objectAt(status, "uncountedTerminatedPods")),
    ...checkFinish(job, old, now, before),
    ...checkIndexes(job, old),
    ...checkCounts(job, old, now, before),
    ...checkCriteria(job, now),
    ...keepFinal(job, old, now, before),
  ];
}

function checkUncounted(pods: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return ["succeeded", "failed"].flatMap((list) =>
    textsAt(pods, list).flatMap((uid, index) => {
      const at = path.child("uncountedTerminatedPods", list).index(index);
      if (uid === "") return [FieldError.invalid(at, uid, "must not be empty")];
      if (seen.has(uid)) return [FieldError.duplicate(at, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

/** Whether one of the named fields of the status is another than before. */
function hasChanged(job: JsonObject, old: JsonObject, ...keys: readonly string[]): boolean {
  return keys.some((key) => !equalJson(at(job, key), at(old, key)));
}

function at(job: JsonObject, key: string): JsonValue {
  return valueAt(job, `status.${key}`) ?? null;
}

function isFinished({ isComplete, isFailed }: Finish): boolean {
  return isComplete || isFailed;
}

function checkFinish(job: JsonObject, old: JsonObject, now: Finish, before: Finish): FieldError[] {
  const errors: FieldError[] = [];
  const contradict = (detail: string) => errors.push(StructError.withoutValue(conditionsPath, detail));
  const [end, start] = [textAt(job, "status.completionTime"), textAt(job, "status.startTime")];
  const isCompleteNew = now.isComplete !== before.isComplete;
  const isFailedNew = now.isFailed !== before.isFailed;
  if ((isCompleteNew || isFailedNew) && now.isComplete && now.isFailed) {
    contradict("cannot set Complete=True and Failed=true conditions");
  }
  const isTargetNew = now.isFailureTarget !== before.isFailureTarget;
  if ((isCompleteNew || isTargetNew) && now.isComplete && now.isFailureTarget) {
    contradict("cannot set Complete=True and FailureTarget=true conditions");
  }
  if (isCompleteNew || hasChanged(job, old, "completionTime")) {
    const place = path.child("completionTime");
    const detail = "cannot set completionTime when there is no Complete=True condition";
    if (end !== "" && !now.isComplete) errors.push(FieldError.invalid(place, end, detail));
    if (end === "" && now.isComplete) {
      errors.push(FieldError.required(place, "completionTime is required for Complete jobs"));
    }
  }
  if (hasChanged(job, old, "startTime", "completionTime") && start !== "" && end !== "" && end < start) {
    errors.push(FieldError.invalid(path.child("completionTime"), end, "must be equal to or after `startTime`"));
  }
  if ((isFailedNew || hasChanged(job, old, "failedIndexes")) && now.isFailed && !now.isFailureTarget) {
    contradict("cannot set Failed=True condition without the FailureTarget=true condition");
  }
  const isCriteriaNew = now.hasMetCriteria !== before.hasMetCriteria;
  if ((isCompleteNew || isCriteriaNew) && now.isComplete && !now.hasMetCriteria) {
    contradict("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
  }
  return [...errors, ...checkRest(job, old, isFinished(now) !== isFinished(before), isFinished(now))];
}

/** A Job that is finished has begun, and has nothing left to do. */
function checkRest(job: JsonObject, old: JsonObject, isNew: boolean, isDone: boolean): FieldError[] {
  if (!isDone) return [];
  const errors: FieldError[] = [];
  const active = numberAt(job, "status.active") ?? 0;
  if ((isNew || hasChanged(job, old, "active")) && active > 0) {
    errors.push(FieldError.invalid(path.child("active"), active, "active>0 is invalid for finished job"));
  }
  const isEmpty = valueAt(job, "spec.suspend") === true && numberAt(job, "spec.completions") === 0;
  if ((isNew || hasChanged(job, old, "startTime")) && !isEmpty && textAt(job, "status.startTime") === "") {
    errors.push(FieldError.required(path.child("startTime"), "startTime is required for finished job"));
  }
  const uncounted = objectAt(job, "status.uncountedTerminatedPods");
  const { succeeded = null, failed = null } = uncounted;
  if (
    (isNew || hasChanged(job, old, "uncountedTerminatedPods")) &&
    textsAt(uncounted, "succeeded").length + textsAt(uncounted, "failed").length > 0
  ) {
    const printed = { Succeeded: succeeded, Failed: failed };
    const place = path.child("uncountedTerminatedPods");
    errors.push(new StructError("FieldValueInvalid", place, printed, "must be empty for finished job"));
  }
  return errors;
}

function checkIndexes(job: JsonObject, old: JsonObject): FieldError[] {
  const [done, failed] = [textAt(job, "status.completedIndexes"), valueAt(job, "status.failedIndexes")];
  const completions = numberAt(job, "spec.completions");
  const hasLimit = valueAt(job, "spec.backoffLimitPerIndex") !== undefined;
  const [isDoneNew, isFailedNew] = [hasChanged(job, old, "completedIndexes"), hasChanged(job, old, "failedIndexes")];
  const errors: FieldError[] = [];
  const complain = (key: string, value: string, detail: string) =>
    errors.push(FieldError.invalid(path.child(key), value, detail));
  const read = (key: string, value: string) => {
    const counted = countIndexes(value, completions ?? 0);
    if (typeof counted === "string") complain(key, value, `error parsing ${key}: ${counted}`);
  };
  if (isDoneNew && completions !== undefined) read("completedIndexes", done);
  if (isFailedNew && completions !== undefined && hasLimit && typeof failed === "string") read("failedIndexes", failed);
  if (isDoneNew && done !== "" && valueAt(job, "spec.completionMode") !== "Indexed") {
    complain("completedIndexes", done, "cannot set non-empty completedIndexes when non-indexed completion mode");
  }
  if (typeof failed !== "string") return errors;
  if (isFailedNew && !hasLimit) {
    complain("failedIndexes", failed, "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
  }
  const shared = isDoneNew || isFailedNew ? findSharedIndex(done, failed, completions ?? 0) : undefined;
  if (shared !== undefined && completions !== undefined) {
    complain("failedIndexes", failed, `failedIndexes and completedIndexes overlap at index: ${shared}`);
  }
  return errors;
}

function checkCounts(job: JsonObject, old: JsonObject, now: Finish, before: Finish): FieldError[] {
  const [terminating, ready] = [numberAt(job, "status.terminating"), numberAt(job, "status.ready")];
  const isEndNew = isFinished(now) !== isFinished(before) || hasChanged(job, old, "terminating");
  const isReadyNew = hasChanged(job, old, "ready", "active");
  const hasTerminating = isEndNew && isFinished(now) && terminating !== undefined && terminating > 0;
  const hasTooMany = isReadyNew && ready !== undefined && ready > (numberAt(job, "status.active") ?? 0);
  return [
    ...(hasTerminating
      ? [FieldError.invalid(path.child("terminating"), terminating, "terminating>0 is invalid for finished job")]
      : []),
    ...(hasTooMany ? [FieldError.invalid(path.child("ready"), ready, "cannot set more ready pods than active")] : []),
  ];
}

function checkCriteria(
  job: JsonObject,
  { hasMetCriteria, isFailed, isFailureTarget, isComplete }: Finish,
): FieldError[] {
  const hasPolicy = valueAt(job, "spec.successPolicy") !== undefined;
  const details = [
    ...(hasMetCriteria && isFailed ? ["cannot set SuccessCriteriaMet=True and Failed=true conditions"] : []),
    ...(hasMetCriteria && isFailureTarget
      ? ["cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"]
      : []),
    ...(hasPolicy && !hasMetCriteria && isComplete
      ? ["cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True"]
      : []),
  ];
  return details.map((detail) => StructError.withoutValue(conditionsPath, detail));
}

/** What is final stays, and counters only grow. */
function keepFinal(job: JsonObject, old: JsonObject, now: Finish, before: Finish): FieldError[] {
  const errors: FieldError[] = [];
  const contradict = (detail: string) => errors.push(StructError.withoutValue(conditionsPath, detail));
  const forbidTakingBack = (type: string) => contradict(`cannot disable the terminal ${type}=True condition`);
  if (before.isFailed && !now.isFailed) forbidTakingBack("Failed");
  if (before.isComplete && !now.isComplete) forbidTakingBack("Complete");
  if (before.isFailureTarget && !now.isFailureTarget) forbidTakingBack("FailureTarget");
  const isScaled =
    valueAt(job, "spec.completionMode") === "Indexed" &&
    numberAt(job, "spec.completions") === numberAt(job, "spec.parallelism");
  for (const counter of isScaled ? ["failed"] : ["failed", "succeeded"]) {
    const value = numberAt(job, `status.${counter}`) ?? 0;
    if (value >= (numberAt(old, `status.${counter}`) ?? 0)) continue;
    errors.push(FieldError.invalid(path.child(counter), value, `cannot decrease the ${counter} counter`));
  }
  const [end, start] = [at(job, "completionTime"), at(job, "startTime")];
  if (end !== null && at(old, "completionTime") !== null && end !== at(old, "completionTime")) {
    errors.push(FieldError.invalid(path.child("completionTime"), end, "field is immutable"));
  }
  const isSuspended = valueAt(job, "spec.suspend") === true;
  if (at(old, "startTime") !== null && start !== at(old, "startTime") && !isSuspended && !isResuming(job, old)) {
    const detail = "field is immutable for unsuspended job once set";
    errors.push(FieldError.invalid(path.child("startTime"), start, detail));
  }
  if (before.hasMetCriteria && !now.hasMetCriteria) contradict("cannot disable the SuccessCriteriaMet=True condition");
  if (before.isComplete && !before.hasMetCriteria && now.hasMetCriteria) {
    contradict("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
  }
  return errors;
}

function isResuming(job: JsonObject, old: JsonObject): boolean {
  const isSuspended = (object: JsonObject, wanted: string) =>
    objectsAt(object, "status.conditions").some(({ type, status }) => type === "Suspended" && status === wanted);
  return isSuspended(old, "True") && isSuspended(job, "False");
}
