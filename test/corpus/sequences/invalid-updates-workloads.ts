/** Changes to stored pods and workloads that are refused. */
import { type Mutation, refusedUpdates } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const apps = "/apis/apps/v1/namespaces/{ns}";
const app = { name: "app", image: "nginx:1.29", resources: { requests: { cpu: "100m" } } };
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels: { app: "web" } },
  spec: { containers: [app], tolerations: [{ key: "a", operator: "Exists" }], activeDeadlineSeconds: 60 },
};
const container = "spec.containers[0]";

const pods: readonly Mutation[] = [
  ["an image that becomes empty", `${container}.image`, ""],
  ["a container of another name", `${container}.name`, "web"],
  ["one more container", "spec.containers", [app, { ...app, name: "second" }]],
  ["one more init container", "spec.initContainers", [{ name: "setup", image: "busybox" }]],
  ["a new variable", `${container}.env`, [{ name: "A", value: "1" }]],
  ["a new port", `${container}.ports`, [{ containerPort: 80 }]],
  ["other resources without a resize", `${container}.resources`, { requests: { cpu: "200m" } }],
  ["a new command", `${container}.command`, ["sleep"]],
  ["a new probe", `${container}.livenessProbe`, { tcpSocket: { port: 80 } }],
  ["another restart policy", "spec.restartPolicy", "Never"],
  ["another node", "spec.nodeName", "n1"],
  ["a node selector", "spec.nodeSelector", { a: "b" }],
  ["the host's network", "spec.hostNetwork", true],
  ["another ServiceAccount", "spec.serviceAccountName", "other"],
  ["a volume", "spec.volumes", [{ name: "data", emptyDir: {} }]],
  ["a toleration fewer", "spec.tolerations", []],
  ["a later deadline", "spec.activeDeadlineSeconds", 120],
  ["no deadline", "spec.activeDeadlineSeconds"],
  ["a negative deadline", "spec.activeDeadlineSeconds", -1],
  ["a longer grace period", "spec.terminationGracePeriodSeconds", 60],
  ["a scheduling gate", "spec.schedulingGates", [{ name: "a.io/b" }]],
  ["another priority", "spec.priority", 5],
  ["another scheduler", "spec.schedulerName", "mine"],
  ["a debug container through the front door", "spec.ephemeralContainers", [{ name: "debug", image: "busybox" }]],
  ["another host name", "spec.hostname", "web"],
  ["a security context", "spec.securityContext", { runAsUser: 1 }],
  ["an affinity", "spec.affinity", { nodeAffinity: {} }],
  ["another name", "metadata.name", "other"],
  ["another namespace", "metadata.namespace", "other"],
  ["another uid", "metadata.uid", "00000000-0000-0000-0000-000000000000"],
  ["a stale resourceVersion", "metadata.resourceVersion", "1"],
  ["a resourceVersion that is a word", "metadata.resourceVersion", "first"],
  ["a bad label", "metadata.labels", { a: "b c" }],
  ["a bad finalizer", "metadata.finalizers", ["mine"]],
  ["an unknown field", "spec.colour", "green"],
];

const selector = { matchLabels: { app: "web" } };
const template = { metadata: { labels: { app: "web", tier: "front" } }, spec: { containers: [app] } };
const workload = (kind: string, spec: object = {}) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: "web" },
  spec: { selector, template, ...spec },
});

const shared: readonly Mutation[] = [
  ["another selector", "spec.selector", { matchLabels: { tier: "front" } }],
  ["no selector", "spec.selector"],
  ["a template that leaves the selector", "spec.template.metadata.labels", { tier: "front" }],
  ["a template without containers", "spec.template.spec.containers", []],
  ["a template that never restarts", "spec.template.spec.restartPolicy", "Never"],
  ["replicas that are text", "spec.replicas", "three"],
];

const stateful: readonly Mutation[] = [
  ["another service name", "spec.serviceName", "other"],
  ["another pod management policy", "spec.podManagementPolicy", "Parallel"],
  [
    "a claim template",
    "spec.volumeClaimTemplates",
    [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      },
    ],
  ],
  ["-1 replicas", "spec.replicas", -1],
];

const job = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "work" },
  spec: {
    completions: 2,
    suspend: false,
    template: { spec: { restartPolicy: "Never", containers: [{ name: "work", image: "busybox" }] } },
  },
};

const jobs: readonly Mutation[] = [
  ["other completions", "spec.completions", 3],
  ["no completions", "spec.completions"],
  ["another image", "spec.template.spec.containers[0].image", "alpine"],
  ["another restart policy", "spec.template.spec.restartPolicy", "OnFailure"],
  ["another node selector while it runs", "spec.template.spec.nodeSelector", { a: "b" }],
  ["another selector", "spec.selector", { matchLabels: { a: "b" } }],
  ["another completion mode", "spec.completionMode", "Indexed"],
  ["a failure policy", "spec.podFailurePolicy", { rules: [] }],
  ["a manager", "spec.managedBy", "example.com/me"],
  ["a parallelism of -1", "spec.parallelism", -1],
  ["a negative time to live", "spec.ttlSecondsAfterFinished", -1],
  ["a backoff limit an index", "spec.backoffLimitPerIndex", 1],
];

const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "nightly" },
  spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: job.spec.template } } },
};

const cronJobs: readonly Mutation[] = [
  ["a schedule that is a sentence", "spec.schedule", "every night"],
  ["a time zone within the schedule", "spec.schedule", "TZ=UTC 0 3 * * *"],
  ["an unknown time zone", "spec.timeZone", "Europe/Atlantis"],
  ["an unknown concurrency policy", "spec.concurrencyPolicy", "Queue"],
  ["no Job template", "spec.jobTemplate"],
];

const revision = {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "web-1" },
  data: { a: 1 },
  revision: 1,
};

const controller = {
  apiVersion: "v1",
  kind: "ReplicationController",
  metadata: { name: "web" },
  spec: { replicas: 1, selector: { app: "web" }, template },
};

export const sequences: readonly Sequence[] = [
  ...refusedUpdates("/api/v1/namespaces/{ns}/pods", pod, pods),
  ...refusedUpdates(`${apps}/deployments`, workload("Deployment"), [
    ...shared,
    ["-1 replicas", "spec.replicas", -1],
    ["an unknown strategy", "spec.strategy", { type: "BlueGreen" }],
    ["Recreate beside the rolling update", "spec.strategy.type", "Recreate"],
    ["a progress deadline of zero", "spec.progressDeadlineSeconds", 0],
  ]),
  ...refusedUpdates(`${apps}/replicasets`, workload("ReplicaSet"), shared),
  ...refusedUpdates(`${apps}/statefulsets`, workload("StatefulSet", { serviceName: "web" }), [...shared, ...stateful]),
  ...refusedUpdates(`${apps}/daemonsets`, workload("DaemonSet"), shared.slice(0, 5)),
  ...refusedUpdates("/apis/batch/v1/namespaces/{ns}/jobs", job, jobs),
  ...refusedUpdates("/apis/batch/v1/namespaces/{ns}/cronjobs", cronJob, cronJobs),
  ...refusedUpdates(`${apps}/controllerrevisions`, revision, [
    ["other data", "data", { a: 2 }],
    ["no data", "data"],
    ["a negative revision", "revision", -1],
  ]),
  ...refusedUpdates("/api/v1/namespaces/{ns}/replicationcontrollers", controller, [
    ["-1 replicas", "spec.replicas", -1],
    ["a template that leaves the selector", "spec.template.metadata.labels", { tier: "front" }],
  ]),
];
