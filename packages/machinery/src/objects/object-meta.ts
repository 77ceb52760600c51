/**
 * The metadata that all Kubernetes objects share, as plain JSON: times are RFC 3339 strings, and fields that are not
 * declared here survive because nothing is ever converted.
 */
import type { JsonObject } from "../json/json-value.ts";

/** What every persisted object has. Kinds add `spec`, `status`, `data` and so on. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

export interface ObjectMeta {
  name?: string;
  /** A prefix from which the server makes a unique name when `name` is absent. */
  generateName?: string;
  namespace?: string;
  /** Differs between two objects of one name that existed one after the other. */
  uid?: string;
  resourceVersion?: string;
  /** Counts changes of the desired state: it stands still when only metadata or status change. */
  generation?: number;
  creationTimestamp?: string;
  /** Set once by the server; from then on the object only waits for its finalizers. */
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** An owner in the same namespace, or one of cluster scope: hence no namespace here. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** At most one owner is the controller. */
  controller?: boolean;
  /** Foreground deletion of the owner waits until this object is gone. */
  blockOwnerDeletion?: boolean;
}

/** The fields that one manager owns, by operation, version and subresource. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: "Apply" | "Update";
  apiVersion?: string;
  time?: string;
  fieldsType?: "FieldsV1";
  fieldsV1?: JsonObject;
  subresource?: string;
}

export interface ListMeta {
  /** That of the store when the list was read, not of its newest item. */
  resourceVersion?: string;
  /** Asks for the next page; absent on the last one. */
  continue?: string;
  remainingItemCount?: number;
}

export interface KubernetesList<Item> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: Item[];
}
