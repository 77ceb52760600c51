/** Objects with values of another type than the field's, which no decoder takes. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const app = { name: "app", image: "nginx:1.29" };
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { containers: [app] } };
const container = "spec.containers[0]";

const pods: readonly Mutation[] = [
  ["a spec that is text", "spec", "nginx"],
  ["a spec that is a list", "spec", []],
  ["containers that are an object", "spec.containers", app],
  ["containers that are text", "spec.containers", "app"],
  ["a container that is text", container, "app"],
  ["a container that is a list", container, []],
  ["a container that is null", container, null],
  ["a container name that is a number", `${container}.name`, 1],
  ["a container name that is true", `${container}.name`, true],
  ["an image that is an object", `${container}.image`, { name: "nginx" }],
  ["a command that is text", `${container}.command`, "sleep 1"],
  ["an argument that is a number", `${container}.args`, ["sleep", 1]],
  ["a port that is text", `${container}.ports`, [{ containerPort: "80" }]],
  ["a port that is a fraction", `${container}.ports`, [{ containerPort: 80.5 }]],
  ["a port beyond 32 bits", `${container}.ports`, [{ containerPort: 4_294_967_296 }]],
  ["ports that are numbers", `${container}.ports`, [80]],
  ["a variable whose value is a number", `${container}.env`, [{ name: "A", value: 1 }]],
  ["a variable whose value is true", `${container}.env`, [{ name: "A", value: true }]],
  ["variables that are a map", `${container}.env`, { A: "1" }],
  ["a quantity that is true", `${container}.resources`, { limits: { cpu: true } }],
  ["a quantity that is an object", `${container}.resources`, { limits: { cpu: {} } }],
  ["a quantity with a blank", `${container}.resources`, { limits: { memory: "1 Gi" } }],
  ["a quantity with two dots", `${container}.resources`, { limits: { memory: "1.2.3" } }],
  ["limits that are a list", `${container}.resources`, { limits: ["cpu"] }],
  ["a probe port that is true", `${container}.livenessProbe`, { tcpSocket: { port: true } }],
  ["a probe port that is a fraction", `${container}.livenessProbe`, { tcpSocket: { port: 1.5 } }],
  ["a probe port that is an object", `${container}.livenessProbe`, { httpGet: { port: {} } }],
  ["a probe period that is text", `${container}.livenessProbe`, { periodSeconds: "10s" }],
  ["privilege that is text", `${container}.securityContext`, { privileged: "true" }],
  ["a user that is text", `${container}.securityContext`, { runAsUser: "1000" }],
  ["a user beyond 64 bits", `${container}.securityContext`, { runAsUser: 1e20 }],
  ["capabilities that are text", `${container}.securityContext`, { capabilities: { add: "KILL" } }],
  ["a mount that is text", `${container}.volumeMounts`, ["data"]],
  ["a read-only mount that is text", `${container}.volumeMounts`, [{ name: "data", mountPath: "/a", readOnly: "yes" }]],
  ["a volume that is text", "spec.volumes", ["data"]],
  ["an emptyDir that is true", "spec.volumes", [{ name: "data", emptyDir: true }]],
  ["a mode that is octal text", "spec.volumes", [{ name: "data", secret: { secretName: "a", defaultMode: "0644" } }]],
  ["an optional that is text", "spec.volumes", [{ name: "data", configMap: { name: "a", optional: "yes" } }]],
  ["a node selector that is text", "spec.nodeSelector", "a=b"],
  ["a node selector whose value is true", "spec.nodeSelector", { gpu: true }],
  ["the host's network as text", "spec.hostNetwork", "true"],
  ["a grace period that is text", "spec.terminationGracePeriodSeconds", "30s"],
  ["a grace period that is a fraction", "spec.terminationGracePeriodSeconds", 1.5],
  ["tolerations that are an object", "spec.tolerations", { key: "a" }],
  ["an affinity that is a list", "spec.affinity", []],
  ["an image pull secret that is text", "spec.imagePullSecrets", ["a"]],
  ["a restart policy that is a number", "spec.restartPolicy", 1],
  ["a restart policy that is an object", "spec.restartPolicy", {}],
  ["a priority that is text", "spec.priority", "high"],
  ["a security context that is text", "spec.securityContext", "restricted"],
  ["groups that are text", "spec.securityContext", { supplementalGroups: ["1"] }],
  ["a status that is text", "status", "Running"],
  ["a start time that is a number", "status", { startTime: 1 }],
];

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [app] } },
  },
};

const deployments: readonly Mutation[] = [
  ["replicas that are text", "spec.replicas", "3"],
  ["replicas that are true", "spec.replicas", true],
  ["replicas that are a fraction", "spec.replicas", 1.5],
  ["replicas that are an object", "spec.replicas", {}],
  ["a selector that is text", "spec.selector", "app=web"],
  ["matchLabels that are a list", "spec.selector.matchLabels", ["app"]],
  ["a matched label that is a number", "spec.selector.matchLabels", { app: 1 }],
  ["matchExpressions that are an object", "spec.selector.matchExpressions", { key: "a" }],
  ["values that are text", "spec.selector.matchExpressions", [{ key: "a", operator: "In", values: "b" }]],
  ["a template that is a list", "spec.template", []],
  ["a template label that is a number", "spec.template.metadata.labels", { app: 1 }],
  ["a template's container name that is a number", "spec.template.spec.containers[0].name", 1],
  ["a template's port that is text", "spec.template.spec.containers[0].ports", [{ containerPort: "http" }]],
  ["a surge that is true", "spec.strategy", { rollingUpdate: { maxSurge: true } }],
  ["a surge that is a fraction", "spec.strategy", { rollingUpdate: { maxSurge: 0.25 } }],
  ["a strategy that is text", "spec.strategy", "Recreate"],
  ["a pause that is text", "spec.paused", "yes"],
  ["conditions that are an object", "status.conditions", {}],
];

const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } };

const services: readonly Mutation[] = [
  ["a port that is text", "spec.ports[0].port", "80"],
  ["ports that are numbers", "spec.ports", [80]],
  ["ports that are an object", "spec.ports", { port: 80 }],
  ["a target port that is true", "spec.ports[0].targetPort", true],
  ["a target port that is a fraction", "spec.ports[0].targetPort", 80.5],
  ["a target port beyond 32 bits", "spec.ports[0].targetPort", 4_294_967_296],
  ["a selector that is a list", "spec.selector", ["app"]],
  ["a selector whose value is a number", "spec.selector", { app: 1 }],
  ["a cluster IP that is a number", "spec.clusterIP", 10],
  ["external IPs that are text", "spec.externalIPs", "192.168.1.1"],
  ["a type that is a number", "spec.type", 1],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations("/api/v1/namespaces/default/pods", pod, pods),
  ...refusedCreations("/apis/apps/v1/namespaces/default/deployments", deployment, deployments),
  ...refusedCreations("/api/v1/namespaces/default/services", service, services),
];
