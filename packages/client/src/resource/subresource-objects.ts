/** The objects that subresources take and give where they are not the resource's own: a few small kinds of other groups. */
import type { DeepInput, ObjectMeta } from "@pintle/machinery";

/** `autoscaling/v1`: how many there should be and are, whatever the kind. */
export interface Scale {
  apiVersion: "autoscaling/v1";
  kind: "Scale";
  metadata: ObjectMeta;
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/** `policy/v1`: a deletion that asks the disruption budgets first. */
export interface Eviction {
  apiVersion?: "policy/v1";
  kind?: "Eviction";
  metadata?: ObjectMeta;
  deleteOptions?: {
    dryRun?: string[];
    gracePeriodSeconds?: number;
    preconditions?: { uid?: string; resourceVersion?: string };
    propagationPolicy?: string;
  };
}

/** `v1`: puts a pod on a node. */
export interface PodBinding {
  apiVersion?: "v1";
  kind?: "Binding";
  metadata?: ObjectMeta;
  target: { apiVersion?: string; kind?: string; name?: string; uid?: string };
}

/** `authentication.k8s.io/v1`: a token of a service account. */
export interface TokenRequest {
  apiVersion: "authentication.k8s.io/v1";
  kind: "TokenRequest";
  metadata?: ObjectMeta;
  spec: TokenRequestSpec;
  status?: { token: string; expirationTimestamp: string };
}

export interface TokenRequestSpec {
  /** The server's own where there are none. */
  audiences?: string[];
  expirationSeconds?: number;
  boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
}

export type TokenRequestInput = DeepInput<Omit<TokenRequest, "apiVersion" | "kind" | "status">>;
