/**
 * What is done for an object that stays: its children are brought into the state that they shall have, in the order of their slots, those that
 * there shall not be are removed, and the status tells how it stands. Each write is left out where it would change nothing.
 *
 * ```text
 *   evaluate ──▶ finalizer, if needed ──▶ apply ──▶ prune ──▶ finalizer off, if not needed ──▶ status, with the inventory
 * ```
 *
 * The order is what makes it safe to stop anywhere: the object is held before there is something to clean up, and what was made shows by its
 * label whose it is. The status comes last, because it says that all went well: what fails after it would have to take that back, and what
 * was taken back leads to another run at once.
 */
import { objectKeyOf } from "@pintle/machinery";
import { applyChild } from "./apply-child.ts";
import { type AnyObject, type FoundChild, isSameKind } from "./children.ts";
import { type StartedEvaluation, startEvaluation } from "./evaluate.ts";
import { holdObject, isHeld, needsFinalizer, releaseObject } from "./finalizer.ts";
import { findLeftChildren, type LeftChildren, needHold, unwatchedMs } from "./left-children.ts";
import { mergeBarred, tellMissingRights } from "./missing-rights.ts";
import { statusAfterSuccess } from "./next-status.ts";
import type { AnyOperatorDefinition } from "./operator-definition.ts";
import { findChildren, nowOf, type OperatorRun } from "./operator-run.ts";
import type { PlannedChild } from "./plan-children.ts";
import { pruneChildren } from "./prune-children.ts";
import type { TrackedRun } from "./read-tracker.ts";
import { parseDelay } from "./schedule.ts";
import { writeStatus } from "./write-status.ts";

export async function bringAbout(run: OperatorRun): Promise<void> {
  const observer = run.state.tracker.begin(run.request);
  try {
    await bringAboutObserved(run, observer);
  } finally {
    observer.end();
  }
}

async function bringAboutObserved(run: OperatorRun, observer: TrackedRun): Promise<void> {
  const { operator, ctx } = run;
  const evaluation = await startEvaluation(operator, run.object, { source: ctx.cache, observer, logger: ctx.logger });
  const before = findChildren(run);
  const planned = await evaluation.desire(before);
  run.state.applied.keepOnly(run.request, planned);
  const left = await findLeftChildren(run);
  const isHoldNeeded = needsFinalizer(operator, run.object, placesOf(planned, [...before, ...left.children]));
  if (isHoldNeeded && !(await holdObject(run))) return;
  for (const child of planned) await applyChild(run, child, observer);
  const remaining = await prune(run, planned, left);
  const delayMs = nextRunMs(run, evaluation.object, remaining);
  await releaseIfFree(run, planned, remaining);
  if (!(await report(run, evaluation, planned, remaining))) return;
  tellMissingRights(run, remaining.barred);
  run.state.schedule.set(objectKeyOf(run.object), delayMs, ctx.client.clock);
}

/** What is left of kinds that are not owned any more. */
async function prune(run: OperatorRun, planned: readonly PlannedChild[], left: LeftChildren): Promise<LeftChildren> {
  const refused = await pruneChildren(run, [...findChildren(run), ...left.children], planned);
  const remaining = left.children.length === 0 ? left : await findLeftChildren(run);
  return { ...remaining, barred: mergeBarred(remaining.barred, refused) };
}

async function releaseIfFree(
  run: OperatorRun,
  planned: readonly PlannedChild[],
  { children, barred }: LeftChildren,
): Promise<void> {
  if (!isHeld(run) || needHold(run, barred)) return;
  const places = placesOf(planned, [...findChildren(run), ...children]);
  if (!needsFinalizer(run.operator, run.object, places)) await releaseObject(run);
}

/** False where there is something newer to report of. */
async function report(
  run: OperatorRun,
  evaluation: StartedEvaluation,
  planned: readonly PlannedChild[],
  { children, barred }: LeftChildren,
): Promise<boolean> {
  const { operator } = run;
  const owned = findChildren(run);
  const reported = await evaluation.report(owned, planned);
  const kinds = [...[...planned, ...owned, ...children].map(({ kind }) => kind), ...barred];
  const now = nowOf(run);
  const written = await writeStatus(run, (live) => statusAfterSuccess(operator, live, { reported, kinds, now }));
  return written !== undefined;
}

function* placesOf(planned: readonly PlannedChild[], children: readonly FoundChild[]) {
  for (const { place } of planned) yield place;
  for (const { object } of children) yield object.metadata as { readonly namespace?: string };
}

/** Rights come by other hands: ten minutes are soon enough for what is left over. */
const barredMs = 600_000;

/** When there is another run though nothing happens: as the schedule has it, or sooner because of what nobody watches. */
function nextRunMs(run: OperatorRun, completed: AnyObject, remaining: LeftChildren): number | undefined {
  const delays = [scheduledMs(run, completed)];
  // Of what may not be removed nothing goes while one waits.
  const isGoing = remaining.children.some(({ kind }) => !remaining.barred.some((barred) => isSameKind(barred, kind)));
  if (isGoing) delays.push(unwatchedMs);
  if (remaining.barred.length > 0) delays.push(barredMs);
  const known = delays.filter((delay) => delay !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function scheduledMs({ operator }: OperatorRun, completed: AnyObject): number | undefined {
  const { schedule } = operator.definition;
  type Scheduled = Parameters<Extract<AnyOperatorDefinition["schedule"], (...args: never) => unknown>>[0];
  const delay = typeof schedule === "function" ? schedule(completed as Scheduled) : schedule;
  return delay === undefined ? undefined : parseDelay(delay);
}
