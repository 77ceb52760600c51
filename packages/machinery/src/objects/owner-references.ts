/**
 * Owner references, by which the garbage collector deletes children after their owner and controllers find whose child it is.
 *
 * Two references mean the same owner when group, kind and name agree: neither the version, which changes with upgrades, nor
 * the uid, which changes when the owner is created anew, count. Nothing is changed in place; a child that needs no change is
 * returned itself, so that `===` tells whether a write is needed.
 */
import { UsageError } from "../errors/usage-error.ts";
import type { DeepInput } from "./deep-readonly.ts";
import { GroupVersionError, parseGroupVersion } from "./group-version-kind.ts";
import { formatObjectKey } from "./object-key.ts";
import type { KubernetesObject, ObjectMeta, OwnerReference } from "./object-meta.ts";

type Owner = DeepInput<KubernetesObject>;
type ReadonlyReference = DeepInput<OwnerReference>;

/** An object as read, or a manifest: it may still lack metadata. */
interface Child {
  readonly metadata?: DeepInput<ObjectMeta> | undefined;
}

/** The child has another controller, and there can be only one. */
export class AlreadyOwnedError extends Error {
  /** The controller that the child has. */
  readonly owner: ReadonlyReference;

  constructor(child: Child, owner: ReadonlyReference) {
    const { namespace = "", name = "" } = child.metadata ?? {};
    super(
      `Object ${formatObjectKey({ namespace, name })} is already owned by another ${owner.kind} controller ${owner.name}`,
    );
    this.owner = owner;
  }

  static {
    AlreadyOwnedError.prototype.name = "AlreadyOwnedError";
  }
}

/** Makes the owner the child's controller, with `blockOwnerDeletion`; fails with `AlreadyOwnedError` if it has another one. */
export function setControllerReference<Target extends Child>(owner: Owner, child: Target): Target {
  const reference = { ...referenceTo(owner, child), blockOwnerDeletion: true, controller: true };
  const controller = controllerOf(child);
  if (controller && !isSameOwner(controller, reference)) throw new AlreadyOwnedError(child, controller);
  return withReference(child, reference);
}

/** Makes the owner one of the child's owners and not its controller, even if it was that before. */
export function setOwnerReference<Target extends Child>(owner: Owner, child: Target): Target {
  return withReference(child, referenceTo(owner, child));
}

/** Takes the owner, controller or not, off the child. Without any owner left the key goes too, as on the wire. */
export function removeOwnerReference<Target extends Child>(owner: Owner, child: Target): Target {
  if (!hasOwnerReference(child, owner)) return child;
  const { ownerReferences, ...metadata } = child.metadata ?? {};
  const left = ownerReferences?.filter((reference) => !isReferenceTo(owner, reference)) ?? [];
  return { ...child, metadata: left.length === 0 ? metadata : { ...metadata, ownerReferences: left } };
}

export function hasOwnerReference(child: Child, owner: Owner): boolean {
  return child.metadata?.ownerReferences?.some((reference) => isReferenceTo(owner, reference)) ?? false;
}

/** The reference to the child's controller, if it has one. */
export function controllerOf(child: Child): ReadonlyReference | undefined {
  return child.metadata?.ownerReferences?.find((reference) => reference.controller);
}

/** Whether exactly this owner, by its uid, is the child's controller: one of the same name that came later is not. */
export function isControlledBy(child: Child, owner: Owner): boolean {
  const controller = controllerOf(child);
  return controller !== undefined && controller.uid === owner.metadata.uid;
}

function referenceTo(owner: Owner, child: Child): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid } = metadata;
  if (!apiVersion || !kind || !name || !uid) {
    throw new UsageError(
      "PINTLE_OWNER_INCOMPLETE",
      "an owner needs apiVersion, kind, metadata.name and metadata.uid: create it first, and pass what the API returned",
    );
  }
  checkNamespaces(metadata.namespace, child.metadata?.namespace);
  return { apiVersion, kind, name, uid };
}

/** A reference has no namespace, so the owner has to be of cluster scope or live beside the child. */
function checkNamespaces(ownerNamespace: string | undefined, childNamespace: string | undefined): void {
  if (!ownerNamespace || ownerNamespace === childNamespace) return;
  if (!childNamespace) {
    throw new UsageError(
      "PINTLE_OWNER_NAMESPACED",
      `cluster-scoped resource must not have a namespace-scoped owner, owner's namespace ${ownerNamespace}: ` +
        "give the child that namespace, or choose an owner of cluster scope",
    );
  }
  throw new UsageError(
    "PINTLE_OWNER_IN_OTHER_NAMESPACE",
    `cross-namespace owner references are disallowed, owner's namespace ${ownerNamespace}, obj's namespace ` +
      `${childNamespace}: put the child beside its owner, or choose an owner of cluster scope`,
  );
}

/** Replaces the reference to that owner where it stands, or appends it. */
function withReference<Target extends Child>(child: Target, reference: OwnerReference): Target {
  const references = child.metadata?.ownerReferences ?? [];
  const index = references.findIndex((each) => isSameOwner(each, reference));
  const current = references[index];
  if (current && saysTheSame(current, reference)) return child;
  const ownerReferences = index < 0 ? [...references, reference] : references.with(index, reference);
  return { ...child, metadata: { ...child.metadata, ownerReferences } };
}

/** Equal beyond naming the same owner; a flag that is false says what an absent one says. */
function saysTheSame(left: ReadonlyReference, right: ReadonlyReference): boolean {
  return (
    left.apiVersion === right.apiVersion &&
    left.uid === right.uid &&
    Boolean(left.controller) === Boolean(right.controller) &&
    Boolean(left.blockOwnerDeletion) === Boolean(right.blockOwnerDeletion)
  );
}

function isReferenceTo(owner: Owner, reference: ReadonlyReference): boolean {
  const { apiVersion, kind, metadata } = owner;
  return isSameOwner({ apiVersion, kind, name: metadata.name ?? "" }, reference);
}

function isSameOwner(left: NamedObject, right: NamedObject): boolean {
  if (left.kind !== right.kind || left.name !== right.name) return false;
  const group = groupOf(left.apiVersion);
  return group !== undefined && group === groupOf(right.apiVersion);
}

type NamedObject = Pick<ReadonlyReference, "apiVersion" | "kind" | "name">;

/** References come from outside: one whose apiVersion makes no sense refers to nothing that could be compared. */
function groupOf(apiVersion: string): string | undefined {
  try {
    return parseGroupVersion(apiVersion).group;
  } catch (error) {
    if (error instanceof GroupVersionError) return undefined;
    throw error;
  }
}
