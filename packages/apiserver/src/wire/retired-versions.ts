/**
 * Versions of built-in kinds that Kubernetes still reads and no longer serves: whoever sends an object in one of them is told that the
 * version does not match, and not that it is unknown.
 */
import { formatGroupVersion, type GroupVersionKind } from "@pintle/machinery";
import { typeNameOf } from "./typed/type-name-of.ts";

const roles = ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];

const retired: Readonly<Record<string, readonly string[]>> = {
  "apps/v1beta1": ["ControllerRevision", "Deployment", "Scale", "StatefulSet"],
  "apps/v1beta2": ["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "Scale", "StatefulSet"],
  "batch/v1beta1": ["CronJob"],
  "certificates.k8s.io/v1beta1": ["CertificateSigningRequest"],
  "coordination.k8s.io/v1beta1": ["Lease"],
  "discovery.k8s.io/v1beta1": ["EndpointSlice"],
  "events.k8s.io/v1beta1": ["Event"],
  "extensions/v1beta1": ["DaemonSet", "Deployment", "Ingress", "NetworkPolicy", "ReplicaSet", "Scale"],
  "networking.k8s.io/v1beta1": ["IPAddress", "Ingress", "IngressClass", "ServiceCIDR"],
  "policy/v1beta1": ["Eviction", "PodDisruptionBudget"],
  "rbac.authorization.k8s.io/v1alpha1": roles,
  "rbac.authorization.k8s.io/v1beta1": roles,
  "storage.k8s.io/v1beta1": ["CSIDriver", "CSINode", "CSIStorageCapacity", "StorageClass", "VolumeAttachment"],
};

/** Whether Kubernetes converts one to the other: the same kind in another version, retired or served. */
export function isOtherVersion(found: GroupVersionKind, expected: GroupVersionKind): boolean {
  if (found.kind !== expected.kind) return false;
  if (retired[formatGroupVersion(found)]?.includes(found.kind)) return true;
  const isServed = typeNameOf(found) !== undefined;
  return isServed && (found.group === expected.group || found.kind === "Event");
}
