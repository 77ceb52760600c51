/**
 * Children of kinds that the operator does not own any more. Nothing watches them, so that they are asked for, but only as long as the
 * inventory names their kind. A kind that the operator has no right to is one that there may be children of.
 */
import { NoKindMatchError } from "@pintle/client";
import { type AnyKind, ApiError, defineKind, objectKeyOf, type Scope } from "@pintle/machinery";
import type { InventoryEntry } from "../resource/resource.ts";
import { type FoundChild, isMadeFor, isSameKind, kindsOf } from "./children.ts";
import { readInventory } from "./inventory.ts";
import { type BarredKind, barredBy } from "./missing-rights.ts";
import { ownerLabel } from "./operator-names.ts";
import { type OperatorRun, objectsOf } from "./operator-run.ts";

/** How soon to look again at what nobody watches. */
export const unwatchedMs = 2_000;

export interface LeftChildren {
  readonly children: readonly FoundChild[];
  readonly barred: readonly BarredKind[];
}

/** Some are still there, and nobody tells when they have gone. */
export function lookAgain({ state, object, ctx }: OperatorRun): void {
  state.schedule.set(objectKeyOf(object), unwatchedMs, ctx.client.clock);
}

export async function findLeftChildren(run: OperatorRun): Promise<LeftChildren> {
  const children: FoundChild[] = [];
  const barred: BarredKind[] = [];
  for (const entry of leftKinds(run)) {
    try {
      children.push(...(await listKind(run, entry)));
    } catch (error) {
      const kind = barredBy(error, entry);
      if (kind === undefined) throw error;
      // Servers ask for rights before they look whether there is such a kind.
      if ((await findServed(run, entry)) !== undefined) barred.push(kind);
    }
  }
  return { children: children.filter(({ object }) => isMadeFor(run.object, object)), barred };
}

/** Whether children of a kind that cannot be seen may need the finalizer: in an order, or because no garbage collector finds them. */
export function needHold({ operator, object }: OperatorRun, barred: readonly BarredKind[]): boolean {
  return barred.length > 0 && (operator.definition.orderedDeletion === true || object.metadata.namespace !== undefined);
}

export function isLeftKind({ operator }: OperatorRun, kind: Pick<AnyKind, "group" | "kind">): boolean {
  return !kindsOf(operator.owns).some((owned) => isSameKind(owned, kind));
}

function leftKinds(run: OperatorRun): readonly InventoryEntry[] {
  return readInventory(run.object).filter((entry) => isLeftKind(run, entry));
}

async function listKind(run: OperatorRun, entry: InventoryEntry): Promise<readonly FoundChild[]> {
  const { namespace } = run.object.metadata;
  try {
    return await listIn(run, entry, undefined);
  } catch (error) {
    if (ApiError.is(error, "NotFound")) return await listServedVersion(run, entry);
    // An operator that may look at some namespaces alone has made nothing elsewhere.
    if (namespace !== undefined && ApiError.is(error, "Forbidden")) return await listIn(run, entry, namespace);
    throw error;
  }
}

/** The version may not be served any more; or the definition was removed, and the objects with it. */
async function listServedVersion(run: OperatorRun, entry: InventoryEntry): Promise<readonly FoundChild[]> {
  const served = await findServed(run, entry);
  return served === undefined || served.version === entry.version ? [] : await listIn(run, served, undefined);
}

async function findServed({ ctx }: OperatorRun, { group, kind }: InventoryEntry): Promise<InventoryEntry | undefined> {
  try {
    return await ctx.client.discovery.find({ group, kind });
  } catch (error) {
    if (error instanceof NoKindMatchError) return undefined;
    throw error;
  }
}

async function listIn(
  { ctx, object }: OperatorRun,
  entry: InventoryEntry,
  namespace: string | undefined,
): Promise<readonly FoundChild[]> {
  const kind = kindIn(entry, "Namespaced");
  const objects = objectsOf(ctx.client, kind, namespace === undefined ? {} : { namespace });
  const { items } = await objects.list({ labelSelector: `${ownerLabel}=${object.metadata.uid}` });
  // Where objects of the kind live the inventory does not say, but each of them shows. Items of a list need not say what they are.
  return items.map((item) => ({
    kind: kindIn(entry, item.metadata.namespace === undefined ? "Cluster" : "Namespaced"),
    object: { ...item, apiVersion: kind.apiVersion, kind: kind.kind },
  }));
}

function kindIn({ group, version, kind, plural }: InventoryEntry, scope: Scope): AnyKind {
  return defineKind({ group, version, kind, plural, scope })<Record<never, never>>() as unknown as AnyKind;
}
