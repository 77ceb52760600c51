// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of admissionregistration/v1, as plain JSON. */

import { type Condition, defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { LabelSelector } from "../meta/v1.ts";

export interface ApplyConfiguration {
  expression?: string;
}

export interface AuditAnnotation {
  key: string;
  valueExpression: string;
}

export interface ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export interface JSONPatch {
  expression?: string;
}

export interface MatchCondition {
  expression: string;
  name: string;
}

export interface MatchResources {
  excludeResourceRules?: NamedRuleWithOperations[];
  matchPolicy?: "Equivalent" | "Exact";
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  resourceRules?: NamedRuleWithOperations[];
}

export const MutatingAdmissionPolicy = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "MutatingAdmissionPolicy",
  plural: "mutatingadmissionpolicies",
  scope: "Cluster",
})<{ spec?: MutatingAdmissionPolicySpec }>();
export type MutatingAdmissionPolicy = ObjectOf<typeof MutatingAdmissionPolicy>;

export const MutatingAdmissionPolicyBinding = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "MutatingAdmissionPolicyBinding",
  plural: "mutatingadmissionpolicybindings",
  scope: "Cluster",
})<{ spec?: MutatingAdmissionPolicyBindingSpec }>();
export type MutatingAdmissionPolicyBinding = ObjectOf<typeof MutatingAdmissionPolicyBinding>;

export interface MutatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName?: string;
}

export interface MutatingAdmissionPolicySpec {
  failurePolicy?: "Fail" | "Ignore";
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  mutations?: Mutation[];
  paramKind?: ParamKind;
  reinvocationPolicy?: "IfNeeded" | "Never";
  variables?: Variable[];
}

export interface MutatingWebhook {
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: "Fail" | "Ignore";
  matchConditions?: MatchCondition[];
  matchPolicy?: "Equivalent" | "Exact";
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  reinvocationPolicy?: "IfNeeded" | "Never";
  rules?: RuleWithOperations[];
  sideEffects: "None" | "NoneOnDryRun" | "Some" | "Unknown";
  timeoutSeconds?: number;
}

export const MutatingWebhookConfiguration = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "MutatingWebhookConfiguration",
  plural: "mutatingwebhookconfigurations",
  scope: "Cluster",
})<{ webhooks?: MutatingWebhook[] }>();
export type MutatingWebhookConfiguration = ObjectOf<typeof MutatingWebhookConfiguration>;

export interface Mutation {
  applyConfiguration?: ApplyConfiguration;
  jsonPatch?: JSONPatch;
  patchType: "ApplyConfiguration" | "JSONPatch";
}

export interface NamedRuleWithOperations {
  apiGroups?: string[];
  apiVersions?: string[];
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  resourceNames?: string[];
  resources?: string[];
  scope?: "*" | "Cluster" | "Namespaced";
}

export interface ParamKind {
  apiVersion?: string;
  kind?: string;
}

export interface ParamRef {
  name?: string;
  namespace?: string;
  parameterNotFoundAction?: string;
  selector?: LabelSelector;
}

export interface RuleWithOperations {
  apiGroups?: string[];
  apiVersions?: string[];
  operations?: ("*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE")[];
  resources?: string[];
  scope?: "*" | "Cluster" | "Namespaced";
}

export interface ServiceReference {
  name: string;
  namespace: string;
  path?: string;
  port?: number;
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[];
}

export const ValidatingAdmissionPolicy = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "ValidatingAdmissionPolicy",
  plural: "validatingadmissionpolicies",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec?: ValidatingAdmissionPolicySpec; status?: ValidatingAdmissionPolicyStatus }>();
export type ValidatingAdmissionPolicy = ObjectOf<typeof ValidatingAdmissionPolicy>;

export const ValidatingAdmissionPolicyBinding = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "ValidatingAdmissionPolicyBinding",
  plural: "validatingadmissionpolicybindings",
  scope: "Cluster",
})<{ spec: ValidatingAdmissionPolicyBindingSpec }>();
export type ValidatingAdmissionPolicyBinding = ObjectOf<typeof ValidatingAdmissionPolicyBinding>;

export interface ValidatingAdmissionPolicyBindingSpec {
  matchResources?: MatchResources;
  paramRef?: ParamRef;
  policyName: string;
  validationActions: ("Audit" | "Deny" | "Warn")[];
}

export interface ValidatingAdmissionPolicySpec {
  auditAnnotations?: AuditAnnotation[];
  failurePolicy?: "Fail" | "Ignore";
  matchConditions?: MatchCondition[];
  matchConstraints?: MatchResources;
  paramKind?: ParamKind;
  validations?: Validation[];
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  conditions?: Condition[];
  observedGeneration?: number;
  typeChecking?: TypeChecking;
}

export interface ValidatingWebhook {
  admissionReviewVersions: string[];
  clientConfig: WebhookClientConfig;
  failurePolicy?: "Fail" | "Ignore";
  matchConditions?: MatchCondition[];
  matchPolicy?: "Equivalent" | "Exact";
  name: string;
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  rules?: RuleWithOperations[];
  sideEffects: "None" | "NoneOnDryRun" | "Some" | "Unknown";
  timeoutSeconds?: number;
}

export const ValidatingWebhookConfiguration = defineKind({
  group: "admissionregistration.k8s.io",
  version: "v1",
  kind: "ValidatingWebhookConfiguration",
  plural: "validatingwebhookconfigurations",
  scope: "Cluster",
})<{ webhooks?: ValidatingWebhook[] }>();
export type ValidatingWebhookConfiguration = ObjectOf<typeof ValidatingWebhookConfiguration>;

export interface Validation {
  expression: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
}

export interface Variable {
  expression: string;
  name: string;
}

export interface WebhookClientConfig {
  caBundle?: string;
  service?: ServiceReference;
  url?: string;
}
