/** What is told of a failed run: a reason in one word for programs, and a message for people. */
import { type AnyKind, ApiError, type ObjectKey } from "@pintle/machinery";
import { errorChain } from "@pintle/runtime";
import { isConditionReason } from "../conditions/condition-value.ts";
import { describeChild } from "./children.ts";

export interface FailureReport {
  readonly reason: string;
  readonly message: string;
}

const maxMessageLength = 32_768;

/** The reason is the error's own, or that of one among its causes, or that of the API's answer behind it. */
export function reportFailure(error: unknown, fallback: string): FailureReport {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { reason: ownReasonOf(error) ?? apiReasonOf(error) ?? fallback, message: cut(message) };
}

function ownReasonOf(error: unknown): string | undefined {
  for (const cause of errorChain(error)) {
    if (cause instanceof ApiError) return undefined;
    const { reason } = cause as { readonly reason?: unknown };
    if (isConditionReason(reason)) return reason;
  }
  return undefined;
}

function apiReasonOf(error: unknown): string | undefined {
  const reason = ApiError.find(error)?.reason;
  return isConditionReason(reason) ? reason : undefined;
}

function cut(message: string): string {
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1)}…`;
}

/** Says which child it was about; the error itself is the cause. */
export function aboutChild(kind: AnyKind, place: ObjectKey, doing: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${describeChild(kind, place)} could not be ${doing}: ${why}`, { cause });
}

/** An object of the child's name is there and is not the owner's. It is watched: when it goes, there is another run. */
export class NameTakenError extends Error {
  readonly reason = "NameTaken";

  static {
    NameTakenError.prototype.name = "NameTakenError";
  }
}

/** Somebody else keeps changing a child back. */
export class ContestedError extends Error {
  readonly reason = "Contested";

  static {
    ContestedError.prototype.name = "ContestedError";
  }
}

/** `desired` never comes to rest: each of its answers leads to another run, which gives another one. */
export class UnstableDesiredError extends Error {
  readonly reason = "UnstableDesired";

  static {
    UnstableDesiredError.prototype.name = "UnstableDesiredError";
  }
}

/** What was read is older than what there is: another run, which the watch leads to, sees more. Nothing is wrong. */
export class StaleViewError extends Error {
  static {
    StaleViewError.prototype.name = "StaleViewError";
  }
}
