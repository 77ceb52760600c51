/** ConfigMaps, Secrets, ServiceAccounts, quotas, limits, Namespaces and Nodes that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const core = "/api/v1/namespaces/default";
const base = (kind: string, rest: object = {}) => ({ apiVersion: "v1", kind, metadata: { name: "a" }, ...rest });

const configMaps: readonly Mutation[] = [
  ["a key with a slash", "data", { "a/b": "c" }],
  ["an empty key", "data", { "": "c" }],
  ["a key of two dots", "data", { "..": "c" }],
  ["a key of one dot", "data", { ".": "c" }],
  ["a key that begins with two dots", "data", { "..a": "c" }],
  ["a key with a blank", "data", { "a b": "c" }],
  ["a key of 254 characters", "data", { ["k".repeat(254)]: "c" }],
  ["a binary key with a slash", "binaryData", { "a/b": "" }],
  ["the same key as text and as bytes", "", base("ConfigMap", { data: { a: "b" }, binaryData: { a: "" } })],
  ["bytes that are not base64", "binaryData", { a: "%%%" }],
  ["a value that is a number", "data", { a: 1 }],
  ["a value that is true", "data", { a: true }],
  ["a value that is an object", "data", { a: { b: "c" } }],
  ["a value that is a list", "data", { a: ["b"] }],
  ["data that is text", "data", "a=b"],
  ["data that is a list", "data", ["a"]],
  ["immutable as a word", "immutable", "yes"],
  ["more than a megabyte of data", "data", { a: "x".repeat(1_048_577) }],
  ["an unknown field", "dataa", { a: "b" }],
];

const secrets: readonly Mutation[] = [
  ["a key with a slash", "data", { "a/b": "" }],
  ["a key with a blank in stringData", "stringData", { "a b": "c" }],
  ["data that is not base64", "data", { a: "plain text" }],
  ["a value that is a number", "data", { a: 1 }],
  ["a stringData value that is a number", "stringData", { a: 1 }],
  ["more than a megabyte of data", "stringData", { a: "x".repeat(1_048_577) }],
  ["a token without a ServiceAccount", "type", "kubernetes.io/service-account-token"],
  ["Docker's old configuration without a file", "type", "kubernetes.io/dockercfg"],
  ["Docker's configuration without a file", "type", "kubernetes.io/dockerconfigjson"],
  [
    "Docker's configuration that is no JSON",
    "",
    base("Secret", { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": "a" } }),
  ],
  [
    "Docker's old configuration that is no JSON",
    "",
    base("Secret", { type: "kubernetes.io/dockercfg", stringData: { ".dockercfg": "a" } }),
  ],
  ["basic authentication without anything", "type", "kubernetes.io/basic-auth"],
  ["an SSH secret without a key", "type", "kubernetes.io/ssh-auth"],
  [
    "an SSH secret with an empty key",
    "",
    base("Secret", { type: "kubernetes.io/ssh-auth", stringData: { "ssh-privatekey": "" } }),
  ],
  ["a TLS secret without anything", "type", "kubernetes.io/tls"],
  ["a TLS secret without its key", "", base("Secret", { type: "kubernetes.io/tls", stringData: { "tls.crt": "a" } })],
  [
    "a TLS secret whose parts are no PEM",
    "",
    base("Secret", { type: "kubernetes.io/tls", stringData: { "tls.crt": "a", "tls.key": "b" } }),
  ],
  ["an unknown field", "stringdata", { a: "b" }],
];

const serviceAccounts: readonly Mutation[] = [
  ["secrets that are names", "secrets", ["a"]],
  ["image pull secrets that are names", "imagePullSecrets", ["a"]],
  ["a token setting that is a word", "automountServiceAccountToken", "yes"],
  ["a name in capitals", "metadata.name", "Builder"],
  ["an annotation that is deprecated", "metadata.annotations", { "kubernetes.io/enforce-mountable-secrets": "true" }],
];

const quotas: readonly Mutation[] = [
  ["an unknown resource", "spec.hard", { gpus: "1" }],
  ["a negative amount", "spec.hard", { pods: "-1" }],
  ["half a pod", "spec.hard", { pods: "0.5" }],
  ["a resource name with a blank", "spec.hard", { "count/a b": "1" }],
  ["an unknown scope", "spec.scopes", ["Sleeping"]],
  ["scopes that exclude each other", "spec", { hard: { pods: "1" }, scopes: ["Terminating", "NotTerminating"] }],
  [
    "scopes of effort that exclude each other",
    "spec",
    { hard: { pods: "1" }, scopes: ["BestEffort", "NotBestEffort"] },
  ],
  ["a scope that the resource does not have", "spec", { hard: { services: "1" }, scopes: ["Terminating"] }],
  ["a scope of best effort on CPU", "spec", { hard: { cpu: "1" }, scopes: ["BestEffort"] }],
  [
    "a scope selector with an unknown operator",
    "spec.scopeSelector",
    { matchExpressions: [{ scopeName: "PriorityClass", operator: "Like" }] },
  ],
  [
    "a scope selector In nothing",
    "spec.scopeSelector",
    { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] },
  ],
  [
    "a scope selector that Exists with values",
    "spec.scopeSelector",
    { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists", values: ["a"] }] },
  ],
  [
    "a scope selector for Terminating that is not Exists",
    "spec.scopeSelector",
    { matchExpressions: [{ scopeName: "Terminating", operator: "In", values: ["a"] }] },
  ],
  [
    "a scope selector with an unknown scope",
    "spec.scopeSelector",
    { matchExpressions: [{ scopeName: "Sleeping", operator: "Exists" }] },
  ],
  ["an amount that is a word", "spec.hard", { pods: "many" }],
  ["a hard limit that is no map", "spec.hard", ["pods"]],
];

const limit = (limit: object) => ({ limits: [{ type: "Container", ...limit }] });

const limits: readonly Mutation[] = [
  ["a limit without a type", "spec", { limits: [{ max: { cpu: "1" } }] }],
  ["a limit of unknown type", "spec", limit({ type: "my type" })],
  ["a minimum above the maximum", "spec", limit({ min: { cpu: "2" }, max: { cpu: "1" } })],
  ["a default above the maximum", "spec", limit({ default: { cpu: "2" }, max: { cpu: "1" } })],
  ["a default below the minimum", "spec", limit({ default: { cpu: "1" }, min: { cpu: "2" } })],
  ["a default request above the default", "spec", limit({ default: { cpu: "1" }, defaultRequest: { cpu: "2" } })],
  ["a default request above the maximum", "spec", limit({ defaultRequest: { cpu: "2" }, max: { cpu: "1" } })],
  ["a default request below the minimum", "spec", limit({ defaultRequest: { cpu: "1" }, min: { cpu: "2" } })],
  ["a default for pods", "spec", limit({ type: "Pod", default: { cpu: "1" } })],
  ["a default request for pods", "spec", limit({ type: "Pod", defaultRequest: { cpu: "1" } })],
  ["a ratio below one", "spec", limit({ maxLimitRequestRatio: { cpu: "0.5" } })],
  [
    "a ratio above what minimum and maximum allow",
    "spec",
    limit({ min: { cpu: "1" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } }),
  ],
  ["the same type twice", "spec", { limits: [{ type: "Container" }, { type: "Container" }] }],
  ["a claim limit without minimum or maximum", "spec", limit({ type: "PersistentVolumeClaim" })],
  ["an unknown resource", "spec", limit({ max: { gpus: "1" } })],
  ["a quantity that is a word", "spec", limit({ max: { cpu: "much" } })],
];

const namespaces: readonly Mutation[] = [
  ["a name with a dot", "metadata.name", "a.b"],
  ["a name in capitals", "metadata.name", "Team"],
  ["a name of 64 characters", "metadata.name", "n".repeat(64)],
  ["a name that exists", "metadata.name", "default"],
  ["a name that begins with a hyphen", "metadata.name", "-a"],
  ["an unknown finalizer", "spec.finalizers", ["a b"]],
  ["a finalizer without a domain", "spec.finalizers", ["mine"]],
  ["a security level that is unknown", "metadata.labels", { "pod-security.kubernetes.io/enforce": "strict" }],
  ["a security version that is unknown", "metadata.labels", { "pod-security.kubernetes.io/enforce-version": "1.20" }],
  ["a warning level that is unknown", "metadata.labels", { "pod-security.kubernetes.io/warn": "loud" }],
];

const nodes: readonly Mutation[] = [
  ["a name in capitals", "metadata.name", "Node"],
  ["a taint without a key", "spec.taints", [{ effect: "NoSchedule" }]],
  ["a taint without an effect", "spec.taints", [{ key: "a" }]],
  ["a taint with an unknown effect", "spec.taints", [{ key: "a", effect: "Never" }]],
  ["a taint with a bad key", "spec.taints", [{ key: "a b", effect: "NoSchedule" }]],
  ["a taint with a bad value", "spec.taints", [{ key: "a", value: "b c", effect: "NoSchedule" }]],
  [
    "the same taint twice",
    "spec.taints",
    [
      { key: "a", effect: "NoSchedule" },
      { key: "a", effect: "NoSchedule" },
    ],
  ],
  ["a pod range that is no range", "spec", { podCIDR: "a", podCIDRs: ["a"] }],
  ["two pod ranges of one family", "spec", { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] }],
  ["three pod ranges", "spec", { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "fd00::/64", "10.1.2.0/24"] }],
  ["a negative capacity", "status.capacity", { cpu: "-1" }],
  ["a capacity of half a device", "status.capacity", { "example.com/gpu": "0.5" }],
  ["pods to avoid that are no JSON", "metadata.annotations", { "scheduler.alpha.kubernetes.io/preferAvoidPods": "{" }],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${core}/configmaps`, base("ConfigMap"), configMaps),
  ...refusedCreations(`${core}/secrets`, base("Secret"), secrets),
  ...refusedCreations(`${core}/serviceaccounts`, base("ServiceAccount"), serviceAccounts),
  ...refusedCreations(`${core}/resourcequotas`, base("ResourceQuota", { spec: { hard: { pods: "1" } } }), quotas),
  ...refusedCreations(`${core}/limitranges`, base("LimitRange", { spec: limit({ max: { cpu: "1" } }) }), limits),
  ...refusedCreations("/api/v1/namespaces", base("Namespace"), namespaces),
  ...refusedCreations("/api/v1/nodes", base("Node"), nodes),
];
