/**
 * The finalizer of an operator: on an object as long as something has to be done before it may go, and no longer.
 *
 * Finalizers are one list that others write too, so that each write is bound to the state that was read.
 */
import { ignoreNotFound } from "@pintle/client";
import {
  type AnyKind,
  ApiError,
  addFinalizer,
  hasFinalizer,
  type ObjectKey,
  objectKeyOf,
  removeFinalizer,
} from "@pintle/machinery";
import { type AnyObject, isReachable } from "./children.ts";
import type { Operator } from "./operator-definition.ts";
import { finalizerOf } from "./operator-names.ts";
import { managerOf, type OperatorRun, objectsOf } from "./operator-run.ts";

const maxTries = 5;

/** Whether somebody has to be waited for: a function, an order, or children that no garbage collector finds. */
export function needsFinalizer(
  { definition, owns }: Operator,
  owner: AnyObject,
  places: Iterable<Pick<ObjectKey, "namespace">>,
): boolean {
  if (definition.finalize !== undefined) return true;
  if (definition.orderedDeletion === true && Object.keys(owns).length > 0) return true;
  for (const place of places) if (!isReachable(owner, place)) return true;
  return false;
}

/** False where the object is gone or going: nothing may be made then. */
export async function holdObject(run: OperatorRun): Promise<boolean> {
  const finalizer = finalizerOf(run.operator);
  return await changeFinalizers(run, (object) => addFinalizer(object, finalizer), isStaying);
}

/** Lets the object go, as far as this operator is concerned. */
export async function releaseObject(run: OperatorRun): Promise<void> {
  const finalizer = finalizerOf(run.operator);
  await changeFinalizers(
    run,
    (object) => removeFinalizer(object, finalizer),
    () => true,
  );
}

export function isHeld({ operator, object }: OperatorRun): boolean {
  return hasFinalizer(object, finalizerOf(operator));
}

function isStaying({ metadata }: AnyObject): boolean {
  return metadata.deletionTimestamp === undefined;
}

async function changeFinalizers(
  run: OperatorRun,
  change: (object: AnyObject) => AnyObject,
  isWanted: (object: AnyObject) => boolean,
): Promise<boolean> {
  const { uid } = run.object.metadata;
  const { name, ...place } = objectKeyOf(run.object);
  const objects = objectsOf(run.ctx.client, run.operator.resource as AnyKind, place);
  for (let tries = 1; ; tries += 1) {
    const { object } = run;
    if (!isWanted(object)) return false;
    const changed = change(object);
    if (changed === object) return true;
    const { resourceVersion } = object.metadata;
    const { finalizers = null } = changed.metadata;
    try {
      run.object = await objects.patch(name, { merge: { metadata: { resourceVersion, finalizers } } }, managerOf(run));
      return true;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return false;
      if (!ApiError.is(error, "Conflict") || tries === maxTries) throw error;
    }
    const live = await ignoreNotFound(objects.get(name));
    if (live?.metadata.uid !== uid || live === undefined) return false;
    run.object = live;
  }
}
