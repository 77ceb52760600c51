/** An object in the graph of owners and dependents, or an owner that somebody names and nobody has seen. */
import type { ObjectMeta, OwnerReference } from "@pintle/machinery";
import { hasCoordinates, type ObjectIdentity, type OwnerCoordinates } from "./object-identity.ts";

export const orphanFinalizer = "orphan";
export const foregroundFinalizer = "foregroundDeletion";

/** From so many on, references are found by a table. */
const manyReferences = 16;

export class GraphNode {
  identity: ObjectIdentity;
  /** Whether it is only known by those who name it. */
  isVirtual: boolean;
  /** How often it was not who it was taken for. */
  alternates = 0;
  isBeingDeleted = false;
  /** Whether it is being deleted and waits for those that block it to be gone. */
  isDeletingDependents = false;
  /** Whether it is being deleted and waits for its dependents to be let go. */
  isOrphaning = false;
  readonly dependents = new Set<GraphNode>();
  #owners: readonly OwnerReference[] = [];
  #byUid: Map<string, OwnerReference[]> | undefined;

  constructor(identity: ObjectIdentity, isVirtual: boolean) {
    this.identity = identity;
    this.isVirtual = isVirtual;
  }

  get owners(): readonly OwnerReference[] {
    return this.#owners;
  }

  set owners(owners: readonly OwnerReference[]) {
    this.#owners = owners;
    this.#byUid = undefined;
  }

  referencesTo(uid: string): readonly OwnerReference[] {
    if (this.#owners.length < manyReferences) return this.#owners.filter((owner) => owner.uid === uid);
    this.#byUid ??= Map.groupBy(this.#owners, (owner) => owner.uid);
    return this.#byUid.get(uid) ?? [];
  }

  /** Takes over what the metadata says of its deletion. */
  readDeletion({ deletionTimestamp, finalizers = [] }: ObjectMeta): void {
    this.isBeingDeleted = deletionTimestamp !== undefined;
    this.isDeletingDependents = this.isBeingDeleted && finalizers.includes(foregroundFinalizer);
    this.isOrphaning = this.isBeingDeleted && finalizers.includes(orphanFinalizer);
  }

  isNamedAs(reference: OwnerCoordinates): boolean {
    return hasCoordinates(reference, this.identity);
  }

  /** The dependents without whose end its own deletion in the foreground does not go on. */
  blockingDependents(): GraphNode[] {
    const { uid } = this.identity;
    return [...this.dependents].filter((dependent) =>
      dependent.referencesTo(uid).some(({ blockOwnerDeletion }) => blockOwnerDeletion === true),
    );
  }
}
