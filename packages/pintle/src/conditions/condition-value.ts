/** What an operator says of a condition: yes, no, or unknown, each with a reason in one word and a message for people. */
import { type ConditionStatus, UsageError } from "@pintle/machinery";

export interface ConditionValue {
  readonly status: ConditionStatus;
  /** In CamelCase, for programs. */
  readonly reason: string;
  readonly message: string;
}

export function yes(reason: string, message = ""): ConditionValue {
  return say("True", reason, message);
}

export function no(reason: string, message = ""): ConditionValue {
  return say("False", reason, message);
}

export function unknown(reason: string, message = ""): ConditionValue {
  return say("Unknown", reason, message);
}

function say(status: ConditionStatus, reason: string, message: string): ConditionValue {
  const value = { status, reason, message };
  checkCondition(value);
  return value;
}

/** A server would refuse the whole status because of it, and go on doing so however often it is tried. */
export function checkCondition({ reason }: ConditionValue): void {
  if (isConditionReason(reason)) return;
  const wanted = 'one word of letters, digits and "_" that begins with a letter';
  throw new UsageError(
    "PINTLE_CONDITION_REASON_INVALID",
    `the reason of a condition is ${wanted}: write "AllReady" and not ${JSON.stringify(reason)}`,
  );
}

/** As the schema of conditions has it. */
const validReason = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const maxReasonLength = 1_024;

export function isConditionReason(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxReasonLength && validReason.test(value);
}
