// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of networking/v1, as plain JSON. */

import { type Condition, defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { TypedLocalObjectReference } from "../core/v1.ts";
import type { LabelSelector } from "../meta/v1.ts";

export interface HTTPIngressPath {
  backend: IngressBackend;
  path?: string;
  pathType: "Exact" | "ImplementationSpecific" | "Prefix";
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[];
}

export const IPAddress = defineKind({
  group: "networking.k8s.io",
  version: "v1",
  kind: "IPAddress",
  plural: "ipaddresses",
  shortNames: ["ip"],
  scope: "Cluster",
})<{ spec: IPAddressSpec }>();
export type IPAddress = ObjectOf<typeof IPAddress>;

export interface IPAddressSpec {
  parentRef: ParentReference;
}

export interface IPBlock {
  cidr: string;
  except?: string[];
}

export const Ingress = defineKind({
  group: "networking.k8s.io",
  version: "v1",
  kind: "Ingress",
  plural: "ingresses",
  shortNames: ["ing"],
  subresources: ["status"],
  scope: "Namespaced",
})<{ spec?: IngressSpec; status?: IngressStatus }>();
export type Ingress = ObjectOf<typeof Ingress>;

export interface IngressBackend {
  resource?: TypedLocalObjectReference;
  service?: IngressServiceBackend;
}

export const IngressClass = defineKind({
  group: "networking.k8s.io",
  version: "v1",
  kind: "IngressClass",
  plural: "ingressclasses",
  scope: "Cluster",
})<{ spec?: IngressClassSpec }>();
export type IngressClass = ObjectOf<typeof IngressClass>;

export interface IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
  scope?: string;
}

export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

export interface IngressLoadBalancerIngress {
  hostname?: string;
  ip?: string;
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  error?: string;
  port: number;
  protocol: "SCTP" | "TCP" | "UDP";
}

export interface IngressRule {
  host?: string;
  http?: HTTPIngressRuleValue;
}

export interface IngressServiceBackend {
  name: string;
  port?: ServiceBackendPort;
}

export interface IngressSpec {
  defaultBackend?: IngressBackend;
  ingressClassName?: string;
  rules?: IngressRule[];
  tls?: IngressTLS[];
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  hosts?: string[];
  secretName?: string;
}

export const NetworkPolicy = defineKind({
  group: "networking.k8s.io",
  version: "v1",
  kind: "NetworkPolicy",
  plural: "networkpolicies",
  shortNames: ["netpol"],
  scope: "Namespaced",
})<{ spec?: NetworkPolicySpec }>();
export type NetworkPolicy = ObjectOf<typeof NetworkPolicy>;

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  from?: NetworkPolicyPeer[];
  ports?: NetworkPolicyPort[];
}

export interface NetworkPolicyPeer {
  ipBlock?: IPBlock;
  namespaceSelector?: LabelSelector;
  podSelector?: LabelSelector;
}

export interface NetworkPolicyPort {
  endPort?: number;
  port?: number | string;
  protocol?: "SCTP" | "TCP" | "UDP";
}

export interface NetworkPolicySpec {
  egress?: NetworkPolicyEgressRule[];
  ingress?: NetworkPolicyIngressRule[];
  podSelector?: LabelSelector;
  policyTypes?: ("Egress" | "Ingress")[];
}

export interface ParentReference {
  group?: string;
  name: string;
  namespace?: string;
  resource: string;
}

export interface ServiceBackendPort {
  name?: string;
  number?: number;
}

export const ServiceCIDR = defineKind({
  group: "networking.k8s.io",
  version: "v1",
  kind: "ServiceCIDR",
  plural: "servicecidrs",
  subresources: ["status"],
  scope: "Cluster",
})<{ spec?: ServiceCIDRSpec; status?: ServiceCIDRStatus }>();
export type ServiceCIDR = ObjectOf<typeof ServiceCIDR>;

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  conditions?: Condition[];
}
