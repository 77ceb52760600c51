// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of authorization/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { FieldSelectorRequirement, LabelSelectorRequirement } from "../meta/v1.ts";

export interface FieldSelectorAttributes {
  rawSelector?: string;
  requirements?: FieldSelectorRequirement[];
}

export interface LabelSelectorAttributes {
  rawSelector?: string;
  requirements?: LabelSelectorRequirement[];
}

export const LocalSubjectAccessReview = defineKind({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "LocalSubjectAccessReview",
  plural: "localsubjectaccessreviews",
  scope: "Namespaced",
})<{ spec: SubjectAccessReviewSpec; status?: SubjectAccessReviewStatus }>();
export type LocalSubjectAccessReview = ObjectOf<typeof LocalSubjectAccessReview>;

export interface NonResourceAttributes {
  path?: string;
  verb?: string;
}

export interface NonResourceRule {
  nonResourceURLs?: string[];
  verbs: string[];
}

export interface ResourceAttributes {
  fieldSelector?: FieldSelectorAttributes;
  group?: string;
  labelSelector?: LabelSelectorAttributes;
  name?: string;
  namespace?: string;
  resource?: string;
  subresource?: string;
  verb?: string;
  version?: string;
}

export interface ResourceRule {
  apiGroups?: string[];
  resourceNames?: string[];
  resources?: string[];
  verbs: string[];
}

export const SelfSubjectAccessReview = defineKind({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SelfSubjectAccessReview",
  plural: "selfsubjectaccessreviews",
  scope: "Cluster",
})<{ spec: SelfSubjectAccessReviewSpec; status?: SubjectAccessReviewStatus }>();
export type SelfSubjectAccessReview = ObjectOf<typeof SelfSubjectAccessReview>;

export interface SelfSubjectAccessReviewSpec {
  nonResourceAttributes?: NonResourceAttributes;
  resourceAttributes?: ResourceAttributes;
}

export const SelfSubjectRulesReview = defineKind({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SelfSubjectRulesReview",
  plural: "selfsubjectrulesreviews",
  scope: "Cluster",
})<{ spec: SelfSubjectRulesReviewSpec; status?: SubjectRulesReviewStatus }>();
export type SelfSubjectRulesReview = ObjectOf<typeof SelfSubjectRulesReview>;

export interface SelfSubjectRulesReviewSpec {
  namespace?: string;
}

export const SubjectAccessReview = defineKind({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  scope: "Cluster",
})<{ spec: SubjectAccessReviewSpec; status?: SubjectAccessReviewStatus }>();
export type SubjectAccessReview = ObjectOf<typeof SubjectAccessReview>;

export interface SubjectAccessReviewSpec {
  extra?: { [key: string]: string[] };
  groups?: string[];
  nonResourceAttributes?: NonResourceAttributes;
  resourceAttributes?: ResourceAttributes;
  uid?: string;
  user?: string;
}

export interface SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean;
  evaluationError?: string;
  reason?: string;
}

export interface SubjectRulesReviewStatus {
  evaluationError?: string;
  incomplete: boolean;
  nonResourceRules: NonResourceRule[];
  resourceRules: ResourceRule[];
}
