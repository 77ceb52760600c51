/** What is created or changed through a subresource, and names that the server completes. */
import type { Json } from "../../conformance/answer.ts";
import { asTable } from "../lives.ts";
import type { Sequence, Step } from "../sequence.ts";

const core = "/api/v1/namespaces/{ns}";
const apps = "/apis/apps/v1/namespaces/{ns}";
const containers = [{ name: "main", image: "busybox:1.36" }];
const selector = { matchLabels: { app: "shop" } };
const template = { metadata: { labels: { app: "shop" } }, spec: { containers } };

const make = (path: string, body: Json): Step => ({ method: "POST", path, body, silent: true });
const makePod = (spec: object = { containers }) =>
  make(`${core}/pods`, { metadata: { name: "a", labels: { app: "shop" } }, spec });
const bind = (name: string) => ({ metadata: { name }, target: { kind: "Node", name: "node-1" } });
const evict = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } };

function scaled(collection: string, kind: string, spec: object): Sequence {
  const path = `${collection}/a/scale`;
  return {
    name: `${kind}: scaled by PUT and by PATCH`,
    steps: [
      make(collection, { metadata: { name: "a" }, spec }),
      { method: "GET", path },
      { method: "PUT", path, body: { metadata: { name: "a" }, spec: { replicas: 3 } } },
      { method: "PATCH", patch: "merge", path, body: { spec: { replicas: 2 } } },
      { method: "PATCH", patch: "json", path, body: [{ op: "replace", path: "/spec/replicas", value: 4 }] },
      { method: "PATCH", patch: "strategic", path, body: { spec: { replicas: 6 } } },
      { method: "PATCH", patch: "merge", path, body: { spec: { replicas: -1 } } },
      { method: "PUT", path, body: { metadata: { name: "a", resourceVersion: "1" }, spec: { replicas: 5 } } },
      { method: "PUT", path, body: { metadata: { name: "b" }, spec: { replicas: 5 } } },
      { method: "GET", path, headers: asTable },
      { method: "GET", path: `${collection}/a` },
    ],
  };
}

const pods: readonly Sequence[] = [
  {
    name: "Pod: bound to a node through its binding",
    steps: [
      makePod(),
      { method: "POST", path: `${core}/pods/a/binding`, body: bind("a") },
      { method: "GET", path: `${core}/pods/a` },
      { method: "POST", path: `${core}/pods/a/binding`, body: bind("a") },
      { method: "DELETE", path: `${core}/pods/a` },
      { method: "GET", path: `${core}/pods/a`, headers: asTable },
      { method: "DELETE", path: `${core}/pods/a`, body: { gracePeriodSeconds: 0 } },
    ],
  },
  {
    name: "Pod: bound to a node through bindings",
    steps: [
      makePod(),
      { method: "POST", path: `${core}/bindings`, body: bind("a") },
      { method: "POST", path: `${core}/bindings`, body: bind("b") },
      {
        method: "POST",
        path: `${core}/bindings`,
        body: { metadata: { name: "a" }, target: { kind: "Shelf", name: "" } },
      },
    ],
  },
  {
    name: "Pod: evicted",
    steps: [
      makePod(),
      { method: "POST", path: `${core}/pods/a/eviction`, body: evict },
      { method: "POST", path: `${core}/pods/a/eviction`, body: evict },
    ],
  },
  {
    name: "Pod: eviction that a PodDisruptionBudget forbids",
    steps: [
      makePod(),
      {
        method: "PATCH",
        patch: "merge",
        path: `${core}/pods/a/status`,
        body: { status: { phase: "Running" } },
        silent: true,
      },
      make("/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets", {
        metadata: { name: "a" },
        spec: { minAvailable: 1, selector },
      }),
      { method: "POST", path: `${core}/pods/a/eviction`, body: evict },
    ],
  },
  {
    name: "Pod: given an ephemeral container",
    steps: [
      makePod(),
      {
        ...{ method: "PATCH", patch: "strategic", path: `${core}/pods/a/ephemeralcontainers` },
        body: {
          spec: { ephemeralContainers: [{ name: "debug", image: "busybox:1.36", targetContainerName: "main" }] },
        },
      },
      {
        ...{ method: "PATCH", patch: "strategic", path: `${core}/pods/a/ephemeralcontainers` },
        body: { spec: { ephemeralContainers: [{ name: "debug", image: "busybox:1.37" }] } },
      },
      {
        ...{ method: "PATCH", patch: "json", path: `${core}/pods/a/ephemeralcontainers` },
        body: [{ op: "remove", path: "/spec/ephemeralContainers" }],
      },
    ],
  },
  {
    name: "Pod: resized",
    steps: [
      makePod({ containers: [{ name: "main", image: "busybox:1.36", resources: { requests: { cpu: "100m" } } }] }),
      {
        ...{ method: "PATCH", patch: "strategic", path: `${core}/pods/a/resize` },
        body: { spec: { containers: [{ name: "main", resources: { requests: { cpu: "200m" } } }] } },
      },
      {
        ...{ method: "PATCH", patch: "strategic", path: `${core}/pods/a/resize` },
        body: { spec: { containers: [{ name: "main", image: "busybox:1.37" }] } },
      },
      {
        ...{ method: "PATCH", patch: "strategic", path: `${core}/pods/a` },
        body: { spec: { containers: [{ name: "main", resources: { requests: { cpu: "300m" } } }] } },
      },
    ],
  },
];

const token = (spec: object) => ({ apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec });
const tokens = `${core}/serviceaccounts/a/token`;
const accounts: readonly Sequence[] = [
  {
    name: "ServiceAccount: tokens",
    steps: [
      make(`${core}/serviceaccounts`, { metadata: { name: "a" } }),
      { method: "POST", path: tokens, body: token({}) },
      { method: "POST", path: tokens, body: token({ audiences: ["https://example.com"], expirationSeconds: 600 }) },
      { method: "POST", path: tokens, body: token({ expirationSeconds: 60 }) },
      makePod({ containers, serviceAccountName: "a" }),
      { method: "POST", path: tokens, body: token({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "a" } }) },
      { method: "POST", path: tokens, body: token({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "b" } }) },
      {
        method: "POST",
        path: tokens,
        body: token({ boundObjectRef: { kind: "ConfigMap", apiVersion: "v1", name: "a" } }),
      },
      { method: "POST", path: `${core}/serviceaccounts/b/token`, body: token({}) },
    ],
  },
];

const namespaces: readonly Sequence[] = [
  {
    name: "Namespace: deleted, then finalized",
    steps: [
      make("/api/v1/namespaces", { metadata: { name: "{ns}-a" } }),
      {
        ...{ method: "PUT", path: "/api/v1/namespaces/{ns}-a/status" },
        body: {
          metadata: { name: "{ns}-a" },
          status: { phase: "Active", conditions: [{ type: "Fine", status: "True" }] },
        },
      },
      { method: "DELETE", path: "/api/v1/namespaces/{ns}-a" },
      { method: "POST", path: "/api/v1/namespaces/{ns}-a/configmaps", body: { metadata: { name: "late" } } },
      { method: "GET", path: "/api/v1/namespaces/{ns}-a", headers: asTable },
      {
        ...{ method: "PUT", path: "/api/v1/namespaces/{ns}-a/finalize" },
        body: { metadata: { name: "{ns}-a" }, spec: { finalizers: [] } },
      },
      { method: "GET", path: "/api/v1/namespaces/{ns}-a" },
    ],
  },
];

/** A name is made of the prefix and five characters; the mask keeps the prefix. */
const generated: readonly Sequence[] = [
  {
    name: "generateName: a name with a suffix",
    steps: [{ method: "POST", path: `${core}/configmaps`, body: { metadata: { generateName: "settings-" } } }],
  },
  {
    name: "generateName: without a prefix or a name",
    steps: [{ method: "POST", path: `${core}/configmaps`, body: { metadata: {} } }],
  },
  {
    name: "generateName: a name wins over the prefix",
    steps: [
      { method: "POST", path: `${core}/configmaps`, body: { metadata: { generateName: "settings-", name: "a" } } },
    ],
  },
];

export const sequences: readonly Sequence[] = [
  scaled(`${apps}/deployments`, "Deployment", { selector, template }),
  scaled(`${apps}/replicasets`, "ReplicaSet", { selector, template }),
  scaled(`${apps}/statefulsets`, "StatefulSet", { selector, template, serviceName: "a" }),
  scaled(`${core}/replicationcontrollers`, "ReplicationController", { selector: { app: "shop" }, template }),
  ...pods,
  ...accounts,
  ...namespaces,
  ...generated,
];
