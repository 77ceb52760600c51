/** Objects of several kinds that are refused for their metadata, and bodies that are no such object at all. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "11111111-1111-1111-1111-111111111111" };

const everywhere: readonly Mutation[] = [
  ["no name", "metadata.name"],
  ["no metadata", "metadata"],
  ["an empty name", "metadata.name", ""],
  ["a name with a slash", "metadata.name", "a/b"],
  ["a label key with a blank", "metadata.labels", { "a b": "c" }],
  ["a label value with a blank", "metadata.labels", { a: "b c" }],
  ["a label value of 64 characters", "metadata.labels", { a: "v".repeat(64) }],
  ["a label key of 64 characters", "metadata.labels", { ["k".repeat(64)]: "a" }],
  ["a label key with an empty prefix", "metadata.labels", { "/a": "b" }],
  ["a label key with two slashes", "metadata.labels", { "a/b/c": "d" }],
  ["an empty label key", "metadata.labels", { "": "a" }],
  ["a label that is a number", "metadata.labels", { a: 1 }],
  ["labels that are a list", "metadata.labels", ["a"]],
  ["an annotation key with a blank", "metadata.annotations", { "a b": "c" }],
  ["an annotation that is true", "metadata.annotations", { a: true }],
  ["a finalizer without a domain", "metadata.finalizers", ["mine"]],
  ["a finalizer with a blank", "metadata.finalizers", ["a.io/b c"]],
  ["an owner without a uid", "metadata.ownerReferences", [{ ...owner, uid: undefined }]],
];

/** Where names are those of DNS; RBAC takes anything that fits into a path. */
const dns: readonly Mutation[] = [
  ["a name with a blank", "metadata.name", "a b"],
  ["a name of 254 characters", "metadata.name", "n".repeat(254)],
];

/** A namespace in an object that has none is forgotten without a word. */
const namespaced: readonly Mutation[] = [["another namespace than the path's", "metadata.namespace", "kube-system"]];

/** A dry run does not come as far as the store, which is what minds this. */
const stored: readonly Mutation[] = [["a resourceVersion", "metadata.resourceVersion", "1"]];

const once: readonly Mutation[] = [
  ["a name in capitals", "metadata.name", "Settings"],
  ["a name that begins with a dot", "metadata.name", ".a"],
  ["a name that ends with a hyphen", "metadata.name", "a-"],
  ["a name with an underscore", "metadata.name", "a_b"],
  ["a name that is a number", "metadata.name", 1],
  ["a name that is null", "metadata.name", null],
  ["a name in non-Latin letters", "metadata.name", "名前"],
  ["a namespace in capitals", "metadata.namespace", "Default"],
  ["a label value that ends with a dot", "metadata.labels", { a: "b." }],
  ["a label prefix in capitals", "metadata.labels", { "Example.com/a": "b" }],
  ["a label prefix of 254 characters", "metadata.labels", { [`${"p".repeat(254)}/a`]: "b" }],
  ["an annotation key in capitals with a blank", "metadata.annotations", { "A B/c": "d" }],
  ["annotations of more than 256 KiB", "metadata.annotations", { a: "x".repeat(262_145) }],
  [
    "two owners that control",
    "metadata.ownerReferences",
    [
      { ...owner, controller: true },
      { ...owner, name: "b", uid: "2", controller: true },
    ],
  ],
  ["an owner without a name", "metadata.ownerReferences", [{ ...owner, name: undefined }]],
  ["an owner without a kind", "metadata.ownerReferences", [{ ...owner, kind: undefined }]],
  ["an owner without a version", "metadata.ownerReferences", [{ ...owner, apiVersion: undefined }]],
  ["an owner with a bad version", "metadata.ownerReferences", [{ ...owner, apiVersion: "a/b/c" }]],
  ["an Event as owner", "metadata.ownerReferences", [{ ...owner, kind: "Event" }]],
  ["the same owner twice", "metadata.ownerReferences", [owner, owner]],
  ["an owner that is text", "metadata.ownerReferences", ["a"]],
  ["finalizers that are text", "metadata.finalizers", "a.io/b"],
  ["a standard finalizer of bad spelling", "metadata.finalizers", ["Orphan"]],
  ["both orphan and foreground finalizers", "metadata.finalizers", ["orphan", "foregroundDeletion"]],
  ["a creation time that is a word", "metadata.creationTimestamp", "now"],
  ["a deletion time without a zone", "metadata.deletionTimestamp", "2026-01-01T00:00:00"],
  ["a generation that is a word", "metadata.generation", "one"],
  ["managed fields that are text", "metadata.managedFields", "all"],
  ["metadata that is text", "metadata", "a"],
  ["metadata that is a list", "metadata", ["a"]],
  ["an unknown field in metadata", "metadata.label", { a: "b" }],
  ["an unknown field at the top", "spec", {}],
  ["a kind of something else", "kind", "Secret"],
  ["a kind in lower case", "kind", "configmap"],
  ["a version of something else", "apiVersion", "apps/v1"],
  ["a version that is no version", "apiVersion", "a/b/c"],
  ["a kind that is a number", "kind", 1],
  ["a list of itself", "", { apiVersion: "v1", kind: "ConfigMapList", items: [configMap] }],
  ["a body that is null", "", "null"],
  ["a body that is a number", "", "1"],
  ["a body that is text", "", '"a"'],
  ["a body that is a list", "", "[]"],
  ["a body that is no JSON", "", "name: a"],
  ["a body that ends early", "", '{"metadata":{"name":"a"'],
  ["a body with a comma too many", "", '{"metadata":{"name":"a",}}'],
  ["a body with something after it", "", '{"metadata":{"name":"a"}} more'],
  ["a body with a comment", "", '{"metadata":{"name":"a"}} // comment'],
  ["a body with single quotes", "", "{'metadata':{'name':'a'}}"],
  [
    "a body with the same field twice",
    "",
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1","a":"2"}}',
  ],
  [
    "a body with the same object twice",
    "",
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"metadata":{"name":"b"}}',
  ],
  ["a field in the wrong case", "", '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"Data":{"a":"1"}}'],
  ["a control character in text", "", '{"metadata":{"name":"a\u0001"}}'],
  ["a half of a surrogate in a name", "", '{"metadata":{"name":"\\ud800"}}'],
];

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "nginx:1.29" }] } };
const service = { ...configMap, kind: "Service", spec: { ports: [{ port: 80 }] } };
const node = { ...configMap, kind: "Node" };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: { selector: { matchLabels: { app: "web" } }, template },
};
const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "a" } };

const core = "/api/v1/namespaces/default";
const inNamespace = [...everywhere, ...dns, ...namespaced];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${core}/configmaps`, configMap, [...inNamespace, ...once]),
  ...refusedCreations(`${core}/configmaps`, configMap, stored, {}),
  ...refusedCreations(`${core}/services`, service, inNamespace),
  ...refusedCreations("/apis/apps/v1/namespaces/default/deployments", deployment, inNamespace),
  ...refusedCreations("/api/v1/nodes", node, [...everywhere, ...dns]),
  ...refusedCreations("/apis/rbac.authorization.k8s.io/v1/clusterroles", role, everywhere),
  ...refusedCreations(
    "/api/v1/namespaces/absent/configmaps",
    configMap,
    [["a namespace that is absent", "data", {}]],
    {},
  ),
];
