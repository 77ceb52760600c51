/** JSON patch and merge patch: each operation, what is refused, and what becomes of defaults, nulls and metadata. */
import type { Json } from "../../conformance/answer.ts";
import type { PatchType } from "../../conformance/client.ts";
import { patched } from "../contests.ts";
import type { Sequence, Step } from "../sequence.ts";

const containers = [
  {
    name: "main",
    image: "busybox:1.36",
    env: [
      { name: "A", value: "1" },
      { name: "B", value: "2" },
    ],
  },
  { name: "side", image: "busybox:1.36" },
];
const matchLabels = { app: "shop" };
const config = {
  collection: "/api/v1/namespaces/{ns}/configmaps",
  body: { metadata: { name: "a", labels: { app: "shop", "example.com/b": "2" } }, data: { a: "1" } },
};
const deployment = {
  collection: "/apis/apps/v1/namespaces/{ns}/deployments",
  body: {
    metadata: { name: "a" },
    spec: {
      replicas: 2,
      selector: { matchLabels },
      template: { metadata: { labels: matchLabels }, spec: { containers } },
    },
  },
};

/** The object is made and patched once. */
function one(type: PatchType, { collection, body }: typeof config | typeof deployment) {
  return (name: string, patch: Json, query?: NonNullable<Step["query"]>): Sequence => ({
    name: `${type} patch, ${collection.split("/").at(-1)}: ${name}`,
    steps: [{ method: "POST", path: collection, body, silent: true }, patched(type, `${collection}/a`, patch, query)],
  });
}

const jsonConfig = one("json", config);
const jsonDeployment = one("json", deployment);
const label = "/metadata/labels/app";
const first = "/spec/template/spec/containers/0";

const json: readonly Sequence[] = [
  jsonConfig("add a member", [{ op: "add", path: "/data/c", value: "3" }]),
  jsonConfig("add over a member", [{ op: "add", path: "/data/a", value: "9" }]),
  jsonConfig("add below what is not there", [{ op: "add", path: "/binaryData/c", value: "AA==" }]),
  jsonConfig("add without a value", [{ op: "add", path: "/data/c" }]),
  jsonConfig("add null", [{ op: "add", path: "/data/c", value: null }]),
  jsonConfig("add an annotation where there is none", [
    { op: "add", path: "/metadata/annotations", value: { a: "1" } },
  ]),
  jsonConfig("remove a member", [{ op: "remove", path: "/data/a" }]),
  jsonConfig("remove what is not there", [{ op: "remove", path: "/data/z" }]),
  jsonConfig("remove everything under data", [{ op: "remove", path: "/data" }]),
  jsonConfig("replace a member", [{ op: "replace", path: "/data/a", value: "9" }]),
  jsonConfig("replace what is not there", [{ op: "replace", path: "/data/z", value: "9" }]),
  jsonConfig("replace by the same", [{ op: "replace", path: "/data/a", value: "1" }]),
  jsonConfig("move a member", [{ op: "move", from: "/data/a", path: "/data/z" }]),
  jsonConfig("move what is not there", [{ op: "move", from: "/data/y", path: "/data/z" }]),
  jsonConfig("move without a from", [{ op: "move", path: "/data/z" }]),
  jsonConfig("copy a member", [{ op: "copy", from: "/data/a", path: "/data/z" }]),
  jsonConfig("copy labels to data, where a slash is not allowed", [
    { op: "copy", from: "/metadata/labels", path: "/data" },
  ]),
  jsonConfig("test that holds", [{ op: "test", path: "/data/a", value: "1" }]),
  jsonConfig("test that fails", [{ op: "test", path: "/data/a", value: "2" }]),
  jsonConfig("test of what is not there", [{ op: "test", path: "/data/z", value: "1" }]),
  jsonConfig("test for null of what is not there", [{ op: "test", path: "/data/z", value: null }]),
  jsonConfig("a failing test undoes what came before", [
    { op: "replace", path: "/data/a", value: "9" },
    { op: "test", path: "/data/a", value: "1" },
  ]),
  jsonConfig("an escaped slash", [{ op: "replace", path: "/metadata/labels/example.com~1b", value: "slash" }]),
  jsonConfig("a slash that is not escaped", [
    { op: "replace", path: "/metadata/labels/example.com/b", value: "slash" },
  ]),
  jsonConfig("an escaped tilde", [{ op: "replace", path: "/metadata/labels/example.com~0b", value: "tilde" }]),
  jsonConfig("a path without a leading slash", [{ op: "add", path: "data/c", value: "1" }]),
  jsonConfig("an empty path", [{ op: "replace", path: "", value: { metadata: { name: "a" }, data: { all: "new" } } }]),
  jsonConfig("no operations", []),
  jsonConfig("an unknown operation", [{ op: "increment", path: "/data/a", value: "1" }]),
  jsonConfig("an operation without a path", [{ op: "remove" }]),
  jsonConfig("an object instead of a list", { op: "remove", path: "/data/a" }),
  jsonConfig("text that is no JSON", "[{"),
  jsonConfig("an empty body", ""),
  jsonConfig("a value of the wrong type", [{ op: "add", path: "/data/c", value: 3 }]),
  jsonConfig("an unknown field", [{ op: "add", path: "/dataa", value: {} }]),
  jsonConfig("an unknown field, strictly", [{ op: "add", path: "/dataa", value: {} }], { fieldValidation: "Strict" }),
  jsonConfig("an operation with an unknown member", [{ op: "remove", path: "/data/a", why: "so" }], {
    fieldValidation: "Strict",
  }),
  jsonConfig("the name", [{ op: "replace", path: "/metadata/name", value: "b" }]),
  jsonConfig("the namespace", [{ op: "replace", path: "/metadata/namespace", value: "elsewhere" }]),
  jsonConfig("the uid", [{ op: "replace", path: "/metadata/uid", value: "22222222-1111-4111-8111-111111111111" }]),
  jsonConfig("the kind", [{ op: "replace", path: "/kind", value: "Secret" }]),
  jsonConfig("the apiVersion", [{ op: "replace", path: "/apiVersion", value: "v2" }]),
  jsonConfig("the resourceVersion away", [{ op: "remove", path: "/metadata/resourceVersion" }]),
  jsonConfig("a stale resourceVersion", [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }]),
  jsonConfig("a resourceVersion that is no number", [{ op: "replace", path: "/metadata/resourceVersion", value: "x" }]),
  jsonConfig("the creationTimestamp", [
    { op: "replace", path: "/metadata/creationTimestamp", value: "2001-01-01T00:00:00Z" },
  ]),
  jsonConfig("a label of blanks", [{ op: "replace", path: label, value: "a b" }]),
  jsonConfig("as a dry run", [{ op: "remove", path: "/data" }], { dryRun: "All" }),
  jsonConfig("dryRun that is not All", [{ op: "remove", path: "/data" }], { dryRun: "Some" }),
  jsonDeployment("a container at the end", [
    { op: "add", path: "/spec/template/spec/containers/-", value: { name: "c", image: "c" } },
  ]),
  jsonDeployment("a container at the front", [{ op: "add", path: first, value: { name: "c", image: "c" } }]),
  jsonDeployment("a container too far", [
    { op: "add", path: "/spec/template/spec/containers/5", value: { name: "c" } },
  ]),
  jsonDeployment("a container counted from the end", [{ op: "remove", path: "/spec/template/spec/containers/-1" }]),
  jsonDeployment("a list indexed by a word", [{ op: "remove", path: "/spec/template/spec/containers/main" }]),
  jsonDeployment("the first container", [{ op: "remove", path: first }]),
  jsonDeployment("an environment variable", [{ op: "remove", path: `${first}/env/0` }]),
  jsonDeployment("containers change places", [{ op: "move", from: first, path: "/spec/template/spec/containers/1" }]),
  jsonDeployment("a default is removed and comes back", [{ op: "remove", path: "/spec/strategy" }]),
  jsonDeployment("the selector", [{ op: "replace", path: "/spec/selector/matchLabels/app", value: "store" }]),
  jsonDeployment("the replicas as text", [{ op: "replace", path: "/spec/replicas", value: "3" }]),
  jsonDeployment("the replicas as a fraction", [{ op: "replace", path: "/spec/replicas", value: 1.5 }]),
  jsonDeployment("the status through the main resource", [{ op: "add", path: "/status/replicas", value: 5 }]),
  jsonDeployment("the generation", [{ op: "replace", path: "/metadata/generation", value: 9 }]),
];

const mergeConfig = one("merge", config);
const mergeDeployment = one("merge", deployment);

const merge: readonly Sequence[] = [
  mergeConfig("a member more", { data: { c: "3" } }),
  mergeConfig("a member less", { data: { a: null } }),
  mergeConfig("null for what is not there", { data: { z: null }, immutable: null }),
  mergeConfig("data away", { data: null }),
  mergeConfig("an empty patch", {}),
  mergeConfig("the same again", { data: { a: "1" } }),
  mergeConfig("a list instead of an object", []),
  mergeConfig("null instead of an object", "null"),
  mergeConfig("text that is no JSON", "{"),
  mergeConfig("YAML, which it does not speak", "data:\n  c: d\n"),
  mergeConfig("an empty body", ""),
  mergeConfig("a number where text should be", { data: { c: 3 } }),
  mergeConfig("a text where an object should be", { data: "c" }),
  mergeConfig("an unknown field", { dataa: {} }),
  mergeConfig("an unknown field, warned of", { dataa: {} }, { fieldValidation: "Warn" }),
  mergeConfig("an unknown field, strictly", { dataa: {} }, { fieldValidation: "Strict" }),
  mergeConfig("an unknown field, ignored", { dataa: {} }, { fieldValidation: "Ignore" }),
  mergeConfig("a duplicate field, strictly", '{"data":{"c":"1","c":"2"}}', { fieldValidation: "Strict" }),
  mergeConfig("a duplicate field", '{"data":{"c":"1","c":"2"}}'),
  mergeConfig("a duplicate field of another case", '{"data":{"c":"1"},"Data":{"d":"2"}}'),
  mergeConfig("fieldValidation that is unknown", {}, { fieldValidation: "Loose" }),
  mergeConfig("force, which belongs to apply", {}, { force: true }),
  mergeConfig("force that is false", {}, { force: false }),
  mergeConfig("metadata away", { metadata: null }),
  mergeConfig("the name", { metadata: { name: "b" } }),
  mergeConfig("the name away", { metadata: { name: null } }),
  mergeConfig("the namespace", { metadata: { namespace: "elsewhere" } }),
  mergeConfig("the uid", { metadata: { uid: "22222222-1111-4111-8111-111111111111" } }),
  mergeConfig("the uid away", { metadata: { uid: null } }),
  mergeConfig("the kind", { kind: "Secret" }),
  mergeConfig("the apiVersion", { apiVersion: "v2" }),
  mergeConfig("a stale resourceVersion", { metadata: { resourceVersion: "1" }, data: { a: "9" } }),
  mergeConfig("a resourceVersion of the future", { metadata: { resourceVersion: "999999999" }, data: { a: "9" } }),
  mergeConfig("the right resourceVersion", { metadata: { resourceVersion: "{rv}" }, data: { a: "9" } }),
  mergeConfig("labels away", { metadata: { labels: null } }),
  mergeConfig("finalizers", { metadata: { finalizers: ["example.com/a", "example.com/a"] } }),
  mergeConfig("a finalizer without a slash", { metadata: { finalizers: ["a"] } }),
  mergeConfig("the same owner twice", {
    metadata: {
      ownerReferences: ["x", "x"].map((name) => ({
        ...{ apiVersion: "v1", kind: "ConfigMap", name, uid: "22222222-1111-4111-8111-111111111111" },
      })),
    },
  }),
  mergeConfig("immutable", { immutable: true }),
  mergeDeployment("a list is replaced whole", {
    spec: { template: { spec: { containers: [{ name: "main", image: "c" }] } } },
  }),
  mergeDeployment("an empty list", { spec: { template: { spec: { containers: [] } } } }),
  mergeDeployment("a list away", { spec: { template: { spec: { containers: null } } } }),
  mergeDeployment("a default away", { spec: { replicas: null, strategy: null } }),
  mergeDeployment("a member of a list item is null", {
    spec: { template: { spec: { containers: [{ name: "main", image: "c", env: null }] } } },
  }),
  mergeDeployment("the strategy's type only", { spec: { strategy: { type: "Recreate" } } }),
  mergeDeployment("the strategy's type, without its parameters", {
    spec: { strategy: { type: "Recreate", rollingUpdate: null } },
  }),
  mergeDeployment("directives of strategic merge are unknown fields", {
    spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } },
  }),
  mergeDeployment("an invalid value", { spec: { replicas: -1 } }),
  mergeDeployment("a quantity", {
    spec: {
      template: {
        spec: { containers: [{ name: "main", image: "c", resources: { limits: { cpu: "1000m", memory: 1e9 } } }] },
      },
    },
  }),
];

const absent = "/api/v1/namespaces/{ns}/configmaps/absent";
const rest: readonly Sequence[] = [
  {
    name: "each type of patch on an object that is not there",
    steps: [
      patched("json", absent, [{ op: "add", path: "/data", value: {} }]),
      patched("merge", absent, { data: {} }),
      patched("strategic", absent, { data: {} }),
    ],
  },
  {
    name: "patches of a type that there is not",
    steps: [
      { method: "PATCH", path: absent, body: {}, headers: { "content-type": "application/json" } },
      { method: "PATCH", path: absent, body: {}, headers: { "content-type": "text/plain" } },
      { method: "PATCH", path: absent, body: {}, headers: { "content-type": "application/merge-patch+yaml" } },
    ],
  },
  {
    name: "the last finalizer is taken from an object that is being deleted",
    steps: [
      {
        ...{ method: "POST", path: config.collection, silent: true },
        body: { metadata: { name: "a", finalizers: ["example.com/a", "example.com/b"] } },
      },
      { method: "DELETE", path: `${config.collection}/a` },
      patched("json", `${config.collection}/a`, [{ op: "remove", path: "/metadata/finalizers/0" }]),
      patched("merge", `${config.collection}/a`, { metadata: { finalizers: ["example.com/b", "example.com/c"] } }),
      patched("merge", `${config.collection}/a`, { metadata: { finalizers: null } }),
      { method: "GET", path: `${config.collection}/a` },
    ],
  },
];

export const sequences: readonly Sequence[] = [...json, ...merge, ...rest];
