// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of coordination/v1, as plain JSON. */
import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

export const Lease = defineKind({
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  scope: "Namespaced",
})<{ spec?: LeaseSpec }>();
export type Lease = ObjectOf<typeof Lease>;

export interface LeaseSpec {
  acquireTime?: string;
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  leaseTransitions?: number;
  preferredHolder?: string;
  renewTime?: string;
  strategy?: string;
}
