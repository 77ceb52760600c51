/**
 * Who owns whom, as the objects themselves say, and who has to be looked at after a change.
 *
 * ```text
 *   seen ─────▶ node ──owners──▶ node          nobody has seen it: a virtual node, which is looked for
 *   gone ─────▶ its dependents have to be looked at, and owners that wait for it
 * ```
 *
 * Objects come in any order. A dependent may come before its owner, name it by another version or kind, or from another namespace, which
 * does not count. What is true is found out from the server by who empties the queues.
 */
import { equalJson, type JsonObject, type ObjectMeta, type OwnerReference } from "@pintle/machinery";
import type { AbsentOwners } from "./absent-owners.ts";
import { GraphNode } from "./graph-node.ts";
import {
  findAlternateIdentity,
  identityKey,
  identityOf,
  type ObjectIdentity,
  partDependents,
} from "./object-identity.ts";

/** What is to be done after a change, by uid. */
export interface GraphWork {
  attemptToDelete(uid: string): void;
  /** An owner that was never seen is not who it was taken for, `count` times by now. It may be another. */
  lookForAlternate(uid: string, count: number): void;
  attemptToOrphan(uid: string): void;
  /** The object names an owner that is in another namespace. */
  reportInvalidNamespace(node: GraphNode, reference: OwnerReference): void;
}

export class DependencyGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #absent: AbsentOwners;
  readonly #work: GraphWork;

  constructor(absent: AbsentOwners, work: GraphWork) {
    this.#absent = absent;
    this.#work = work;
  }

  get size(): number {
    return this.#nodes.size;
  }

  find(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Asks for an object of the graph to be looked at. */
  lookAt({ identity }: GraphNode): void {
    this.#work.attemptToDelete(identity.uid);
  }

  /** An object was seen as it is now. */
  see(identity: ObjectIdentity, metadata: ObjectMeta): void {
    const { ownerReferences: owners = [] } = metadata;
    const known = this.#nodes.get(identity.uid);
    if (known?.isVirtual) this.#becomeReal(known, identity);
    // A kind that was not served for a while may have come back in another version.
    else if (known) known.identity = identity;
    const node = known ?? new GraphNode(identity, false);
    this.#nodes.set(identity.uid, node);
    this.#setOwners(node, owners);
    const { isOrphaning, isDeletingDependents } = node;
    node.readDeletion(metadata);
    if (node.isOrphaning && !isOrphaning) this.#work.attemptToOrphan(identity.uid);
    else if (node.isDeletingDependents && !isDeletingDependents) {
      for (const dependent of node.dependents) this.lookAt(dependent);
      this.lookAt(node);
    }
  }

  /** An object that was seen is served by another version now. */
  rename(uid: string, { apiVersion, kind }: Pick<ObjectIdentity, "apiVersion" | "kind">): void {
    const node = this.#nodes.get(uid);
    if (node && !node.isVirtual) node.identity = { ...node.identity, apiVersion, kind };
  }

  /** An object that was seen is gone. */
  lose(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node) this.#remove(node, node.identity);
  }

  /** An owner that was looked for under this identity is not there. Others may know it under another one. */
  miss(identity: ObjectIdentity): void {
    const node = this.#nodes.get(identity.uid);
    if (!node) return;
    const isSame = identityKey(node.identity) === identityKey(identity);
    if (!node.isVirtual) {
      if (isSame) this.#remove(node, identity);
      else this.#deleteMatching(node, identity);
      return;
    }
    const { other } = partDependents(node.dependents, identity);
    if (other.length === 0) {
      this.#remove(node, identity);
      return;
    }
    this.#deleteMatching(node, identity);
    const alternate = isSame ? findAlternateIdentity(other, identity) : undefined;
    if (!alternate) return;
    node.identity = alternate;
    node.alternates += 1;
    this.#work.lookForAlternate(identity.uid, node.alternates);
  }

  /** Those who knew the owner by something else than what it is may be wrong. */
  #becomeReal(node: GraphNode, identity: ObjectIdentity): void {
    node.isVirtual = false;
    if (identityKey(node.identity) === identityKey(identity)) return;
    for (const dependent of partDependents(node.dependents, identity).other) {
      if (identity.namespace !== "" && dependent.identity.namespace !== identity.namespace) {
        this.#reportNamespace(dependent, identity.uid);
      }
      this.lookAt(dependent);
    }
    node.identity = identity;
  }

  #setOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    const before = new Map(node.owners.map((owner) => [owner.uid, owner]));
    const added: OwnerReference[] = [];
    const removed = new Map(before);
    let isChanged = owners.length !== node.owners.length;
    for (const owner of owners) {
      const old = before.get(owner.uid);
      if (!old) added.push(owner);
      else if (!isEqualReference(old, owner)) {
        isChanged = true;
        if (old.blockOwnerDeletion && !owner.blockOwnerDeletion) this.#lookAtOwner(owner);
      }
      removed.delete(owner.uid);
    }
    if (!isChanged && added.length === 0 && removed.size === 0) return;
    for (const owner of removed.values()) if (owner.blockOwnerDeletion) this.#lookAtOwner(owner);
    node.owners = owners;
    this.#addToOwners(node, added);
    for (const { uid } of removed.values()) this.#nodes.get(uid)?.dependents.delete(node);
  }

  #lookAtOwner({ uid }: OwnerReference): void {
    if (this.#nodes.has(uid)) this.#work.attemptToDelete(uid);
  }

  #addToOwners(node: GraphNode, owners: readonly OwnerReference[]): void {
    let isDoubtful = false;
    for (const reference of owners) {
      const known = this.#nodes.get(reference.uid);
      const owner = known ?? new GraphNode(identityOf(reference, node.identity.namespace), true);
      owner.dependents.add(node);
      if (!known) {
        this.#nodes.set(reference.uid, owner);
        this.lookAt(owner);
      } else if (!isDoubtful) isDoubtful = this.#isDoubtful(node, reference, owner);
    }
    if (isDoubtful) this.lookAt(node);
  }

  /** Whether the reference may mean something that is not there. Where it is in another namespace, people are told. */
  #isDoubtful(node: GraphNode, reference: OwnerReference, owner: GraphNode): boolean {
    const { namespace } = owner.identity;
    if (namespace !== "" && namespace !== node.identity.namespace) {
      if (!owner.isVirtual) this.#reportNamespace(node, reference.uid);
      return true;
    }
    if (!owner.isNamedAs(reference)) return true;
    return owner.isVirtual && namespace !== node.identity.namespace;
  }

  #reportNamespace(node: GraphNode, uid: string): void {
    const [reference] = node.referencesTo(uid);
    if (reference) this.#work.reportInvalidNamespace(node, reference);
  }

  #deleteMatching(node: GraphNode, absent: ObjectIdentity): void {
    const { matching } = partDependents(node.dependents, absent);
    if (matching.length > 0) this.#absent.add(absent);
    for (const dependent of matching) this.lookAt(dependent);
  }

  #remove(node: GraphNode, identity: ObjectIdentity): void {
    this.#nodes.delete(node.identity.uid);
    for (const { uid } of node.owners) this.#nodes.get(uid)?.dependents.delete(node);
    if (node.dependents.size > 0) this.#absent.add(identity);
    for (const dependent of node.dependents) this.lookAt(dependent);
    for (const { uid } of node.owners) {
      if (this.#nodes.get(uid)?.isDeletingDependents) this.#work.attemptToDelete(uid);
    }
  }
}

function isEqualReference(one: OwnerReference, other: OwnerReference): boolean {
  return equalJson(one as unknown as JsonObject, other as unknown as JsonObject);
}
