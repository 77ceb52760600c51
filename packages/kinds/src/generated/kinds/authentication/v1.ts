// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of authentication/v1, as plain JSON. */
import { defineKind, type ObjectMeta, type ObjectOf } from "@pintle/machinery/objects";

export interface BoundObjectReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  uid?: string;
}

export const SelfSubjectReview = defineKind({
  group: "authentication.k8s.io",
  version: "v1",
  kind: "SelfSubjectReview",
  plural: "selfsubjectreviews",
  scope: "Cluster",
})<{ status?: SelfSubjectReviewStatus }>();
export type SelfSubjectReview = ObjectOf<typeof SelfSubjectReview>;

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

export interface TokenRequest {
  apiVersion?: "authentication.k8s.io/v1";
  kind?: "TokenRequest";
  metadata?: ObjectMeta;
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  audiences?: string[];
  boundObjectRef?: BoundObjectReference;
  expirationSeconds?: number;
}

export interface TokenRequestStatus {
  expirationTimestamp?: string;
  token?: string;
}

export const TokenReview = defineKind({
  group: "authentication.k8s.io",
  version: "v1",
  kind: "TokenReview",
  plural: "tokenreviews",
  scope: "Cluster",
})<{ spec: TokenReviewSpec; status?: TokenReviewStatus }>();
export type TokenReview = ObjectOf<typeof TokenReview>;

export interface TokenReviewSpec {
  audiences?: string[];
  token: string;
}

export interface TokenReviewStatus {
  audiences?: string[];
  authenticated?: boolean;
  error?: string;
  user?: UserInfo;
}

export interface UserInfo {
  extra?: { [key: string]: string[] };
  groups?: string[];
  uid?: string;
  username?: string;
}
