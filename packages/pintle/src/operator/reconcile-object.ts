/**
 * One run of an operator, and what is made of its failure: a condition, an Event, a number in the metrics, and another try as the operator's
 * retry policy has it.
 */
import { type AnyKind, formatObjectKey, UsageError } from "@pintle/machinery";
import { FencedError, isTerminal, type ReconcileContext, type Request, TerminalError } from "@pintle/runtime";
import type { AnyResource } from "../resource/resource.ts";
import { bringAbout } from "./bring-about.ts";
import type { AnyObject } from "./children.ts";
import { cleanUp } from "./clean-up.ts";
import {
  ContestedError,
  type FailureReport,
  NameTakenError,
  reportFailure,
  StaleViewError,
  UnstableDesiredError,
} from "./failure-report.ts";
import { InvalidObjectError } from "./invalid-object-error.ts";
import { RightsMissingError } from "./missing-rights.ts";
import { statusAfterFailure } from "./next-status.ts";
import type { Operator, Retry } from "./operator-definition.ts";
import { findChildren, nowOf, type OperatorRun } from "./operator-run.ts";
import type { OperatorState } from "./operator-state.ts";
import { parseDelay } from "./schedule.ts";
import { writeStatus } from "./write-status.ts";

const staleViewMs = 1_000;
const contestedMs = 10_000;
const unstableMs = 60_000;
const rightsMs = 60_000;

export async function reconcileObject(
  operator: Operator,
  state: OperatorState,
  given: Request,
  ctx: ReconcileContext<AnyResource>,
): Promise<void> {
  const request = formatObjectKey(given);
  const object = ctx.object as AnyObject | undefined;
  if (object === undefined) return state.forget(request);
  const told = { applied: new Set<AnyKind>(), created: [], deleted: [], failureReason: "ReconcileFailed" };
  const run: OperatorRun = { operator, state, ctx, request, object, ...told };
  using _watch = watchTimeLimit(run);
  try {
    await writeUnwritten(run);
    await (object.metadata.deletionTimestamp === undefined ? bringAbout(run) : cleanUp(run));
    state.failures.forget(request);
  } catch (error) {
    await handleFailure(run, error);
  } finally {
    tellOfChildren(run);
  }
}

/** One Event for all that was made, and one for all that was removed: whoever reads them wants to know of the run, not of requests. */
function tellOfChildren({ ctx, object, created, deleted }: OperatorRun): void {
  const tell = (reason: string, action: string, children: readonly string[]) => {
    if (children.length === 0) return;
    const note = `${reason} ${children.join(", ")}`;
    ctx.recorder.record({ regarding: object, type: "Normal", reason, action, note });
  };
  tell("Created", "Create", created);
  tell("Deleted", "Delete", deleted);
}

async function handleFailure(run: OperatorRun, error: unknown): Promise<void> {
  // Whoever may not write now cannot tell either, and those who may have the object in line.
  if (error instanceof FencedError || run.ctx.signal.aborted) throw error;
  if (error instanceof StaleViewError && !run.state.failures.isTooStale(run.request)) {
    return run.ctx.requeueAfter(staleViewMs);
  }
  const failure = reportFailure(error, run.failureReason);
  const failures = tell(run, failure);
  await writeFailure(run, failure);
  const retry = decide(run, error, failures);
  if (retry === "backoff") throw error;
  if (retry === "terminal") throw isTerminal(error) ? error : new TerminalError(failure.message, { cause: error });
  run.ctx.logger.error("Reconciler error", { error });
  run.ctx.requeueAfter(parseDelay(retry.after));
}

/** How many failures there were in a row. */
function tell({ state, ctx, request, object }: OperatorRun, failure: FailureReport): number {
  const { reason, message: note } = failure;
  if (state.failures.isToTell(request, failure, ctx.client.clock.monotonic())) {
    ctx.recorder.record({ regarding: object, type: "Warning", reason, action: "Reconcile", note });
  }
  return state.failures.count(request, failure);
}

/** That it cannot be written must not hide what went wrong before. */
async function writeFailure(run: OperatorRun, failure: FailureReport): Promise<void> {
  try {
    const kinds = [...findChildren(run).map(({ kind }) => kind), ...run.applied];
    const failed = { failure, kinds, now: nowOf(run) };
    await writeStatus(run, (live) => statusAfterFailure(run.operator, live, failed));
  } catch (error) {
    run.ctx.logger.warn("the failure of a run could not be written into the status", { error, reason: failure.reason });
  }
}

function decide({ operator, ctx }: OperatorRun, error: unknown, failures: number): Retry {
  try {
    const decided = operator.definition.retry?.(error, { failures });
    if (decided !== undefined) return decided;
  } catch (failure) {
    ctx.logger.error("the retry policy threw: the run is tried again as usual", { error: failure });
    return "backoff";
  }
  if (error instanceof ContestedError) return { after: contestedMs };
  if (error instanceof UnstableDesiredError) return { after: unstableMs };
  if (error instanceof RightsMissingError) return { after: rightsMs };
  const isLasting =
    error instanceof NameTakenError || error instanceof InvalidObjectError || error instanceof UsageError;
  return isLasting || isTerminal(error) ? "terminal" : "backoff";
}

/** A run that takes too long may not write any more, and may never end: the next one tells of it. */
function watchTimeLimit(run: OperatorRun): Disposable {
  const { operator, state, ctx, request } = run;
  const { reconcileTimeoutMs } = operator.definition;
  if (reconcileTimeoutMs === undefined) return { [Symbol.dispose]: () => {} };
  const { clock } = ctx.client;
  const { signal } = ctx;
  const startedMs = clock.monotonic();
  const onAbort = () => {
    if (clock.monotonic() - startedMs < reconcileTimeoutMs) return;
    const failure = { reason: "ReconcileTimeout", message: `the run did not end within ${reconcileTimeoutMs} ms` };
    tell(run, failure);
    state.failures.keepUnwritten(request, failure);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", onAbort) };
}

async function writeUnwritten(run: OperatorRun): Promise<void> {
  const failure = run.state.failures.takeUnwritten(run.request);
  if (failure !== undefined) await writeFailure(run, failure);
}
