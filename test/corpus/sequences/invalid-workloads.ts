/** Deployments, ReplicaSets, StatefulSets, DaemonSets and ReplicationControllers that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const apps = "/apis/apps/v1/namespaces/default";
const app = { name: "app", image: "nginx:1.29" };
const template = { metadata: { labels: { app: "web" } }, spec: { containers: [app] } };
const selector = { matchLabels: { app: "web" } };
const workload = (kind: string, spec: object = {}) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: "web" },
  spec: { selector, template, ...spec },
});
const requirement = (expression: object) => ({ matchExpressions: [expression] });

/** What all of them say in the same words. */
const shared: readonly Mutation[] = [
  ["no spec", "spec"],
  ["no selector", "spec.selector"],
  ["an empty selector", "spec.selector", {}],
  ["a selector that the template does not match", "spec.selector", { matchLabels: { app: "db" } }],
  ["a selector with a bad key", "spec.selector", { matchLabels: { "a b": "web" } }],
  ["a selector In nothing", "spec.selector", requirement({ key: "app", operator: "In" })],
  ["no template", "spec.template"],
  ["a template without labels", "spec.template.metadata"],
  ["a template with a bad label", "spec.template.metadata.labels", { app: "web", tier: "front end" }],
  ["a template with a bad annotation key", "spec.template.metadata.annotations", { "a b": "c" }],
  ["a template without containers", "spec.template.spec.containers", []],
  ["a template without an image", "spec.template.spec.containers[0].image"],
  ["a template with port 0", "spec.template.spec.containers[0].ports", [{ containerPort: 0 }]],
  ["a template that never restarts", "spec.template.spec.restartPolicy", "Never"],
  ["a template that restarts on failure", "spec.template.spec.restartPolicy", "OnFailure"],
  ["a template with a deadline", "spec.template.spec.activeDeadlineSeconds", 10],
  [
    "a template with a debug container",
    "spec.template.spec.ephemeralContainers",
    [{ name: "debug", image: "busybox" }],
  ],
  [
    "a template whose mount has no volume",
    "spec.template.spec.containers[0].volumeMounts",
    [{ name: "data", mountPath: "/a" }],
  ],
  ["a template with an unknown field", "spec.template.spec.colour", "green"],
  ["-1 seconds until ready", "spec.minReadySeconds", -1],
];

const counted: readonly Mutation[] = [["-1 replicas", "spec.replicas", -1]];

const deployment: readonly Mutation[] = [
  ...counted,
  ["a negative history", "spec.revisionHistoryLimit", -1],
  ["an unknown strategy", "spec.strategy", { type: "BlueGreen" }],
  ["Recreate with a rolling update", "spec.strategy", { type: "Recreate", rollingUpdate: { maxSurge: 1 } }],
  ["neither surge nor unavailability", "spec.strategy", { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }],
  [
    "neither surge nor unavailability in percent",
    "spec.strategy",
    { rollingUpdate: { maxSurge: "0%", maxUnavailable: "0%" } },
  ],
  ["a negative surge", "spec.strategy", { rollingUpdate: { maxSurge: -1 } }],
  ["a negative unavailability", "spec.strategy", { rollingUpdate: { maxUnavailable: -1 } }],
  ["101% unavailability", "spec.strategy", { rollingUpdate: { maxUnavailable: "101%" } }],
  ["a surge that is a word", "spec.strategy", { rollingUpdate: { maxSurge: "some" } }],
  ["a surge that is a number in quotes", "spec.strategy", { rollingUpdate: { maxSurge: "1" } }],
  ["a progress deadline of zero", "spec.progressDeadlineSeconds", 0],
  ["a negative progress deadline", "spec.progressDeadlineSeconds", -1],
  [
    "a progress deadline before pods count as ready",
    "spec",
    { selector, template, minReadySeconds: 10, progressDeadlineSeconds: 10 },
  ],
  [
    "a selector with an unknown operator",
    "spec.selector",
    requirement({ key: "app", operator: "Like", values: ["web"] }),
  ],
  [
    "a selector that Exists with values",
    "spec.selector",
    requirement({ key: "app", operator: "Exists", values: ["web"] }),
  ],
  ["a selector with a bad value", "spec.selector", { matchLabels: { app: "we b" } }],
  ["a selector without a key", "spec.selector", requirement({ operator: "Exists" })],
  ["an unknown field", "spec.replica", 3],
];

const claimTemplate = (spec: object, metadata: object = { name: "data" }) => [
  { metadata, spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec } },
];

const statefulSet: readonly Mutation[] = [
  ...counted,
  ["an unknown pod management policy", "spec.podManagementPolicy", "Random"],
  ["an unknown update strategy", "spec.updateStrategy", { type: "Recreate" }],
  ["OnDelete with a partition", "spec.updateStrategy", { type: "OnDelete", rollingUpdate: { partition: 1 } }],
  ["a negative partition", "spec.updateStrategy", { type: "RollingUpdate", rollingUpdate: { partition: -1 } }],
  ["a negative history", "spec.revisionHistoryLimit", -1],
  ["a negative first ordinal", "spec.ordinals", { start: -1 }],
  [
    "claims with an unknown retention when deleted",
    "spec.persistentVolumeClaimRetentionPolicy",
    { whenDeleted: "Burn" },
  ],
  ["claims with an unknown retention when scaled", "spec.persistentVolumeClaimRetentionPolicy", { whenScaled: "Burn" }],
  ["a service name in capitals", "spec.serviceName", "Web"],
  ["a claim template without access modes", "spec.volumeClaimTemplates", claimTemplate({ accessModes: undefined })],
  ["a claim template without a size", "spec.volumeClaimTemplates", claimTemplate({ resources: undefined })],
  ["a claim template without a name", "spec.volumeClaimTemplates", claimTemplate({}, {})],
  ["a claim template with a bad class", "spec.volumeClaimTemplates", claimTemplate({ storageClassName: "Fast!" })],
  ["a name with a dot", "metadata.name", "web.example"],
  ["a name of 64 characters", "metadata.name", "w".repeat(64)],
];

const daemonSet: readonly Mutation[] = [
  ["a negative history", "spec.revisionHistoryLimit", -1],
  ["an unknown update strategy", "spec.updateStrategy", { type: "Recreate" }],
  [
    "zero unavailable in percent",
    "spec.updateStrategy",
    { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "0%" } },
  ],
  ["101% unavailable", "spec.updateStrategy", { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "101%" } }],
  [
    "both surge and unavailability",
    "spec.updateStrategy",
    { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
  ],
  ["a number of replicas", "spec.replicas", 3],
];

const controller = {
  apiVersion: "v1",
  kind: "ReplicationController",
  metadata: { name: "web" },
  spec: { replicas: 1, selector: { app: "web" }, template },
};

const controllers: readonly Mutation[] = [
  ["-1 replicas", "spec.replicas", -1],
  ["-1 seconds until ready", "spec.minReadySeconds", -1],
  ["a selector that the template does not match", "spec.selector", { app: "db" }],
  ["a selector of expressions", "spec.selector", { matchLabels: { app: "web" } }],
  ["no template", "spec.template"],
  ["a template without labels and no selector", "spec", { template: { spec: template.spec } }],
  ["a template that never restarts", "spec.template.spec.restartPolicy", "Never"],
  ["a template without an image", "spec.template.spec.containers[0].image"],
];

const podTemplate = { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "web" }, template };

const revision = {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "web-1" },
  data: {},
  revision: 1,
};

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${apps}/deployments`, workload("Deployment"), [...shared, ...deployment]),
  ...refusedCreations(`${apps}/replicasets`, workload("ReplicaSet"), [...shared, ...counted]),
  ...refusedCreations(`${apps}/statefulsets`, workload("StatefulSet", { serviceName: "web" }), [
    ...shared,
    ...statefulSet,
  ]),
  ...refusedCreations(`${apps}/daemonsets`, workload("DaemonSet"), [...shared, ...daemonSet]),
  ...refusedCreations("/api/v1/namespaces/default/replicationcontrollers", controller, controllers),
  ...refusedCreations("/api/v1/namespaces/default/podtemplates", podTemplate, [
    ["a template without containers", "template.spec.containers", []],
    ["a template without an image", "template.spec.containers[0].image"],
    ["a template with a bad label", "template.metadata.labels", { app: "front end" }],
    ["a template with an unknown restart policy", "template.spec.restartPolicy", "Sometimes"],
  ]),
  ...refusedCreations(`${apps}/controllerrevisions`, revision, [
    ["no data", "data"],
    ["a negative revision", "revision", -1],
    ["data that is a word", "data", "template"],
    ["data that is null", "data", null],
    ["a revision that is a word", "revision", "first"],
    ["a name in capitals", "metadata.name", "Web"],
  ]),
];
