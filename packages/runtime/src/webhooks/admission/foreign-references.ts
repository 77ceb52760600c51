/**
 * References from one namespace into another: whoever may write an object could otherwise have an operator, which may read everything,
 * read a Secret for them that they may not read themselves.
 *
 * The owner of the other namespace decides, by a grant in the form that Gateway API gave it: ReferenceGrant.
 */
import type { AnyKind, DeepReadonly, FieldPath, GroupKind } from "@pintle/machinery";
import type { AdmissionReview } from "./admission-review.ts";

export interface ObjectReference extends GroupKind {
  /** Where in the object it stands, for the message. */
  readonly path: FieldPath | string;
  /** That of the object unless said. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** What an owner of a namespace lets others refer to: ReferenceGrant of gateway.networking.k8s.io fits as it is. */
export interface ReferenceGrant {
  readonly metadata: { readonly namespace?: string };
  readonly spec: {
    readonly from: readonly { readonly group: string; readonly kind: string; readonly namespace: string }[];
    /** Without a name all objects of the kind are meant. */
    readonly to: readonly { readonly group: string; readonly kind: string; readonly name?: string }[];
  };
}

/** Denies each reference into another namespace that nobody there has granted. An object of cluster scope is in no namespace. */
export function denyForeignReferences<K extends AnyKind>(
  review: AdmissionReview<K>,
  references: readonly ObjectReference[],
  grants: readonly DeepReadonly<ReferenceGrant>[] = [],
): void {
  for (const reference of references) {
    const { path, namespace = review.namespace, kind, name } = reference;
    if (namespace === review.namespace || isReferenceGranted(review, { ...reference, namespace }, grants)) continue;
    review.deny(path, `refers to ${kind} ${name} in namespace ${namespace}, which no ReferenceGrant there allows`);
  }
}

function isReferenceGranted<K extends AnyKind>(
  { kind: source, namespace: sourceNamespace }: AdmissionReview<K>,
  { group, kind, name, namespace }: ObjectReference,
  grants: readonly DeepReadonly<ReferenceGrant>[],
): boolean {
  return grants.some(
    ({ metadata, spec: { from, to } }) =>
      metadata.namespace === namespace &&
      from.some((each) => isSameKind(each, source) && each.namespace === sourceNamespace) &&
      to.some((each) => isSameKind(each, { group, kind }) && (each.name === undefined || each.name === name)),
  );
}

function isSameKind(left: GroupKind, right: GroupKind): boolean {
  return left.group === right.group && left.kind === right.kind;
}
