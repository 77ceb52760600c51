/** How Pods are printed: the words that `kubectl get pods` shows for each state. */
import type { Json } from "../../conformance/answer.ts";
import { asTable, rowOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const collection = "/api/v1/namespaces/{ns}/pods";
const main = { name: "main", image: "busybox:1.36" };
const pod = (spec: object = {}, metadata: object = {}) => ({
  ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "a", ...metadata } },
  spec: { containers: [main], ...spec },
});
const told = (name: string, state: object, rest: object = {}) => ({
  ...{ name, image: "busybox:1.36", imageID: "", ready: false, restartCount: 0, state, ...rest },
});
const running = { running: { startedAt: "2001-01-01T00:00:00Z" } };
const waiting = (reason: string) => ({ waiting: { reason } });
const ended = (rest: object) => ({ terminated: { exitCode: 0, ...rest } });
const of = (phase: string, ...containerStatuses: Json[]) => ({ phase, containerStatuses });
const row = (what: string, spec: object, status?: Json) => rowOf(collection, what, pod(spec), status);
const two = { containers: [main, { ...main, name: "side" }] };
const withInit = {
  initContainers: [
    { ...main, name: "init" },
    { ...main, name: "init2" },
  ],
};
const withSidecar = { initContainers: [{ ...main, name: "proxy", restartPolicy: "Always" }] };
const ready = { ready: true };

export const sequences: readonly Sequence[] = [
  row("new", {}),
  row("a container without a state yet", two, { phase: "Pending" }),
  row("creating its container", {}, of("Pending", told("main", waiting("ContainerCreating")))),
  row("an image that cannot be pulled", {}, of("Pending", told("main", waiting("ImagePullBackOff")))),
  row("running and ready", {}, of("Running", told("main", running, ready))),
  row("one of two containers ready", two, of("Running", told("main", running, ready), told("side", running))),
  row(
    "running again after it crashed",
    {},
    of(
      "Running",
      told("main", running, {
        ...{ ready: true, restartCount: 3 },
        lastState: ended({ exitCode: 1, reason: "Error", finishedAt: "2001-01-01T00:00:00Z" }),
      }),
    ),
  ),
  row("crashing", {}, of("Running", told("main", waiting("CrashLoopBackOff"), { restartCount: 5 }))),
  row("the first of two waiting reasons", two, of("Pending", told("main", waiting("A")), told("side", waiting("B")))),
  row("completed", {}, of("Succeeded", told("main", ended({ reason: "Completed" })))),
  row("completed without a reason", {}, of("Succeeded", told("main", ended({})))),
  row("failed with a reason", {}, of("Failed", told("main", ended({ exitCode: 1, reason: "Error" })))),
  row("failed with an exit code only", {}, of("Failed", told("main", ended({ exitCode: 7 })))),
  row("ended by a signal", {}, of("Failed", told("main", ended({ exitCode: 137, signal: 9 })))),
  row("out of memory", {}, of("Failed", told("main", ended({ exitCode: 137, reason: "OOMKilled" })))),
  row(
    "one container completed, the other runs",
    two,
    of("Running", told("main", ended({ reason: "Completed" })), told("side", running, ready)),
  ),
  row("one container completed, the other runs, and the Pod is ready", two, {
    ...of("Running", told("main", ended({ reason: "Completed" })), told("side", running, ready)),
    conditions: [{ type: "Ready", status: "True" }],
  }),
  row("evicted", {}, { phase: "Failed", reason: "Evicted", message: "The node was low on resource: memory." }),
  row("lost with its node", {}, { ...of("Running", told("main", running, ready)), reason: "NodeLost" }),
  row("unknown", {}, { phase: "Unknown" }),
  row("behind a scheduling gate", { schedulingGates: [{ name: "example.com/quota" }] }),
  row(
    "not schedulable",
    {},
    {
      phase: "Pending",
      conditions: [
        { type: "PodScheduled", status: "False", reason: "Unschedulable", message: "0/1 nodes are available." },
      ],
    },
  ),
  row("waiting for its first init container", withInit, { phase: "Pending" }),
  row("its first init container is created", withInit, {
    phase: "Pending",
    initContainerStatuses: [told("init", waiting("PodInitializing")), told("init2", waiting("PodInitializing"))],
  }),
  row("its first init container runs", withInit, {
    phase: "Pending",
    initContainerStatuses: [told("init", running), told("init2", waiting("PodInitializing"))],
  }),
  row("its second init container runs", withInit, {
    phase: "Pending",
    initContainerStatuses: [told("init", ended({ reason: "Completed" }), ready), told("init2", running)],
  }),
  row("its init container failed", withInit, {
    phase: "Pending",
    initContainerStatuses: [
      told("init", ended({ exitCode: 1, reason: "Error" })),
      told("init2", waiting("PodInitializing")),
    ],
  }),
  row("its init container failed with an exit code only", withInit, {
    phase: "Pending",
    initContainerStatuses: [told("init", ended({ exitCode: 7 })), told("init2", waiting("PodInitializing"))],
  }),
  row("its init container was ended by a signal", withInit, {
    phase: "Pending",
    initContainerStatuses: [
      told("init", ended({ exitCode: 137, signal: 9 })),
      told("init2", waiting("PodInitializing")),
    ],
  }),
  row("its init container crashes", withInit, {
    phase: "Pending",
    initContainerStatuses: [
      told("init", waiting("CrashLoopBackOff"), { restartCount: 2 }),
      told("init2", waiting("PodInitializing")),
    ],
  }),
  row("its init containers are done", withInit, {
    ...of("Running", told("main", running, ready)),
    initContainerStatuses: [
      told("init", ended({ reason: "Completed" }), ready),
      told("init2", ended({ reason: "Completed" }), ready),
    ],
    conditions: [{ type: "Initialized", status: "True" }],
  }),
  row("a sidecar that counts", withSidecar, {
    ...of("Running", told("main", running, ready)),
    initContainerStatuses: [told("proxy", running, { ready: true, started: true, restartCount: 1 })],
    conditions: [{ type: "Initialized", status: "True" }],
  }),
  row("a sidecar that has not started", withSidecar, {
    phase: "Pending",
    initContainerStatuses: [told("proxy", running, { started: false })],
  }),
  row(
    "readiness gates, one of two met",
    { readinessGates: [{ conditionType: "example.com/a" }, { conditionType: "example.com/b" }] },
    {
      ...of("Running", told("main", running, ready)),
      conditions: [{ type: "example.com/a", status: "True" }],
    },
  ),
  row(
    "on a node, with an address",
    { nodeName: "node-1" },
    {
      ...of("Running", told("main", running, ready)),
      ...{ podIP: "192.0.2.10", podIPs: [{ ip: "192.0.2.10" }, { ip: "2001:db8::10" }] },
    },
  ),
  row("nominated for a node", {}, { nominatedNodeName: "node-2" }),
  {
    name: "v1 Pod: terminating",
    steps: [
      { method: "POST", path: collection, body: pod({ nodeName: "node-1" }), silent: true },
      { method: "DELETE", path: `${collection}/a`, silent: true },
      { method: "GET", path: `${collection}/a`, headers: asTable },
    ],
  },
  {
    name: "v1 Pod: terminating on a node that is lost",
    steps: [
      { method: "POST", path: collection, body: pod({ nodeName: "node-1" }), silent: true },
      {
        method: "PATCH",
        patch: "merge",
        path: `${collection}/a/status`,
        body: { status: { reason: "NodeLost" } },
        silent: true,
      },
      { method: "DELETE", path: `${collection}/a`, silent: true },
      { method: "GET", path: `${collection}/a`, headers: asTable },
    ],
  },
  {
    name: "v1 Pod: completed, but held by a finalizer",
    steps: [
      { method: "POST", path: collection, body: pod({}, { finalizers: ["example.com/hold"] }), silent: true },
      {
        method: "PATCH",
        patch: "merge",
        path: `${collection}/a/status`,
        body: { status: { phase: "Succeeded" } },
        silent: true,
      },
      { method: "DELETE", path: `${collection}/a`, silent: true },
      { method: "GET", path: `${collection}/a`, headers: asTable },
    ],
  },
  {
    name: "v1 Pod: a list of two and of none",
    steps: [
      { method: "GET", path: collection, headers: asTable },
      { method: "POST", path: collection, body: pod({}), silent: true },
      { method: "POST", path: collection, body: pod({}, { name: "b", labels: { app: "shop" } }), silent: true },
      { method: "GET", path: collection, headers: asTable },
      {
        method: "GET",
        path: collection,
        query: { labelSelector: "app=shop", includeObject: "None" },
        headers: asTable,
      },
      { method: "GET", path: collection, query: { limit: 1, includeObject: "None" }, headers: asTable },
    ],
  },
];
