/** Which object an event is about, as Events say it. */
import type { ObjectReference } from "@pintle/kinds/core/v1";
import type { DeepReadonly, KubernetesObject } from "@pintle/machinery";

/** Nothing where the object cannot be told from others: without a uid an event would also be shown for the next object of that name. */
export function referenceTo(object: DeepReadonly<KubernetesObject> | undefined): ObjectReference | undefined {
  const { apiVersion, kind, metadata } = object ?? {};
  const { name, namespace, uid, resourceVersion } = metadata ?? {};
  if (!apiVersion || !kind || !name || !uid) return undefined;
  return { apiVersion, kind, name, ...(namespace && { namespace }), uid, ...(resourceVersion && { resourceVersion }) };
}

/** What tells objects apart, in one text. The resourceVersion is left out: it is the same object after a change. */
export function referenceKey({ apiVersion, kind, namespace, name, uid, fieldPath }: ObjectReference): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid, fieldPath]);
}

/** Where an Event about the object is kept. */
export function eventNamespaceOf({ namespace }: ObjectReference): string {
  return namespace ?? "default";
}
