/**
 * ModelBoxes that can never work, each with the field that the answer has to name and with who says so: the schema or a rule of the definition,
 * which hold everywhere, or the webhook, which knows more.
 */
import type { JsonObject, JsonValue } from "@pintle/machinery";

export interface InvalidBox {
  readonly title: string;
  /** Instead of what a valid box has; `undefined` takes away. */
  readonly spec: { readonly [key: string]: JsonValue | undefined };
  readonly name?: string;
  /** As a cause in the answer has it, or, where a rule of the whole object speaks, as its message does. */
  readonly field: string;
  readonly by: "schema" | "rule" | "webhook";
}

const ports = (...list: readonly JsonObject[]) => ({ ports: list as JsonObject[] });
const limits = (amounts: JsonObject) => ({ resources: { limits: amounts } });
const container = (more: JsonObject) => ({ name: "more", image: "busybox:1.36", ...more });

export const invalidBoxes: readonly InvalidBox[] = [
  // What it is called.
  { title: "a name with dots", spec: { name: "my.box" }, field: "spec.name", by: "schema" },
  { title: "a name with a digit first", spec: { name: "1box" }, field: "spec.name", by: "schema" },
  { title: "a name in upper case", spec: { name: "Nginx" }, field: "spec.name", by: "schema" },
  { title: "a name with an underscore", spec: { name: "my_box" }, field: "spec.name", by: "schema" },
  { title: "a name that ends with a dash", spec: { name: "box-" }, field: "spec.name", by: "schema" },
  { title: "an empty name", spec: { name: "" }, field: "spec.name", by: "schema" },
  { title: "a name of 64 characters", spec: { name: "a".repeat(64) }, field: "spec.name", by: "schema" },
  { title: "a name that is a number", spec: { name: 7 }, field: "spec.name", by: "schema" },
  {
    title: "an object with dots in its name, and none in spec",
    spec: {},
    name: "my.box",
    field: "spec.name",
    by: "rule",
  },
  {
    title: "an object with a digit first, and no name in spec",
    spec: {},
    name: "1box",
    field: "spec.name",
    by: "rule",
  },
  {
    ...{ title: "an object with a name that no label can hold", spec: { name: "box" }, name: "b".repeat(64) },
    ...{ field: "metadata.name", by: "rule" },
  },
  // What it runs, and how often.
  { title: "no image", spec: { image: undefined }, field: "spec.image", by: "schema" },
  { title: "an empty image", spec: { image: "" }, field: "spec.image", by: "schema" },
  { title: "an image with a space", spec: { image: "nginx 1.27" }, field: "spec.image", by: "schema" },
  { title: "fewer than no replicas", spec: { replicas: -1 }, field: "spec.replicas", by: "schema" },
  { title: "replicas in words", spec: { replicas: "four" }, field: "spec.replicas", by: "schema" },
  { title: "half a replica", spec: { replicas: 1.5 }, field: "spec.replicas", by: "schema" },
  { title: "replicas beyond 32 bits", spec: { replicas: 2 ** 31 }, field: "spec.replicas", by: "schema" },
  // How it is replaced.
  { title: "a rolling update of 0%", spec: { rollingUpdate: "0%" }, field: "spec.rollingUpdate", by: "rule" },
  { title: "a rolling update of 0", spec: { rollingUpdate: 0 }, field: "spec.rollingUpdate", by: "rule" },
  { title: "a rolling update of 00%", spec: { rollingUpdate: "00%" }, field: "spec.rollingUpdate", by: "rule" },
  { title: "a rolling update of 101%", spec: { rollingUpdate: "101%" }, field: "spec.rollingUpdate", by: "rule" },
  { title: "a rolling update below 0", spec: { rollingUpdate: -1 }, field: "spec.rollingUpdate", by: "schema" },
  {
    title: "a rolling update without its sign",
    spec: { rollingUpdate: "30" },
    field: "spec.rollingUpdate",
    by: "schema",
  },
  { title: "a rolling update in words", spec: { rollingUpdate: "fast" }, field: "spec.rollingUpdate", by: "schema" },
  // What it may use.
  { title: "a size that there is none of", spec: { size: "huge" }, field: "spec.size", by: "schema" },
  { title: "size custom without resources", spec: { size: "custom" }, field: "spec.resources", by: "rule" },
  {
    title: "resources beside a size",
    spec: { size: "small", ...limits({ cpu: "1" }) },
    field: "spec.resources",
    by: "rule",
  },
  { title: "an amount that is none", spec: limits({ cpu: "much" }), field: "spec.resources.limits.cpu", by: "schema" },
  {
    ...{ title: "more requested than allowed", field: "spec.resources", by: "rule" },
    spec: { resources: { requests: { memory: "1Gi" }, limits: { memory: "512Mi" } } },
  },
  {
    ...{ title: "a device that is asked for without a limit", by: "webhook" },
    spec: { resources: { requests: { "example.com/gpu": 1 } } },
    field: "spec.resources.requests[example.com/gpu]",
  },
  {
    ...{ title: "half a device", field: "spec.resources.limits[example.com/gpu]", by: "webhook" },
    spec: limits({ "example.com/gpu": "500m" }),
  },
  {
    ...{ title: "less than nothing", field: "spec.resources.limits[cpu]", by: "webhook" },
    spec: limits({ cpu: "-1" }),
  },
  {
    ...{ title: "a resource that nodes do not have", field: "spec.resources.limits[gpu]", by: "webhook" },
    spec: limits({ gpu: 1 }),
  },
  { title: "resources that are a text", spec: { resources: "1 CPU" }, field: "spec.resources", by: "schema" },
  // What it is told.
  { title: "an env without a name", spec: { envs: [{ value: "a" }] }, field: "spec.envs[0].name", by: "schema" },
  {
    title: "an env with an empty name",
    spec: { envs: [{ name: "", value: "a" }] },
    field: "spec.envs[0].name",
    by: "schema",
  },
  { title: "an env twice", spec: { envs: [{ name: "A" }, { name: "A" }] }, field: "spec.envs[1]", by: "schema" },
  {
    title: "an env that is a number",
    spec: { envs: [{ name: "A", value: 1 }] },
    field: "spec.envs[0].value",
    by: "schema",
  },
  {
    title: "an env from two places",
    spec: { envs: [{ name: "A", value: "a", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
    ...{ field: "spec.envs", by: "rule" },
  },
  {
    ...{ title: "an env with a name that no system takes", field: "spec.envs[0].name", by: "webhook" },
    spec: { envs: [{ name: "A=B", value: "a" }] },
  },
  {
    ...{ title: "an env from nowhere", field: "spec.envs[0].valueFrom", by: "webhook" },
    spec: { envs: [{ name: "A", valueFrom: {} }] },
  },
  // Where it is reached.
  { title: "no port in the list of ports", spec: ports(), field: "spec.ports", by: "schema" },
  { title: "a port without number", spec: ports({ targetPort: 80 }), field: "spec.ports[0].port", by: "schema" },
  { title: "port 0", spec: ports({ port: 0 }), field: "spec.ports[0].port", by: "schema" },
  { title: "a port beyond 65535", spec: ports({ port: 65_536 }), field: "spec.ports[0].port", by: "schema" },
  { title: "a port twice", spec: ports({ port: 80 }, { port: 80 }), field: "spec.ports[1]", by: "schema" },
  {
    title: "a protocol that there is none of",
    spec: ports({ port: 80, protocol: "HTTP" }),
    field: "spec.ports[0].protocol",
    by: "schema",
  },
  { title: "a named targetPort", spec: ports({ port: 80, targetPort: "http" }), field: "spec.ports", by: "rule" },
  { title: "targetPort 0", spec: ports({ port: 80, targetPort: 0 }), field: "spec.ports", by: "rule" },
  {
    title: "a targetPort beyond 65535",
    spec: ports({ port: 80, targetPort: 70_000 }),
    field: "spec.ports",
    by: "rule",
  },
  {
    title: "a nodePort beyond 65535",
    spec: ports({ port: 80, nodePort: 70_000 }),
    field: "spec.ports[0].nodePort",
    by: "schema",
  },
  { title: "a nodePort that no node has", spec: ports({ port: 80, nodePort: 80 }), field: "spec.ports", by: "rule" },
  {
    ...{ title: "a nodePort for ClusterIP", field: "spec.serviceType", by: "rule" },
    spec: { serviceType: "ClusterIP", ...ports({ port: 80, nodePort: 30_080 }) },
  },
  {
    ...{ title: "a nodePort without a Service", field: "spec.serviceType", by: "rule" },
    spec: { serviceType: "None", ...ports({ port: 80, nodePort: 30_080 }) },
  },
  { title: "a Service without ports", spec: { serviceType: "NodePort" }, field: "spec.ports", by: "rule" },
  {
    title: "a type of Service that there is none of",
    spec: { serviceType: "ExternalName" },
    field: "spec.serviceType",
    by: "schema",
  },
  {
    title: "a port name in upper case",
    spec: ports({ port: 80, name: "HTTP" }),
    field: "spec.ports[0].name",
    by: "webhook",
  },
  {
    ...{ title: "two ports of one name", field: "spec.ports[1].name", by: "webhook" },
    spec: ports({ port: 80, name: "http" }, { port: 81, name: "http" }),
  },
  {
    ...{ title: "two ports on one nodePort", field: "spec.ports[1].nodePort", by: "webhook" },
    spec: ports({ port: 80, nodePort: 30_080 }, { port: 81, nodePort: 30_080 }),
  },
  // What runs beside it.
  {
    title: "a container without a name",
    spec: { containers: [{ image: "a:1" }] },
    field: "spec.containers[0].name",
    by: "schema",
  },
  {
    title: "a container twice",
    spec: { containers: [container({}), container({})] },
    field: "spec.containers[1]",
    by: "schema",
  },
  {
    ...{ title: "a container with the name of the business container", field: "spec.containers", by: "rule" },
    spec: { name: "nginx", containers: [container({ name: "nginx" })] },
  },
  {
    ...{ title: "a container with the name of the object, which has no other", field: "spec.containers", by: "rule" },
    spec: { containers: [container({ name: "box" })] },
  },
  {
    ...{ title: "an init container with the name of the business container", field: "spec.initContainers", by: "rule" },
    spec: { name: "nginx", initContainers: [container({ name: "nginx" })] },
  },
  {
    ...{ title: "an init container with the name of a container", field: "spec.initContainers", by: "rule" },
    spec: { containers: [container({})], initContainers: [container({})] },
  },
  {
    ...{ title: "a container with the name of an injected one", field: "spec.containers[0].name", by: "webhook" },
    spec: { containers: [container({ name: "db-container" })] },
  },
  {
    ...{
      title: "an init container with the name of an injected one",
      field: "spec.initContainers[0].name",
      by: "webhook",
    },
    spec: { initContainers: [container({ name: "init-container" })] },
  },
  { title: "a name that an injected container has", spec: { name: "db-container" }, field: "spec.name", by: "webhook" },
  {
    title: "a container without image",
    spec: { containers: [{ name: "more" }] },
    field: "spec.containers[0].image",
    by: "schema",
  },
  {
    title: "a container name with dots",
    spec: { containers: [container({ name: "a.b" })] },
    field: "spec.containers[0].name",
    by: "schema",
  },
  {
    ...{ title: "an init container without image", field: "spec.initContainers[0].image", by: "schema" },
    spec: { initContainers: [{ name: "more" }] },
  },
  {
    ...{ title: "a field that no container has", field: "spec.containers[0].imge", by: "webhook" },
    spec: { containers: [container({ imge: "busybox:1.37" })] },
  },
  {
    ...{ title: "a field that no init container has", field: "spec.initContainers[0].comand", by: "webhook" },
    spec: { initContainers: [container({ comand: ["true"] })] },
  },
  {
    ...{ title: "a mount of a volume, of which a box has none", by: "webhook" },
    spec: { containers: [container({ volumeMounts: [{ name: "data", mountPath: "/data" }] })] },
    field: "spec.containers[0].volumeMounts",
  },
  {
    ...{ title: "ports of a container that are a text", field: "spec.containers[0].ports", by: "schema" },
    spec: { containers: [container({ ports: "80" })] },
  },
  {
    ...{ title: "a port of a container without number", by: "schema" },
    spec: { containers: [container({ ports: [{ name: "http" }] })] },
    field: "spec.containers[0].ports[0].containerPort",
  },
  {
    ...{ title: "a command that is a text", field: "spec.containers[0].command", by: "schema" },
    spec: { containers: [container({ command: "sh -c true" })] },
  },
  {
    ...{ title: "an amount of a container that is none", by: "schema" },
    spec: { containers: [container(limits({ cpu: "much" }))] },
    field: "spec.containers[0].resources.limits.cpu",
  },
  {
    ...{ title: "more requested than allowed for a container", by: "webhook" },
    spec: { containers: [container({ resources: { requests: { cpu: "1.5" }, limits: { cpu: 1 } } })] },
    field: "spec.containers[0].resources.requests[cpu]",
  },
  {
    ...{ title: "more requested than allowed for an init container", by: "webhook" },
    spec: { initContainers: [container({ resources: { requests: { memory: "1Gi" }, limits: { memory: "1G" } } })] },
    field: "spec.initContainers[0].resources.requests[memory]",
  },
  {
    ...{ title: "a claim, of which a box has none", field: "spec.containers[0].resources.claims", by: "webhook" },
    spec: { containers: [container({ resources: { claims: [{ name: "gpu" }] } })] },
  },
  {
    ...{ title: "an env of a container from nowhere", field: "spec.containers[0].env[0].valueFrom", by: "webhook" },
    spec: { containers: [container({ env: [{ name: "A", valueFrom: {} }] })] },
  },
  {
    ...{ title: "a probe of a container without port", by: "schema" },
    spec: { containers: [container({ readinessProbe: { tcpSocket: {} } })] },
    field: "spec.containers[0].readinessProbe.tcpSocket.port",
  },
  {
    ...{ title: "a probe of a container of two sorts", field: "spec.containers[0].livenessProbe", by: "rule" },
    spec: { containers: [container({ livenessProbe: { tcpSocket: { port: 80 }, grpc: { port: 80 } } })] },
  },
  {
    ...{ title: "a probe of what ends before it could be asked", by: "webhook" },
    spec: { initContainers: [container({ readinessProbe: { tcpSocket: { port: 80 } } })] },
    field: "spec.initContainers[0].readinessProbe",
  },
  // How it is probed.
  { title: "probes that there are none of", spec: { probes: "all" }, field: "spec.probes", by: "schema" },
  { title: "a probe that is a text", spec: { livenessProbe: "tcp" }, field: "spec.livenessProbe", by: "schema" },
  { title: "a probe that is a list", spec: { readinessProbe: [] }, field: "spec.readinessProbe", by: "schema" },
  { title: "a probe of nothing", spec: { livenessProbe: {} }, field: "spec.livenessProbe", by: "rule" },
  {
    ...{ title: "a probe of two sorts", field: "spec.readinessProbe", by: "rule" },
    spec: { readinessProbe: { tcpSocket: { port: 80 }, httpGet: { port: 80 } } },
  },
  {
    ...{ title: "a probe by TCP without port", field: "spec.livenessProbe.tcpSocket.port", by: "schema" },
    spec: { livenessProbe: { tcpSocket: {} } },
  },
  {
    ...{ title: "a probe by HTTP without port", field: "spec.readinessProbe.httpGet.port", by: "schema" },
    spec: { readinessProbe: { httpGet: { path: "/healthz" } } },
  },
  {
    ...{ title: "a probe beyond port 65535", field: "spec.readinessProbe.httpGet.port", by: "schema" },
    spec: { readinessProbe: { httpGet: { port: 70_000 } } },
  },
  {
    ...{ title: "a probe on a named port", field: "spec.livenessProbe", by: "rule" },
    spec: { livenessProbe: { tcpSocket: { port: "http" } } },
  },
  {
    ...{ title: "a probe by a command that is not said", field: "spec.livenessProbe.exec.command", by: "schema" },
    spec: { livenessProbe: { exec: {} } },
  },
  {
    ...{ title: "a container that lives after two probes only", field: "spec.livenessProbe", by: "rule" },
    spec: { livenessProbe: { tcpSocket: { port: 80 }, successThreshold: 2 } },
  },
  {
    ...{
      title: "an end that is said for a container that is only not ready",
      field: "spec.readinessProbe",
      by: "rule",
    },
    spec: { readinessProbe: { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 5 } },
  },
];
