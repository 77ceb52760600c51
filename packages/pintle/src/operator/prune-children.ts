/** Removes children that there shall not be any more: each only if it is still the one that was read. */
import { type AnyKind, ApiError, objectKeyOf } from "@pintle/machinery";
import { childId, describeChild, type FoundChild, slotNumber } from "./children.ts";
import { aboutChild, StaleViewError } from "./failure-report.ts";
import { isLeftKind } from "./left-children.ts";
import { type BarredKind, barredBy } from "./missing-rights.ts";
import { type OperatorRun, objectsOf } from "./operator-run.ts";
import type { PlannedChild } from "./plan-children.ts";

/**
 * What comes later in the order of slots goes first. Gives the kinds, among those that are not owned any more, of which something stays
 * because there is no right to remove it.
 */
export async function pruneChildren(
  run: OperatorRun,
  found: readonly FoundChild[],
  planned: readonly PlannedChild[],
): Promise<readonly BarredKind[]> {
  const wanted = new Set(planned.map(({ kind, place }) => childId(kind, place)));
  const unwanted = found.filter(({ kind, object }) => !wanted.has(childId(kind, objectKeyOf(object))));
  const barred: BarredKind[] = [];
  for (const child of inReverse(run, unwanted)) {
    try {
      await deleteChild(run, child);
    } catch (error) {
      const kind = isLeftKind(run, child.kind) ? barredBy(error, child.kind) : undefined;
      if (kind === undefined) throw error;
      barred.push(kind);
    }
  }
  return barred;
}

function inReverse({ operator }: OperatorRun, children: readonly FoundChild[]): readonly FoundChild[] {
  const number = ({ object }: FoundChild) => slotNumber(operator.owns, object);
  return children.toSorted((left, right) => number(right) - number(left));
}

export interface DeleteManner {
  /**
   * Whether something else waits for it to be gone: its own children have to be gone before it then, and it has to be as it was read, because
   * a reference that was taken off meanwhile says that it is to stay.
   */
  readonly isOrdered?: boolean;
}

/** Does nothing where it is on its way already, or gone. */
export async function deleteChild(
  run: OperatorRun,
  { kind, object }: FoundChild,
  { isOrdered = false }: DeleteManner = {},
): Promise<void> {
  const { uid, resourceVersion = "", deletionTimestamp } = object.metadata;
  if (deletionTimestamp !== undefined || uid === undefined) return;
  const place = objectKeyOf(object);
  const objects = objectsOf(run.ctx.client, kind as AnyKind, place);
  try {
    const preconditions = isOrdered ? { uid, resourceVersion } : { uid };
    await objects.delete(place.name, { preconditions, propagationPolicy: isOrdered ? "Foreground" : "Background" });
  } catch (error) {
    if (ApiError.is(error, "NotFound")) return;
    if (!ApiError.is(error, "Conflict")) throw aboutChild(kind, place, "deleted", error);
    // Another one of that name is not the child that was to go.
    if (!isOrdered) return;
    throw new StaleViewError(`${describeChild(kind, place)} is not as it was read`, { cause: error });
  }
  run.deleted.push(describeChild(kind, place));
}
