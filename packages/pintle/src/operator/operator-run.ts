/** What one run of an operator for one object works with. */
import type { Client, Resource } from "@pintle/client";
import { type AnyKind, formatTime, type KubernetesObject, type ObjectKey } from "@pintle/machinery";
import type { ReconcileContext } from "@pintle/runtime";
import type { AnyResource } from "../resource/resource.ts";
import { type AnyObject, type FoundChild, isMadeFor, kindsOf, ownerIndex } from "./children.ts";
import type { Operator } from "./operator-definition.ts";
import { fieldManagerOf } from "./operator-names.ts";
import type { OperatorState } from "./operator-state.ts";

export interface OperatorRun {
  readonly operator: Operator;
  readonly state: OperatorState;
  readonly ctx: ReconcileContext<AnyResource>;
  /** `namespace/name` of the object. */
  readonly request: string;
  /** As it was read, or as the last write of this run was answered with. */
  object: AnyObject;
  /** Kinds of which this run has asked the server for children: where no answer came, there may be one that nobody has seen yet. */
  readonly applied: Set<AnyKind>;
  /** Children that this run has made, and removed, in words. */
  readonly created: string[];
  readonly deleted: string[];
  /** What a failure without a reason of its own is told as. */
  failureReason: string;
}

/** A kind that is known at run time only has the shape that all objects have. */
export type AnyObjects = Resource<AnyKind & ((fields: never) => KubernetesObject)>;

export function objectsOf(client: Client, kind: AnyKind, { namespace }: Pick<ObjectKey, "namespace"> = {}): AnyObjects {
  const place = namespace === undefined ? {} : { namespace };
  return client.resource(kind, place) as unknown as AnyObjects;
}

export function nowOf({ ctx }: OperatorRun): string {
  return formatTime(ctx.client.clock.now());
}

export function managerOf({ operator }: OperatorRun): { readonly fieldManager: string } {
  return { fieldManager: fieldManagerOf(operator) };
}

/** Of the kinds that the operator owns now, from the cache, with this run's own writes over it. */
export function findChildren({ operator, object, ctx }: OperatorRun): readonly FoundChild[] {
  const { uid } = object.metadata;
  if (uid === undefined) return [];
  return kindsOf(operator.owns).flatMap((kind) => {
    const found = ctx.cache.byIndex(kind, ownerIndex, uid) as readonly AnyObject[];
    return found.filter((child) => isMadeFor(object, child)).map((child) => ({ kind, object: child }));
  });
}
