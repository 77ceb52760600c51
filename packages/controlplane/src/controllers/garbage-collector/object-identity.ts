/** What is known of an object by a reference to it, and whether a reference means the object that was seen. */
import { compareUtf8, type OwnerReference } from "@pintle/machinery";
import type { GraphNode } from "./graph-node.ts";

export interface ObjectIdentity extends OwnerCoordinates {
  /** Empty for what is in no namespace. For an owner that was never seen: that of the object that names it. */
  readonly namespace: string;
}

export type OwnerCoordinates = Pick<OwnerReference, "apiVersion" | "kind" | "name" | "uid">;

export function identityOf({ apiVersion, kind, name, uid }: OwnerCoordinates, namespace: string): ObjectIdentity {
  return { apiVersion, kind, name, uid, namespace };
}

/** Equal for equal identities, and for no others: none of the parts holds a line break. */
export function identityKey({ kind, apiVersion, namespace, name, uid }: ObjectIdentity): string {
  return [kind, apiVersion, namespace, name, uid].join("\n");
}

export function hasCoordinates(reference: OwnerCoordinates, other: OwnerCoordinates): boolean {
  return (
    reference.uid === other.uid &&
    reference.name === other.name &&
    reference.kind === other.kind &&
    reference.apiVersion === other.apiVersion
  );
}

/** As it stands in events. */
export function formatIdentity({ apiVersion, kind, namespace, name, uid }: ObjectIdentity): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}

export interface PartedDependents {
  readonly matching: readonly GraphNode[];
  readonly other: readonly GraphNode[];
}

/** Those who mean this identity by its uid, and those who mean another one by it. Who names it twice may be both. */
export function partDependents(dependents: Iterable<GraphNode>, owner: ObjectIdentity): PartedDependents {
  const matching: GraphNode[] = [];
  const other: GraphNode[] = [];
  for (const dependent of dependents) {
    const isElsewhere = owner.namespace !== "" && owner.namespace !== dependent.identity.namespace;
    const references = dependent.referencesTo(owner.uid);
    if (!isElsewhere && references.some((reference) => hasCoordinates(reference, owner))) matching.push(dependent);
    if (isElsewhere || references.some((reference) => !hasCoordinates(reference, owner))) other.push(dependent);
  }
  return { matching, other };
}

/**
 * Another identity under which dependents know an owner that is absent under this one: the next in order, or else the first, so that all
 * of them have their turn.
 */
export function findAlternateIdentity(
  dependents: readonly GraphNode[],
  absent: ObjectIdentity,
): ObjectIdentity | undefined {
  const found = new Map<string, ObjectIdentity>();
  for (const dependent of dependents) {
    const { namespace } = dependent.identity;
    for (const reference of dependent.referencesTo(absent.uid)) {
      // What is in no namespace by this kind is in none whoever names it.
      const isClusterWide =
        absent.namespace === "" && reference.apiVersion === absent.apiVersion && reference.kind === absent.kind;
      const identity = identityOf(reference, isClusterWide ? "" : namespace);
      found.set(identityKey(identity), identity);
    }
  }
  const absentKey = identityKey(absent);
  found.delete(absentKey);
  const keys = [...found.keys()].sort(compareUtf8);
  const next = keys.find((key) => compareUtf8(key, absentKey) > 0) ?? keys[0];
  return next === undefined ? undefined : found.get(next);
}
