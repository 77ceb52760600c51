// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of flowcontrol/v1, as plain JSON. */
import { defineKind, type ObjectOf } from "@pintle/machinery/objects";

export interface ExemptPriorityLevelConfiguration {
  lendablePercent?: number;
  nominalConcurrencyShares?: number;
}

export interface FlowDistinguisherMethod {
  type: string;
}

export const FlowSchema = defineKind({
  group: "flowcontrol.apiserver.k8s.io",
  version: "v1",
  kind: "FlowSchema",
  plural: "flowschemas",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec?: FlowSchemaSpec; status?: FlowSchemaStatus }>();
export type FlowSchema = ObjectOf<typeof FlowSchema>;

export interface FlowSchemaCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status?: string;
  type?: string;
}

export interface FlowSchemaSpec {
  distinguisherMethod?: FlowDistinguisherMethod;
  matchingPrecedence?: number;
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  rules?: PolicyRulesWithSubjects[];
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[];
}

export interface GroupSubject {
  name: string;
}

export interface LimitResponse {
  queuing?: QueuingConfiguration;
  type: string;
}

export interface LimitedPriorityLevelConfiguration {
  borrowingLimitPercent?: number;
  lendablePercent?: number;
  limitResponse?: LimitResponse;
  nominalConcurrencyShares?: number;
}

export interface NonResourcePolicyRule {
  nonResourceURLs: string[];
  verbs: string[];
}

export interface PolicyRulesWithSubjects {
  nonResourceRules?: NonResourcePolicyRule[];
  resourceRules?: ResourcePolicyRule[];
  subjects: Subject[];
}

export const PriorityLevelConfiguration = defineKind({
  group: "flowcontrol.apiserver.k8s.io",
  version: "v1",
  kind: "PriorityLevelConfiguration",
  plural: "prioritylevelconfigurations",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec?: PriorityLevelConfigurationSpec; status?: PriorityLevelConfigurationStatus }>();
export type PriorityLevelConfiguration = ObjectOf<typeof PriorityLevelConfiguration>;

export interface PriorityLevelConfigurationCondition {
  lastTransitionTime?: string;
  message?: string;
  reason?: string;
  status?: string;
  type?: string;
}

export interface PriorityLevelConfigurationReference {
  name: string;
}

export interface PriorityLevelConfigurationSpec {
  exempt?: ExemptPriorityLevelConfiguration;
  limited?: LimitedPriorityLevelConfiguration;
  type: string;
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[];
}

export interface QueuingConfiguration {
  handSize?: number;
  queueLengthLimit?: number;
  queues?: number;
}

export interface ResourcePolicyRule {
  apiGroups: string[];
  clusterScope?: boolean;
  namespaces?: string[];
  resources: string[];
  verbs: string[];
}

export interface ServiceAccountSubject {
  name: string;
  namespace: string;
}

export interface Subject {
  group?: GroupSubject;
  kind: string;
  serviceAccount?: ServiceAccountSubject;
  user?: UserSubject;
}

export interface UserSubject {
  name: string;
}
