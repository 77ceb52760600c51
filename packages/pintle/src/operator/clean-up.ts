/**
 * What is done before an object that is to be deleted may go. What the children are is known from the inventory and their labels, whatever has
 * become of the object meanwhile: of people's code only `finalize` is called, and `admission.default` for it.
 *
 * ```text
 *   children, in reverse order or as far as no garbage collector finds them ──▶ finalize ──▶ the finalizer is removed
 * ```
 */
import { hasFinalizer, objectKeyOf } from "@pintle/machinery";
import { type AnyObject, describeChild, type FoundChild, isReachable, lacksReference, slotNumber } from "./children.ts";
import { completeObject } from "./complete-object.ts";
import { isHeld, releaseObject } from "./finalizer.ts";
import { findLeftChildren, isLeftKind, lookAgain, needHold } from "./left-children.ts";
import { barredBy, RightsMissingError } from "./missing-rights.ts";
import { statusWhileWaiting } from "./next-status.ts";
import type { AnyOperatorDefinition } from "./operator-definition.ts";
import { findChildren, nowOf, type OperatorRun } from "./operator-run.ts";
import { deleteChild } from "./prune-children.ts";
import { createReads } from "./reads.ts";
import { parseDelay } from "./schedule.ts";
import { writeStatus } from "./write-status.ts";

export async function cleanUp(run: OperatorRun): Promise<void> {
  run.state.schedule.forget(run.request);
  if (!isHeld(run)) return;
  const waiting = await removeChildren(run);
  if (waiting.length > 0) return await tellWaiting(run, `Waits for ${nameSome(waiting)} to be gone`);
  if (!(await finalize(run))) return await tellWaiting(run, "Waits for finalize, which is not done yet");
  await releaseObject(run);
}

/** False where it asked to be called again. */
async function finalize(run: OperatorRun): Promise<boolean> {
  const { operator, ctx } = run;
  const { definition } = operator;
  if (definition.finalize === undefined) return true;
  run.failureReason = "FinalizeFailed";
  const { client, causes, logger, recorder, signal } = ctx;
  let isDone = true;
  const requeueAfter = (delay: string | number) => {
    // A number may be worked out from a moment that has passed meanwhile, which is no mistake here: as soon as possible is meant.
    ctx.requeueAfter(typeof delay === "string" ? parseDelay(delay) : delay);
    isDone = false;
  };
  type Finalized = Parameters<NonNullable<AnyOperatorDefinition["finalize"]>>[0];
  const object = (await completed(run)) as Finalized;
  await definition.finalize(object, { client, causes, logger, recorder, signal, requeueAfter });
  return isDone;
}

/** As `desired` saw the object, or as it is where it cannot be completed: that must not keep it from going. */
async function completed({ operator, object, ctx }: OperatorRun): Promise<AnyObject> {
  try {
    return await completeObject(operator, object, createReads(operator, object, ctx.cache), ctx.logger);
  } catch (error) {
    ctx.logger.warn("admission.default refused the object: finalize is given it as it is", { error });
    return object;
  }
}

/** Those that are still on their way: when they have gone, there is another run. */
async function removeChildren(run: OperatorRun): Promise<readonly FoundChild[]> {
  const isOrdered = run.operator.definition.orderedDeletion === true;
  for (let rounds = Object.keys(run.operator.owns).length + 1; ; rounds -= 1) {
    const { children: left, barred } = await findLeftChildren(run);
    const group = nextToGo(run, [...findChildren(run), ...left]);
    // What cannot be seen goes before all others where there is an order, and may be all that is left where there is none.
    if (needHold(run, barred) && (isOrdered || group.length === 0)) throw new RightsMissingError(barred);
    if (group.length === 0) return group;
    const staying = group.filter(({ object }) => object.metadata.deletionTimestamp === undefined);
    for (const child of staying) await removeChild(run, child, isOrdered);
    const isWatched = group.every(({ kind }) => !isLeftKind(run, kind));
    if (!isWatched || rounds === 0) lookAgain(run);
    if (!isWatched || rounds === 0 || staying.length === 0) return group;
  }
}

async function removeChild(run: OperatorRun, child: FoundChild, isOrdered: boolean): Promise<void> {
  try {
    await deleteChild(run, child, { isOrdered });
  } catch (error) {
    const barred = isLeftKind(run, child.kind) ? barredBy(error, child.kind) : undefined;
    throw barred === undefined ? error : new RightsMissingError([barred]);
  }
}

/** Whoever deleted the object sees what it waits for. */
async function tellWaiting(run: OperatorRun, message: string): Promise<void> {
  const now = nowOf(run);
  await writeStatus(run, (live) => statusWhileWaiting(live, message, now));
}

const maxNamed = 3;

function nameSome(children: readonly FoundChild[]): string {
  const named = children.slice(0, maxNamed).map(({ kind, object }) => describeChild(kind, objectKeyOf(object)));
  return `${named.join(", ")}${children.length > maxNamed ? ` and ${children.length - maxNamed} more` : ""}`;
}

/** What the garbage collector finds on an object whose children are to stay: it takes their references off before the object goes. */
const orphanFinalizer = "orphan";

/** Of children in an order those of the last slot, otherwise all that would be left behind. */
function nextToGo({ operator, object: owner }: OperatorRun, children: readonly FoundChild[]): readonly FoundChild[] {
  const { owns, definition } = operator;
  if (definition.orderedDeletion !== true || hasFinalizer(owner, orphanFinalizer))
    return children.filter(({ object }) => !isReachable(owner, object.metadata));
  const ordered = children.filter(({ object }) => !lacksReference(owner, object));
  const numberOf = ({ object }: { readonly object: AnyObject }) => slotNumber(owns, object);
  const last = Math.max(...ordered.map(numberOf));
  return ordered.filter((child) => numberOf(child) === last);
}
