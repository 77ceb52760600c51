/**
 * Brings a child into the state that it shall have, by server-side apply.
 *
 * - Nothing is sent where nothing would change.
 * - An object that is not the owner's is never written, not even if it comes about at this very moment: an apply that is to create names a
 *   state that no object has, so that the server refuses it where there is one; an apply that is to change names the uid.
 */
import { ignoreNotFound } from "@pintle/client";
import { ApiError, controllerOf, objectKeyOf, UsageError } from "@pintle/machinery";
import { ContestedWriteError } from "@pintle/runtime";
import type { Application } from "./applied-children.ts";
import { type AnyObject, describeChild, isChildOf, isReachable, labelOf, lacksReference } from "./children.ts";
import { aboutChild, ContestedError, NameTakenError, StaleViewError, UnstableDesiredError } from "./failure-report.ts";
import { managerOf, type OperatorRun, objectsOf } from "./operator-run.ts";
import type { PlannedChild } from "./plan-children.ts";
import type { ReadObserver } from "./reads.ts";
import { describeRivals } from "./rivals.ts";

/** No object has it: versions count all writes, and the first is the server's own. To create, it means nothing. */
const noVersion = "1";

export async function applyChild(run: OperatorRun, child: PlannedChild, observer: ReadObserver): Promise<void> {
  const { kind, place } = child;
  const live = run.ctx.cache.get(kind, place) as AnyObject | undefined;
  if (live === undefined) return await createChild(run, child, observer);
  checkOwner(run, child, live, observer);
  // It has to go before another one can come, and when it has gone there is another run.
  if (live.metadata.deletionTimestamp !== undefined) return;
  const application = applicationOf(run);
  if (run.state.applied.isCurrent(application, child, live)) return;
  if (run.state.applied.isUnstable(application, child)) {
    const remedy = "leave out of it what is not the same each time, such as times and random values";
    throw new UnstableDesiredError(
      `desired gives another ${describeChild(kind, place)} each time that it is asked: ${remedy}`,
    );
  }
  await changeChild(run, child, live);
}

function applicationOf({ request: owner, object, ctx }: OperatorRun): Application {
  const { uid: ownerUid, generation } = object.metadata;
  return { owner, ownerUid, generation, nowMs: ctx.client.clock.monotonic() };
}

async function createChild(run: OperatorRun, child: PlannedChild, observer: ReadObserver): Promise<void> {
  const { kind, place } = child;
  try {
    await sendApply(run, child, { resourceVersion: noVersion });
  } catch (error) {
    if (!ApiError.is(error, "Conflict")) throw error;
    // The cache does not know of it yet, or does not look where it is.
    const live = await ignoreNotFound(objectsOf(run.ctx.client, kind, place).get(place.name));
    if (live === undefined) throw new StaleViewError(`${describeChild(kind, place)} came and went`, { cause: error });
    checkOwner(run, child, live, observer);
    await changeChild(run, child, live);
    return checkSeen(run, child);
  }
  checkSeen(run, child);
  run.created.push(describeChild(kind, place));
}

/** What the cache does not show could neither be found again nor cleaned up. Beside its owner, which it shows, it shows all. */
function checkSeen({ ctx, object }: OperatorRun, { kind, place }: PlannedChild): void {
  if (isReachable(object, place) || ctx.cache.get(kind, place) !== undefined) return;
  const remedy = `let the program look at the namespace ${place.namespace} too`;
  throw new UsageError("PINTLE_CHILD_UNSEEN", `${describeChild(kind, place)} was made where nobody looks: ${remedy}`);
}

async function changeChild(run: OperatorRun, child: PlannedChild, live: AnyObject): Promise<void> {
  if (lacksReference(run.object, live)) await checkStaying(run);
  const { uid } = live.metadata;
  try {
    await sendApply(run, child, uid === undefined ? {} : { uid });
  } catch (error) {
    const isAnother = ApiError.is(error, "Conflict") || saysUid(error);
    if (!isAnother) throw error;
    const what = describeChild(child.kind, child.place);
    throw new StaleViewError(`${what} is not the one any more that was read`, { cause: error });
  }
}

/**
 * A reference may be missing because the owner goes and its children are to stay: the garbage collector takes it off then, and would delete
 * the child if it came back. So the server itself is asked, as Kubernetes' own controllers do before they adopt something.
 */
async function checkStaying({ ctx, operator, object }: OperatorRun): Promise<void> {
  const { name, ...place } = objectKeyOf(object);
  const live = await ignoreNotFound(objectsOf(ctx.client, operator.resource, place).get(name));
  if (live?.metadata.uid === object.metadata.uid && live?.metadata.deletionTimestamp === undefined) return;
  throw new StaleViewError(`${describeChild(operator.resource, { ...place, name })} is going, or gone already`);
}

/** Servers refuse to change the uid, which is how an apply that names another one looks to them. */
function saysUid(error: unknown): boolean {
  return (
    ApiError.is(error, "Invalid") && (ApiError.find(error)?.causes ?? []).some(({ field }) => field === "metadata.uid")
  );
}

async function sendApply(
  run: OperatorRun,
  child: PlannedChild,
  precondition: { readonly uid?: string; readonly resourceVersion?: string },
): Promise<void> {
  const { kind, place, manifest } = child;
  const body = { ...manifest, metadata: { ...manifest.metadata, ...precondition } };
  const objects = objectsOf(run.ctx.client, kind, place);
  run.applied.add(kind);
  try {
    const answer = await objects.apply(body as never, { ...managerOf(run), force: true });
    const cached = run.ctx.cache.get(kind, place) as AnyObject | undefined;
    run.state.applied.remember(applicationOf(run), child, answer, cached);
  } catch (error) {
    if (error instanceof ContestedWriteError) throw await contested(run, child, error);
    throw aboutChild(kind, place, "applied", error);
  }
}

function checkOwner(run: OperatorRun, child: PlannedChild, live: AnyObject, observer: ReadObserver): void {
  if (isChildOf(run.object, live) || isStrippedChild(run, child, live)) return;
  const { kind, place } = child;
  // When it goes, or comes under the owner's control, there is another run.
  observer.read(kind, place);
  const what = describeChild(kind, place);
  const controller = controllerOf(live);
  const whose =
    controller === undefined ? "was not made for this object" : `belongs to ${controller.kind} ${controller.name}`;
  const remedy = "it is left as it is; remove it, or choose another name";
  throw new NameTakenError(`${what} is there already and ${whose}: ${remedy}`);
}

/** Whether somebody has taken everything off that says whose the object is, and this process knows it nevertheless. */
function isStrippedChild(run: OperatorRun, child: PlannedChild, live: AnyObject): boolean {
  const isNobodys = controllerOf(live) === undefined && labelOf(live) === undefined;
  return isNobodys && run.state.applied.isKnown(applicationOf(run), child, live);
}

/** Reads the object as it is on the server: who has changed which fields stands there alone. */
async function contested(run: OperatorRun, child: PlannedChild, cause: ContestedWriteError): Promise<ContestedError> {
  const { kind, place } = child;
  const what = describeChild(kind, place);
  const say = (who: string, remedy: string) =>
    new ContestedError(`${what}: ${who}; let one of the two decide: ${remedy}, or stop the other`, { cause });
  if (cause.deed === "deleting") return say("somebody else keeps deleting it", "return absent for it");
  const live = await ignoreNotFound(objectsOf(run.ctx.client, kind, place).get(place.name));
  const fields = run.state.applied.fieldsOf(applicationOf(run), child);
  const rivals = live && describeRivals(live, managerOf(run).fieldManager, fields);
  return say(rivals ?? "somebody else keeps changing it back", "take the fields out of desired");
}
