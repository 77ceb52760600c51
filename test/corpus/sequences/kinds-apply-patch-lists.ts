/** Server-side apply and what is in lists and maps: keyed, defaulted, atomic, sets, and how managers part. */
import type { Json } from "../../conformance/answer.ts";
import { applied, patched } from "../contests.ts";
import type { Sequence, Step } from "../sequence.ts";

const main = { name: "main", image: "busybox:1.36" };
const matchLabels = { app: "shop" };

/** Bodies are applied in turn: `[manager, body]`, or with a query as the third. */
type Turn = readonly [manager: string, body: Json, query?: NonNullable<Step["query"]>];

function turns(name: string, path: string, identity: Json, ...list: readonly Turn[]): Sequence {
  return {
    name,
    steps: list.map(([manager, body, query]) => applied(manager, path, { ...identity, ...body }, query)),
  };
}

const deploymentPath = "/apis/apps/v1/namespaces/{ns}/deployments/a";
const deploymentIdentity = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } };
const template = (spec: Json, metadata: Json = { labels: matchLabels }) => ({
  spec: { selector: { matchLabels }, template: { metadata, spec } },
});
const part = (spec: Json) => ({ spec: { template: { spec } } });
const deployment = (name: string, ...list: readonly Turn[]) =>
  turns(`Deployment: ${name}`, deploymentPath, deploymentIdentity, ...list);
const env = (...names: string[]) => ({
  containers: [{ name: "main", env: names.map((name) => ({ name, value: "1" })) }],
});
const ports = (...list: object[]) => ({ containers: [{ name: "main", ports: list }] });

const deployments: readonly Sequence[] = [
  deployment(
    "two managers own a container each",
    ["alpha", template({ containers: [main] })],
    ["beta", part({ containers: [{ ...main, name: "side" }] })],
    ["beta", {}],
  ),
  deployment(
    "one manager gives up a container of two",
    ["alpha", template({ containers: [main, { ...main, name: "side" }] })],
    ["alpha", template({ containers: [main] })],
  ),
  deployment(
    "containers keep the order in which they were applied",
    [
      "alpha",
      template({
        containers: [
          { ...main, name: "b" },
          { ...main, name: "a" },
        ],
      }),
    ],
    [
      "alpha",
      template({
        containers: [
          { ...main, name: "a" },
          { ...main, name: "c" },
          { ...main, name: "b" },
        ],
      }),
    ],
    ["beta", part({ containers: [{ ...main, name: "z" }, { name: "a" }] })],
  ),
  deployment(
    "a shared container stays when one of two gives it up",
    ["alpha", template({ containers: [main, { ...main, name: "side" }] })],
    ["beta", part({ containers: [{ ...main, name: "side" }] })],
    ["alpha", template({ containers: [main] })],
    ["beta", {}],
  ),
  deployment(
    "environment variables of two managers",
    ["alpha", template({ containers: [{ ...main, env: [{ name: "A", value: "1" }] }] })],
    ["beta", part(env("B"))],
    ["beta", part(env("C"))],
    ["beta", {}],
  ),
  deployment(
    "the image of another's container is a conflict",
    ["alpha", template({ containers: [main] })],
    ["beta", part({ containers: [{ name: "main", image: "busybox:1.37" }] })],
    ["beta", part({ containers: [{ name: "main", image: "busybox:1.37", workingDir: "/srv" }] }), { force: true }],
  ),
  deployment(
    "several conflicts with one manager",
    ["alpha", template({ containers: [{ ...main, workingDir: "/a", tty: true }] })],
    ["beta", part({ containers: [{ name: "main", image: "busybox:1.37", workingDir: "/b", tty: false }] })],
  ),
  deployment(
    "conflicts with two managers",
    ["alpha", template({ containers: [main] })],
    ["beta", { spec: { replicas: 2, paused: true } }],
    [
      "gamma",
      { spec: { replicas: 3, paused: false, ...part({ containers: [{ name: "main", image: "busybox:1.37" }] }).spec } },
    ],
  ),
  deployment(
    "ports are keyed by number and protocol, and the protocol is defaulted",
    ["alpha", template({ containers: [{ ...main, ports: [{ containerPort: 80 }] }] })],
    ["beta", part(ports({ containerPort: 80, protocol: "TCP" }))],
    ["beta", part(ports({ containerPort: 80, protocol: "UDP" }))],
    ["alpha", template({ containers: [main] })],
  ),
  deployment(
    "a port renamed by another manager is a conflict",
    ["alpha", template({ containers: [{ ...main, ports: [{ containerPort: 80, name: "web" }] }] })],
    ["beta", part(ports({ containerPort: 80, name: "http" }))],
  ),
  deployment(
    "volumes are keyed by name, and a second source is one too many",
    ["alpha", template({ containers: [main], volumes: [{ name: "data", emptyDir: {} }] })],
    ["beta", part({ volumes: [{ name: "data", hostPath: { path: "/srv" } }] }), { force: true }],
    ["alpha", template({ containers: [main], volumes: [{ name: "data", hostPath: { path: "/srv" } }] })],
  ),
  deployment(
    "volume mounts are keyed by their path",
    [
      "alpha",
      template({
        volumes: [{ name: "data", emptyDir: {} }],
        containers: [{ ...main, volumeMounts: [{ name: "data", mountPath: "/a" }] }],
      }),
    ],
    ["beta", part({ containers: [{ name: "main", volumeMounts: [{ name: "data", mountPath: "/b" }] }] })],
    [
      "beta",
      part({ containers: [{ name: "main", volumeMounts: [{ name: "data", mountPath: "/a", readOnly: true }] }] }),
    ],
  ),
  deployment(
    "tolerations are atomic",
    ["alpha", template({ containers: [main], tolerations: [{ key: "a", operator: "Exists" }] })],
    ["beta", part({ tolerations: [{ key: "b", operator: "Exists" }] })],
    ["beta", part({ tolerations: [{ key: "b", operator: "Exists" }] }), { force: true }],
  ),
  deployment(
    "a command is atomic",
    ["alpha", template({ containers: [{ ...main, command: ["sleep", "1"] }] })],
    ["beta", part({ containers: [{ name: "main", command: ["sleep", "2"] }] })],
  ),
  deployment(
    "a node selector is atomic",
    ["alpha", template({ containers: [main], nodeSelector: { disk: "ssd" } })],
    ["beta", part({ nodeSelector: { arch: "arm64" } })],
    ["beta", part({ nodeSelector: { disk: "ssd" } })],
  ),
  deployment(
    "image pull secrets are keyed by name",
    ["alpha", template({ containers: [main], imagePullSecrets: [{ name: "a" }] })],
    ["beta", part({ imagePullSecrets: [{ name: "b" }] })],
    ["alpha", template({ containers: [main] })],
  ),
  deployment(
    "host aliases are keyed by address",
    ["alpha", template({ containers: [main], hostAliases: [{ ip: "192.0.2.1", hostnames: ["a"] }] })],
    ["beta", part({ hostAliases: [{ ip: "192.0.2.1", hostnames: ["b"] }] })],
    ["beta", part({ hostAliases: [{ ip: "192.0.2.2", hostnames: ["b"] }] })],
  ),
  deployment(
    "resources of two managers",
    ["alpha", template({ containers: [{ ...main, resources: { requests: { cpu: "100m" } } }] })],
    [
      "beta",
      part({ containers: [{ name: "main", resources: { requests: { memory: "1Gi" }, limits: { cpu: "1" } } }] }),
    ],
    ["beta", part({ containers: [{ name: "main", resources: { requests: { cpu: "0.1" } } }] })],
    ["beta", part({ containers: [{ name: "main", resources: { requests: { cpu: "200m" } } }] })],
  ),
  deployment(
    "labels of the template are granular, the selector is atomic",
    ["alpha", template({ containers: [main] })],
    ["beta", { spec: { template: { metadata: { labels: { tier: "web" } } } } }],
    ["beta", { spec: { selector: { matchLabels: { tier: "web" } } } }],
  ),
  deployment("a container without a name", ["alpha", template({ containers: [{ image: "busybox:1.36" }] })]),
  deployment("two containers of one name", ["alpha", template({ containers: [main, main] })]),
  deployment("the same environment variable twice", [
    "alpha",
    template({
      containers: [
        {
          ...main,
          env: [
            { name: "A", value: "1" },
            { name: "A", value: "2" },
          ],
        },
      ],
    }),
  ]),
  deployment("null for a list, a field and a map", [
    "alpha",
    { spec: { ...template({ containers: [main], volumes: null }).spec, replicas: null, strategy: null } },
  ]),
  deployment("empty lists and maps are owned", [
    "alpha",
    template(
      { containers: [{ ...main, env: [] }], volumes: [], nodeSelector: {} },
      { labels: matchLabels, annotations: {} },
    ),
  ]),
  deployment(
    "the type of the strategy changes while another owns its parameters",
    ["alpha", { spec: { ...template({ containers: [main] }).spec, strategy: { rollingUpdate: { maxSurge: 1 } } } }],
    ["beta", { spec: { strategy: { type: "Recreate" } } }],
    ["alpha", { spec: { ...template({ containers: [main] }).spec, strategy: { type: "Recreate" } } }, { force: true }],
  ),
];

const simple =
  (kind: string, resource: string) =>
  (name: string, ...list: readonly Turn[]) =>
    turns(
      `${kind}: ${name}`,
      `/api/v1/namespaces/{ns}/${resource}/a`,
      { apiVersion: "v1", kind, metadata: { name: "a" } },
      ...list,
    );
const service = simple("Service", "services");
const configMap = simple("ConfigMap", "configmaps");
const account = simple("ServiceAccount", "serviceaccounts");
const meta = (rest: object) => ({ metadata: { name: "a", ...rest } });
const owner = (name: string, digit: string) => ({
  ...{ apiVersion: "v1", kind: "ConfigMap", name, uid: `${digit.repeat(8)}-1111-4111-8111-111111111111` },
});

const others: readonly Sequence[] = [
  service(
    "ports are keyed by number and protocol",
    ["alpha", { spec: { ports: [{ name: "web", port: 80 }] } }],
    ["beta", { spec: { ports: [{ name: "dns", port: 53, protocol: "UDP" }] } }],
    ["beta", { spec: { ports: [{ name: "dns", port: 53, protocol: "TCP" }] } }],
    ["alpha", { spec: { ports: [{ name: "web", port: 8080 }] } }],
  ),
  service(
    "a target port is another's",
    ["alpha", { spec: { ports: [{ port: 80, targetPort: 8080 }] } }],
    ["beta", { spec: { ports: [{ port: 80, targetPort: "web" }] } }],
  ),
  service(
    "a selector is atomic",
    ["alpha", { spec: { ports: [{ port: 80 }], selector: { app: "shop" } } }],
    ["beta", { spec: { selector: { tier: "web" } } }],
    ["beta", { spec: { selector: { tier: "web" } } }, { force: true }],
  ),
  service(
    "the cluster IP given by the server stays out of reach",
    ["alpha", { spec: { ports: [{ port: 80 }] } }],
    ["alpha", { spec: { ports: [{ port: 80 }], clusterIP: "None" } }],
    ["alpha", { spec: { ports: [{ port: 80 }], type: "NodePort" } }],
    ["alpha", { spec: { ports: [{ port: 80 }], type: "ClusterIP" } }],
  ),
  configMap(
    "keys of two managers",
    ["alpha", { data: { a: "1", b: "1" } }],
    ["beta", { data: { b: "1", c: "1" } }],
    ["alpha", { data: { a: "1" } }],
    ["beta", {}],
  ),
  configMap("data is set to null", ["alpha", { data: { a: "1" } }], ["alpha", { data: null }], ["alpha", { data: {} }]),
  configMap(
    "labels and annotations of two managers",
    ["alpha", meta({ labels: { a: "1" }, annotations: { a: "1" } })],
    ["beta", meta({ labels: { a: "2", b: "1" } })],
    ["beta", meta({ labels: { b: "1" }, annotations: { b: "1" } })],
    ["alpha", {}],
  ),
  configMap(
    "finalizers are a set",
    ["alpha", meta({ finalizers: ["example.com/a"] })],
    ["beta", meta({ finalizers: ["example.com/b", "example.com/a"] })],
    ["alpha", {}],
    ["beta", {}],
  ),
  configMap(
    "owner references are keyed by uid",
    ["alpha", meta({ ownerReferences: [owner("x", "1")] })],
    ["beta", meta({ ownerReferences: [owner("y", "2")] })],
    ["beta", meta({ ownerReferences: [{ ...owner("x", "1"), controller: true }] })],
    ["alpha", {}],
  ),
  configMap(
    "immutable at last",
    ["alpha", { data: { a: "1" } }],
    ["beta", { immutable: true }],
    ["alpha", { data: { a: "2" } }],
    ["beta", {}],
  ),
  account(
    "secrets are keyed by name",
    ["alpha", { secrets: [{ name: "a" }] }],
    ["beta", { secrets: [{ name: "b" }] }],
    ["alpha", {}],
  ),
  turns(
    "Secret: stringData is owned as it was said, and ends as data",
    "/api/v1/namespaces/{ns}/secrets/a",
    { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } },
    ["alpha", { stringData: { a: "1" } }],
    ["alpha", { stringData: { b: "1" } }],
    ["beta", { data: { a: "Mg==" } }],
  ),
  turns(
    "Ingress: rules are atomic",
    "/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses/a",
    { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "a" } },
    ["alpha", { spec: { rules: [{ host: "a.example.com" }] } }],
    ["beta", { spec: { rules: [{ host: "b.example.com" }] } }],
  ),
  {
    name: "HorizontalPodAutoscaler: applied in one version, contested in the other",
    steps: [
      applied("alpha", "/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers/a", {
        ...{ apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler", metadata: { name: "a" } },
        spec: { maxReplicas: 5, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
      }),
      applied("beta", "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers/a", {
        ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "a" } },
        spec: { maxReplicas: 6 },
      }),
      patched("merge", "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers/a", { spec: { maxReplicas: 7 } }),
      { method: "GET", path: "/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers/a" },
    ],
  },
];

export const sequences: readonly Sequence[] = [...deployments, ...others];
