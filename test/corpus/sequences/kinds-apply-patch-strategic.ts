/** Strategic merge patch: lists merged by key, directives, orders, and the kinds that have them. */
import type { Json } from "../../conformance/answer.ts";
import { patched } from "../contests.ts";
import type { Sequence, Step } from "../sequence.ts";

const matchLabels = { app: "shop" };
const spec = {
  containers: [
    {
      ...{ name: "main", image: "busybox:1.36", command: ["sleep", "1"] },
      env: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
      ports: [{ containerPort: 80 }, { containerPort: 53, protocol: "UDP" }],
      volumeMounts: [{ name: "data", mountPath: "/data" }],
    },
    { name: "side", image: "busybox:1.36" },
  ],
  volumes: [{ name: "data", emptyDir: {} }],
  tolerations: [{ key: "a", operator: "Exists" }],
  nodeSelector: { disk: "ssd" },
  imagePullSecrets: [{ name: "a" }, { name: "b" }],
};
const deployments = "/apis/apps/v1/namespaces/{ns}/deployments";
const deployment = {
  metadata: { name: "a" },
  spec: { replicas: 2, selector: { matchLabels }, template: { metadata: { labels: matchLabels }, spec } },
};

/** The object is made and patched once. */
function one(collection: string, kind: string, body: Json) {
  return (name: string, patch: Json, query?: NonNullable<Step["query"]>): Sequence => ({
    name: `${kind}: ${name}`,
    steps: [
      { method: "POST", path: collection, body, silent: true },
      patched("strategic", `${collection}/${body.metadata.name}`, patch, query),
      ...(collection.includes("{ns}")
        ? []
        : [{ method: "DELETE", path: `${collection}/${body.metadata.name}`, silent: true } as const]),
    ],
  });
}

const whole = one(deployments, "Deployment", deployment);
const pods = (name: string, patch: Json, query?: NonNullable<Step["query"]>) =>
  whole(name, { spec: { template: { spec: patch } } }, query);
const main = (name: string, patch: Json) => pods(name, { containers: [{ name: "main", ...patch }] });

const merged: readonly Sequence[] = [
  pods("a container is changed by name", { containers: [{ name: "side", image: "busybox:1.37" }] }),
  pods("a new container comes first", { containers: [{ name: "third", image: "busybox:1.37" }] }),
  pods("a container is deleted", { containers: [{ name: "side", $patch: "delete" }] }),
  pods("a container that is not there is deleted", { containers: [{ name: "none", $patch: "delete" }] }),
  pods("a container is replaced", { containers: [{ name: "main", image: "busybox:1.37", $patch: "replace" }] }),
  pods("all containers are replaced", { containers: [{ $patch: "replace" }, { name: "only", image: "busybox:1.37" }] }),
  pods("a container without its key", { containers: [{ image: "busybox:1.37" }] }),
  pods("the same container twice", {
    containers: [
      { name: "side", image: "busybox:1.37" },
      { name: "side", tty: true },
    ],
  }),
  pods("containers away", { containers: null }),
  pods("an empty list of containers", { containers: [] }),
  pods("an order that is set", {
    "$setElementOrder/containers": [{ name: "side" }, { name: "main" }],
    containers: [{ name: "main", tty: true }],
  }),
  pods("an order with a new container", {
    "$setElementOrder/containers": [{ name: "new" }, { name: "main" }, { name: "side" }],
    containers: [{ name: "new", image: "busybox:1.37" }],
  }),
  pods("an order alone", { "$setElementOrder/containers": [{ name: "side" }, { name: "main" }] }),
  pods("an order that forgets one", {
    "$setElementOrder/containers": [{ name: "side" }],
    containers: [{ name: "side", tty: true }],
  }),
  pods("an order without what is patched", {
    "$setElementOrder/containers": [{ name: "side" }],
    containers: [{ name: "main", tty: true }],
  }),
  pods("an order that is no list", { "$setElementOrder/containers": "main", containers: [] }),
  main("an environment variable is changed", { env: [{ name: "B", value: "9" }] }),
  main("an environment variable gets another source", {
    env: [{ name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
  }),
  main("an environment variable gets another source, the old one away", {
    env: [{ name: "B", value: null, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
  }),
  main("an environment variable is deleted", { env: [{ name: "A", $patch: "delete" }] }),
  main("ports are keyed by number", { ports: [{ containerPort: 53, name: "dns" }] }),
  main("ports of one number and two protocols", { ports: [{ containerPort: 53, protocol: "TCP" }] }),
  main("a mount is keyed by its path", { volumeMounts: [{ mountPath: "/data", readOnly: true }] }),
  main("a command is replaced", { command: ["true"] }),
  main("a command away", { command: null }),
  main("resources of one container", { resources: { limits: { cpu: "1" } } }),
  main("a directive that is unknown", { $patch: "paint" }),
  pods("a volume gets another source", { volumes: [{ name: "data", hostPath: { path: "/srv" } }] }),
  pods("a volume gets another source and retains its keys", {
    volumes: [{ $retainKeys: ["name", "hostPath"], name: "data", hostPath: { path: "/srv" } }],
  }),
  pods("retained keys that lack a patched one", {
    volumes: [{ $retainKeys: ["name"], name: "data", hostPath: { path: "/srv" } }],
  }),
  pods("retained keys that are no list", { volumes: [{ $retainKeys: "name", name: "data" }] }),
  pods("a volume is deleted that is mounted", { volumes: [{ name: "data", $patch: "delete" }] }),
  pods("tolerations are replaced", { tolerations: [{ key: "b", operator: "Exists" }] }),
  pods("a node selector is merged", { nodeSelector: { arch: "arm64" } }),
  pods("a node selector is replaced", { nodeSelector: { $patch: "replace", arch: "arm64" } }),
  pods("a node selector is deleted", { nodeSelector: { $patch: "delete" } }),
  pods("image pull secrets are merged by name", { imagePullSecrets: [{ name: "c" }] }),
  pods("an image pull secret is deleted", { imagePullSecrets: [{ name: "a", $patch: "delete" }] }),
  pods("host aliases are added", { hostAliases: [{ ip: "192.0.2.1", hostnames: ["a"] }] }),
  pods("an unknown field", { colour: "blue" }),
  pods("an unknown field, strictly", { colour: "blue" }, { fieldValidation: "Strict" }),
  pods("spread constraints are keyed by topology", {
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }],
  }),
  whole("another strategy", { spec: { strategy: { type: "Recreate" } } }),
  whole("another strategy that retains its keys", { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } }),
  whole("another strategy, its parameters away", { spec: { strategy: { type: "Recreate", rollingUpdate: null } } }),
  whole("the whole spec is replaced", {
    spec: {
      ...{ $patch: "replace", selector: { matchLabels } },
      template: { metadata: { labels: matchLabels }, spec: { containers: [{ name: "only", image: "busybox:1.37" }] } },
    },
  }),
  whole("an empty patch", {}),
  whole("a list instead of an object", []),
  whole("text that is no JSON", "{"),
  whole("null instead of an object", "null"),
  whole("the replicas away", { spec: { replicas: null } }),
  whole("a text instead of the replicas", { spec: { replicas: "many" } }),
  whole("a text instead of a list", { spec: { template: { spec: { containers: "main" } } } }),
  whole("kubectl's restart", {
    spec: { template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "2001-01-01T00:00:00Z" } } } },
  }),
  whole("a stale resourceVersion", { metadata: { resourceVersion: "1" }, spec: { replicas: 3 } }),
  whole("as a dry run", { spec: { replicas: 9 } }, { dryRun: "All" }),
];

const core = "/api/v1/namespaces/{ns}";
const service = one(`${core}/services`, "Service", {
  metadata: { name: "a" },
  spec: {
    selector: { app: "shop" },
    ports: [
      { name: "web", port: 80 },
      { name: "dns", port: 53, protocol: "UDP" },
    ],
  },
});
const owners = ["2", "3"].map((digit) => ({
  ...{ apiVersion: "v1", kind: "ConfigMap", name: `o${digit}`, uid: `${digit.repeat(8)}-1111-4111-8111-111111111111` },
}));
const config = one(`${core}/configmaps`, "ConfigMap", {
  metadata: { name: "a", finalizers: ["example.com/a", "example.com/b"], ownerReferences: owners, labels: { a: "1" } },
  data: { a: "1" },
});
const account = one(`${core}/serviceaccounts`, "ServiceAccount", {
  ...{ metadata: { name: "a" }, secrets: [{ name: "a" }], imagePullSecrets: [{ name: "a" }] },
});
const node = one("/api/v1/nodes", "Node", {
  metadata: { name: "{ns}-a" },
  spec: {
    taints: [
      { key: "a", effect: "NoSchedule" },
      { key: "b", effect: "NoExecute" },
    ],
  },
});
const budget = one("/apis/policy/v1/namespaces/{ns}/poddisruptionbudgets", "PodDisruptionBudget", {
  metadata: { name: "a" },
  spec: { minAvailable: 1, selector: { matchLabels } },
});
const role = one("/apis/rbac.authorization.k8s.io/v1/namespaces/{ns}/roles", "Role", {
  metadata: { name: "a" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
});

const others: readonly Sequence[] = [
  service("ports are keyed by number", { spec: { ports: [{ port: 80, targetPort: 8080 }] } }),
  service("a port more", { spec: { ports: [{ name: "tls", port: 443 }] } }),
  service("a port is deleted", { spec: { ports: [{ port: 53, $patch: "delete" }] } }),
  service("ports of one number and another protocol", { spec: { ports: [{ port: 53, protocol: "TCP" }] } }),
  service("a selector is merged", { spec: { selector: { tier: "web" } } }),
  service("another type", { spec: { type: "NodePort" } }),
  service("an order of ports", {
    spec: { "$setElementOrder/ports": [{ port: 53 }, { port: 80 }], ports: [{ port: 80, name: "http" }] },
  }),
  config("finalizers are merged", { metadata: { finalizers: ["example.com/c"] } }),
  config("a finalizer is deleted", { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } }),
  config("a finalizer that is not there is deleted", {
    metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/z"] },
  }),
  config("finalizers are ordered", {
    metadata: { "$setElementOrder/finalizers": ["example.com/b", "example.com/a"], finalizers: [] },
  }),
  config("one finalizer for another", {
    metadata: {
      "$deleteFromPrimitiveList/finalizers": ["example.com/a"],
      "$setElementOrder/finalizers": ["example.com/c", "example.com/b"],
      finalizers: ["example.com/c"],
    },
  }),
  config("owners are merged by uid", { metadata: { ownerReferences: [{ uid: owners[0]?.uid, controller: true }] } }),
  config("an owner is deleted", { metadata: { ownerReferences: [{ uid: owners[0]?.uid, $patch: "delete" }] } }),
  config("labels are merged", { metadata: { labels: { b: "2" } } }),
  config("labels are replaced", { metadata: { labels: { $patch: "replace", b: "2" } } }),
  config("data is deleted by a directive", { data: { $patch: "delete" } }),
  config("the whole object is replaced", { $patch: "replace", metadata: { name: "a" }, data: { only: "this" } }),
  config("the whole object is deleted", { $patch: "delete" }),
  account("secrets are merged by name", { secrets: [{ name: "b" }], imagePullSecrets: [{ name: "b" }] }),
  account("a secret is deleted", { secrets: [{ name: "a", $patch: "delete" }] }),
  node("taints are replaced", { spec: { taints: [{ key: "c", effect: "NoSchedule" }] } }),
  node("a taint by key, as if they were merged", { spec: { taints: [{ key: "a", $patch: "delete" }] } }),
  node("cordoned", { spec: { unschedulable: true } }),
  budget("a selector is replaced", { spec: { selector: { matchLabels: { tier: "web" } } } }),
  role("rules are replaced", { rules: [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["list"] }] }),
];

export const sequences: readonly Sequence[] = [...merged, ...others];
