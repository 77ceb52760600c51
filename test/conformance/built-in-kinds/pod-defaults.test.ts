import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { containers, defaultedContainer, defaultedPodSpec, dryRun, make } from "./objects.ts";

const client = connect();
let pods: string;
before(async () => {
  pods = `/api/v1/namespaces/${await client.namespace()}/pods`;
});
after(() => client.close());

/** What the server makes of a pod, without storing it. */
async function defaulted(spec: Json): Promise<Json> {
  const answer = await client.create(pods, { metadata: { name: uniqueName("a") }, spec }, dryRun);
  assertAnswer(answer, 201);
  return answer.body;
}

async function defaultedVolume(source: Json): Promise<Json> {
  const { spec } = await defaulted({ containers, volumes: [{ name: "v", ...source }] });
  const { name: _, ...rest } = spec.volumes[0];
  return rest;
}

async function firstContainer(container: Json): Promise<Json> {
  const { spec } = await defaulted({ containers: [{ name: "main", image: "busybox:1.36", ...container }] });
  return spec.containers[0];
}

const toleration = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 });

test("a pod with only a container gets all the rest", async () => {
  const { body } = await make(client, pods, { spec: { containers } });
  assert.deepEqual(body.spec, {
    ...defaultedPodSpec,
    // Admission's share: tolerations of a lost node, and the priority.
    tolerations: [toleration("node.kubernetes.io/not-ready"), toleration("node.kubernetes.io/unreachable")],
    priority: 0,
    preemptionPolicy: "PreemptLowerPriority",
    enableServiceLinks: true,
  });
  assert.deepEqual(body.status, { phase: "Pending", qosClass: "BestEffort" });
  assert.equal(body.metadata.generation, 1);
});

test("an image without tag or with the tag latest is always pulled, any other if it is absent", async () => {
  const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
  const policies = {
    busybox: "Always",
    "busybox:latest": "Always",
    "registry:5000/busybox": "Always",
    "busybox:1.36": "IfNotPresent",
    [`busybox@${digest}`]: "IfNotPresent",
    // The digest pins it, yet the tag decides.
    [`busybox:latest@${digest}`]: "Always",
  };
  for (const [image, policy] of Object.entries(policies)) {
    assert.equal((await firstContainer({ image })).imagePullPolicy, policy, image);
  }
});

test("what is limited and not requested is requested", async () => {
  const limits = { cpu: "1", memory: "1Gi" };
  const { resources } = await firstContainer({ resources: { limits, requests: { cpu: "500m" } } });
  assert.deepEqual(resources, { limits, requests: { cpu: "500m", memory: "1Gi" } });
});

test("quantities come back in their canonical form", async () => {
  const requests = { cpu: "0.5", memory: "1024Mi", "ephemeral-storage": "1500M" };
  const { resources } = await firstContainer({ resources: { requests } });
  assert.deepEqual(resources.requests, { cpu: "500m", memory: "1Gi", "ephemeral-storage": "1500M" });
});

test("the quality of service class follows from requests and limits", async () => {
  const classOf = async (resources: Json) =>
    (await defaulted({ containers: [{ ...containers[0], resources }] })).status.qosClass;
  assert.equal(await classOf({}), "BestEffort");
  assert.equal(await classOf({ requests: { cpu: "1" } }), "Burstable");
  assert.equal(await classOf({ limits: { cpu: "1" } }), "Burstable");
  assert.equal(await classOf({ limits: { cpu: "1", memory: "1Gi" } }), "Guaranteed");
  assert.equal(await classOf({ limits: { cpu: "2", memory: "1Gi" }, requests: { cpu: "1" } }), "Burstable");
});

test("ports are TCP", async () => {
  const { ports } = await firstContainer({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }] });
  assert.deepEqual(ports, [
    { containerPort: 80, protocol: "TCP" },
    { containerPort: 80, protocol: "UDP" },
  ]);
});

test("in the host's network a container's port is the host's", async () => {
  const { spec } = await defaulted({
    hostNetwork: true,
    containers: [{ ...containers[0], ports: [{ containerPort: 80 }] }],
  });
  assert.deepEqual(spec.containers[0].ports, [{ hostPort: 80, containerPort: 80, protocol: "TCP" }]);
});

test("probes get their periods and thresholds, HTTP ones a path and a scheme", async () => {
  const periods = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  const container = await firstContainer({
    livenessProbe: { httpGet: { port: 80 } },
    readinessProbe: { tcpSocket: { port: "web" }, periodSeconds: 5 },
    startupProbe: { grpc: { port: 80 } },
    lifecycle: { preStop: { httpGet: { port: 80 } } },
    ports: [{ name: "web", containerPort: 80 }],
  });
  assert.deepEqual(container.livenessProbe, { httpGet: { path: "/", port: 80, scheme: "HTTP" }, ...periods });
  assert.deepEqual(container.readinessProbe, { tcpSocket: { port: "web" }, ...periods, periodSeconds: 5 });
  assert.deepEqual(container.startupProbe, { grpc: { port: 80, service: "" }, ...periods });
  assert.deepEqual(container.lifecycle, { preStop: { httpGet: { path: "/", port: 80, scheme: "HTTP" } } });
});

test("a field reference is one of v1", async () => {
  const valueFrom = { fieldRef: { fieldPath: "metadata.name" } };
  const { env } = await firstContainer({ env: [{ name: "NAME", valueFrom }] });
  assert.deepEqual(env[0].valueFrom, { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } });
});

test("init containers and sidecars get the defaults of containers", async () => {
  const { spec } = await defaulted({
    containers,
    initContainers: [
      { name: "first", image: "busybox:1.36" },
      { name: "side", image: "busybox:1.36", restartPolicy: "Always" },
    ],
  });
  assert.deepEqual(spec.initContainers, [
    { ...defaultedContainer, name: "first" },
    { ...defaultedContainer, name: "side", restartPolicy: "Always" },
  ]);
});

test("a volume without a source is an empty directory", async () => {
  assert.deepEqual(await defaultedVolume({}), { emptyDir: {} });
});

test("files of secrets, configuration and projections have mode 0644", async () => {
  const items = [{ path: "labels", fieldRef: { fieldPath: "metadata.labels" } }];
  const readItems = [{ path: "labels", fieldRef: { apiVersion: "v1", fieldPath: "metadata.labels" } }];
  const sources = [{ configMap: { name: "c" } }];
  assert.deepEqual(await defaultedVolume({ secret: { secretName: "s" } }), {
    secret: { secretName: "s", defaultMode: 420 },
  });
  assert.deepEqual(await defaultedVolume({ configMap: { name: "c" } }), { configMap: { name: "c", defaultMode: 420 } });
  assert.deepEqual(await defaultedVolume({ downwardAPI: { items } }), {
    downwardAPI: { items: readItems, defaultMode: 420 },
  });
  assert.deepEqual(await defaultedVolume({ projected: { sources } }), { projected: { sources, defaultMode: 420 } });
});

test("a projected service account token lives for an hour", async () => {
  const { spec } = await defaulted({
    containers,
    serviceAccountName: "robot",
    volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "token" } }] } }],
  });
  assert.deepEqual(spec.volumes[0].projected.sources, [
    { serviceAccountToken: { expirationSeconds: 3600, path: "token" } },
  ]);
});

test("a host path has the empty type, an ephemeral claim is for a file system", async () => {
  assert.deepEqual(await defaultedVolume({ hostPath: { path: "/x" } }), { hostPath: { path: "/x", type: "" } });
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
  assert.deepEqual(await defaultedVolume({ ephemeral: { volumeClaimTemplate: { spec } } }), {
    ephemeral: { volumeClaimTemplate: { metadata: {}, spec: { ...spec, volumeMode: "Filesystem" } } },
  });
});

test("serviceAccount and serviceAccountName are one field", async () => {
  const both = { serviceAccountName: "robot", serviceAccount: "robot" };
  assertContains((await defaulted({ containers, serviceAccountName: "robot" })).spec, both);
  assertContains((await defaulted({ containers, serviceAccount: "robot" })).spec, both);
});

test("a status sent along with a new pod is dropped", async () => {
  const sent = {
    metadata: { name: uniqueName("a") },
    spec: { containers },
    status: { phase: "Running", podIP: "10.1.1.1" },
  };
  const { body } = await client.create(pods, sent);
  assert.deepEqual(body.status, { phase: "Pending", qosClass: "BestEffort" });
});

test("a pod with scheduling gates says so in its conditions", async () => {
  const { status } = await defaulted({ containers, schedulingGates: [{ name: "example.com/wait" }] });
  assertContains(status.conditions, [
    {
      type: "PodScheduled",
      status: "False",
      reason: "SchedulingGated",
      message: "Scheduling is blocked due to non-empty scheduling gates",
    },
  ]);
});

test("a priority class gives the pod its priority, and a number of one's own is refused", async () => {
  const { spec } = await defaulted({ containers, priorityClassName: "system-node-critical" });
  assertContains(spec, { priority: 2000001000, preemptionPolicy: "PreemptLowerPriority" });

  const refused = await client.create(pods, { metadata: { name: "a" }, spec: { containers, priority: 5 } }, dryRun);
  const message =
    'pods "a" is forbidden: the integer value of priority (5) must not be provided in pod spec; ' +
    "priority admission controller computed 0 from the given PriorityClass name";
  assertStatus(refused, 403, "Forbidden", message, { details: { name: "a", kind: "pods" } });
});

test("warnings tell of deprecated node labels and of spreading over nothing", async () => {
  const constraint = { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" };
  const spec = {
    containers,
    nodeSelector: { "beta.kubernetes.io/os": "linux" },
    topologySpreadConstraints: [constraint],
  };
  const { warnings } = await client.create(pods, { metadata: { name: "a" }, spec }, dryRun);
  assert.deepEqual(warnings, [
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
  ]);
});
