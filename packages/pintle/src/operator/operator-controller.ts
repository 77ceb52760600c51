/**
 * Makes a controller of an operator: what it watches follows from what it owns and reads, and whatever happens to one of those leads to a run for
 * the objects that it concerns.
 *
 * All that a running operator remembers is made here, so that the operator itself stays a value that can run any number of times.
 */
import {
  type AnyKind,
  controllerOf,
  formatGroupVersionKind,
  type ObjectKey,
  objectKeyOf,
  parseGroupVersion,
  parseObjectKey,
} from "@pintle/machinery";
import { type CacheReader, type ControllerDefinition, controller, type Metrics } from "@pintle/runtime";
import type { AnyResource } from "../resource/resource.ts";
import { type AnyObject, kindsOf, labelOf, ownerIndex, ownersOf } from "./children.ts";
import type { Operator } from "./operator-definition.ts";
import { OperatorState } from "./operator-state.ts";
import { readableKinds } from "./reads.ts";
import { reconcileObject } from "./reconcile-object.ts";

export interface OperatorControllerOptions {
  /** Where failures are counted; nowhere unless said. */
  readonly metrics?: Metrics;
}

const uidIndex = "pintle.dev/uid";

export function operatorController(
  operator: Operator,
  options: OperatorControllerOptions = {},
): ControllerDefinition<AnyResource> {
  const { name, resource, definition } = operator;
  const { workers, reconcileTimeoutMs } = definition;
  const state = new OperatorState(operator, options.metrics);
  let builder = controller(resource, { indexes: { [uidIndex]: uidsOf } }).named(name);
  for (const kind of watchedKinds(operator)) {
    const isOwned = kindsOf(operator.owns).some((owned) => owned === kind);
    builder = builder.watches<AnyKind>(
      kind,
      (object, _change, cache) => {
        const tracked = trackedRequests(state, kind, object);
        return isOwned ? [...ownerRequests(operator, object, cache), ...tracked] : tracked;
      },
      isOwned ? { indexes: { [ownerIndex]: ownersOf } } : {},
    );
  }
  return builder
    .watchesSource(state.schedule)
    .withOptions({
      ...(workers !== undefined && { workers }),
      ...(reconcileTimeoutMs !== undefined && { reconcileTimeoutMs }),
    })
    .reconcile((request, ctx) => reconcileObject(operator, state, request, ctx));
}

/** Each once, those that are owned first. */
function watchedKinds(operator: Operator): readonly AnyKind[] {
  const kinds = new Map<string, AnyKind>();
  for (const kind of readableKinds(operator)) {
    const type = formatGroupVersionKind(kind);
    if (!kinds.has(type)) kinds.set(type, kind);
  }
  return [...kinds.values()];
}

/** Of a function that is the same for all operators, because caches are shared. */
function uidsOf({ metadata }: AnyObject): readonly string[] {
  return metadata.uid === undefined ? [] : [metadata.uid];
}

function trackedRequests(state: OperatorState, kind: AnyKind, object: AnyObject): readonly ObjectKey[] {
  return Array.from(state.tracker.requestsFor(kind, object), parseObjectKey);
}

/** The owner by the child's reference, or by its label where it cannot have one. */
function ownerRequests({ resource }: Operator, object: AnyObject, cache: CacheReader): readonly ObjectKey[] {
  const reference = controllerOf(object);
  if (reference !== undefined) {
    const { group } = groupOf(reference.apiVersion);
    if (reference.kind !== resource.kind || group !== resource.group) return [];
    if (resource.scope === "Cluster") return [{ name: reference.name }];
    const { namespace } = object.metadata;
    return namespace ? [{ namespace, name: reference.name }] : [];
  }
  const uid = labelOf(object);
  if (uid === undefined) return [];
  return (cache.byIndex(resource as AnyKind, uidIndex, uid) as readonly AnyObject[]).map(objectKeyOf);
}

/** References come from outside, and may hold anything. */
function groupOf(apiVersion: string): { readonly group: string | undefined } {
  try {
    return parseGroupVersion(apiVersion);
  } catch {
    return { group: undefined };
  }
}
