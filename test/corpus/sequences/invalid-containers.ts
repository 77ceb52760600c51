/** Pods that are refused for what they say about a container. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const app = { name: "app", image: "nginx:1.29" };
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { containers: [app] } };
const at = (field: string) => `spec.containers[0].${field}`;

const basics: readonly Mutation[] = [
  ["a container without a name", at("name")],
  ["a container name in capitals", at("name"), "App"],
  ["a container name with an underscore", at("name"), "my_app"],
  ["a container name of 64 characters", at("name"), "a".repeat(64)],
  ["a container name with a dot", at("name"), "a.b"],
  ["two containers of the same name", "spec.containers[1]", app],
  ["a container without an image", at("image")],
  ["an empty image", at("image"), ""],
  ["an image with blanks around", at("image"), " nginx "],
  ["an unknown pull policy", at("imagePullPolicy"), "Often"],
  ["a pull policy in lower case", at("imagePullPolicy"), "always"],
  ["an unknown termination message policy", at("terminationMessagePolicy"), "Write"],
  ["a container's restart policy that is unknown", at("restartPolicy"), "Sometimes"],
  [
    "restart rules without a restart policy",
    at("restartPolicyRules"),
    [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }],
  ],
  [
    "a restart rule with an unknown action",
    "spec.containers[0]",
    {
      ...app,
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "Explode", exitCodes: { operator: "In", values: [1] } }],
    },
  ],
  [
    "a restart rule without exit codes",
    "spec.containers[0]",
    { ...app, restartPolicy: "Never", restartPolicyRules: [{ action: "Restart" }] },
  ],
];

const ports: readonly Mutation[] = [
  ["a port without a number", at("ports"), [{ name: "http" }]],
  ["port 0", at("ports"), [{ containerPort: 0 }]],
  ["port 65536", at("ports"), [{ containerPort: 65_536 }]],
  ["a negative port", at("ports"), [{ containerPort: -1 }]],
  ["an unknown protocol", at("ports"), [{ containerPort: 80, protocol: "HTTP" }]],
  ["a protocol in lower case", at("ports"), [{ containerPort: 80, protocol: "tcp" }]],
  ["a port name in capitals", at("ports"), [{ containerPort: 80, name: "HTTP" }]],
  ["a port name of 16 characters", at("ports"), [{ containerPort: 80, name: "a".repeat(16) }]],
  ["a port name of digits only", at("ports"), [{ containerPort: 80, name: "8080" }]],
  ["a port name with two hyphens", at("ports"), [{ containerPort: 80, name: "a--b" }]],
  ["a port name that ends in a hyphen", at("ports"), [{ containerPort: 80, name: "a-" }]],
  [
    "the same port name twice",
    at("ports"),
    [
      { containerPort: 80, name: "http" },
      { containerPort: 81, name: "http" },
    ],
  ],
  ["the same port twice", at("ports"), [{ containerPort: 80 }, { containerPort: 80 }]],
  [
    "the same host port twice",
    at("ports"),
    [
      { containerPort: 80, hostPort: 80 },
      { containerPort: 81, hostPort: 80 },
    ],
  ],
  ["host port 65536", at("ports"), [{ containerPort: 80, hostPort: 65_536 }]],
  [
    "a host port that differs on the host's network",
    "spec",
    { hostNetwork: true, containers: [{ ...app, ports: [{ containerPort: 80, hostPort: 81 }] }] },
  ],
  [
    "the same host port in two containers",
    "spec.containers",
    [
      { ...app, ports: [{ containerPort: 80, hostPort: 80 }] },
      { ...app, name: "b", ports: [{ containerPort: 81, hostPort: 80 }] },
    ],
  ],
];

const variable = (valueFrom: unknown) => [{ name: "A", valueFrom }];

const environment: readonly Mutation[] = [
  ["a variable without a name", at("env"), [{ value: "a" }]],
  ["a variable name with an equals sign", at("env"), [{ name: "a=b", value: "a" }]],
  [
    "a variable with a value and a source",
    at("env"),
    [{ name: "A", value: "a", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
  ],
  [
    "the same variable twice",
    at("env"),
    [
      { name: "A", value: "1" },
      { name: "A", value: "2" },
    ],
  ],
  ["a variable from nowhere", at("env"), variable({})],
  [
    "a variable from two sources",
    at("env"),
    variable({ fieldRef: { fieldPath: "metadata.name" }, secretKeyRef: { name: "a", key: "b" } }),
  ],
  ["a variable from a field without path", at("env"), variable({ fieldRef: {} })],
  ["a variable from a field that is not exposed", at("env"), variable({ fieldRef: { fieldPath: "spec.containers" } })],
  ["a variable from all labels", at("env"), variable({ fieldRef: { fieldPath: "metadata.labels" } })],
  [
    "a variable from a label with a bad key",
    at("env"),
    variable({ fieldRef: { fieldPath: "metadata.labels['a b']" } }),
  ],
  [
    "a variable from a field of another version",
    at("env"),
    variable({ fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } }),
  ],
  [
    "a variable from a subscript of a plain field",
    at("env"),
    variable({ fieldRef: { fieldPath: "metadata.name['a']" } }),
  ],
  ["a variable from a resource without a name", at("env"), variable({ resourceFieldRef: {} })],
  ["a variable from an unknown resource", at("env"), variable({ resourceFieldRef: { resource: "limits.gpu" } })],
  [
    "a variable from CPU in megabytes",
    at("env"),
    variable({ resourceFieldRef: { resource: "limits.cpu", divisor: "1Mi" } }),
  ],
  [
    "a variable from memory in thousandths",
    at("env"),
    variable({ resourceFieldRef: { resource: "limits.memory", divisor: "1m" } }),
  ],
  ["a variable from a ConfigMap without key", at("env"), variable({ configMapKeyRef: { name: "a" } })],
  ["a variable from a ConfigMap key with a slash", at("env"), variable({ configMapKeyRef: { name: "a", key: "a/b" } })],
  ["a variable from a ConfigMap without name", at("env"), variable({ configMapKeyRef: { key: "a" } })],
  ["a variable from a Secret without key", at("env"), variable({ secretKeyRef: { name: "a" } })],
  ["a variable from a Secret key that climbs up", at("env"), variable({ secretKeyRef: { name: "a", key: ".." } })],
  ["a variable from a Secret without name", at("env"), variable({ secretKeyRef: { key: "a" } })],
  ["a variable from a file without anything", at("env"), variable({ fileKeyRef: {} })],
  [
    "a variable from a file of an absent volume",
    at("env"),
    variable({ fileKeyRef: { volumeName: "v", path: "a", key: "A" } }),
  ],
  ["variables from nothing", at("envFrom"), [{}]],
  ["variables from two sources", at("envFrom"), [{ configMapRef: { name: "a" }, secretRef: { name: "b" } }]],
  ["variables from a ConfigMap without name", at("envFrom"), [{ configMapRef: {} }]],
  ["variables from a Secret without name", at("envFrom"), [{ secretRef: {} }]],
  ["variables with a bad prefix", at("envFrom"), [{ prefix: "a=", configMapRef: { name: "a" } }]],
];

const resources: readonly Mutation[] = [
  ["a request above the limit", at("resources"), { requests: { cpu: "2" }, limits: { cpu: "1" } }],
  ["a memory request above the limit", at("resources"), { requests: { memory: "2Gi" }, limits: { memory: "1Gi" } }],
  ["a negative limit", at("resources.limits"), { cpu: "-1" }],
  ["a negative request", at("resources.requests"), { memory: "-1Mi" }],
  ["an unknown standard resource", at("resources.limits"), { gpu: "1" }],
  ["half a device", at("resources.limits"), { "example.com/gpu": "0.5" }],
  ["a device requested but not limited", at("resources.requests"), { "example.com/gpu": "1" }],
  [
    "a device request that differs from its limit",
    at("resources"),
    { requests: { "example.com/gpu": "1" }, limits: { "example.com/gpu": "2" } },
  ],
  ["a resource name with a blank", at("resources.limits"), { "a b/c": "1" }],
  ["a resource that belongs to quotas", at("resources.limits"), { "requests.example.com/a": "1" }],
  ["huge pages without CPU or memory", at("resources"), { limits: { "hugepages-2Mi": "2Mi" } }],
  [
    "huge pages whose request differs",
    at("resources"),
    { limits: { cpu: "1", "hugepages-2Mi": "4Mi" }, requests: { cpu: "1", "hugepages-2Mi": "2Mi" } },
  ],
  ["part of a huge page", at("resources"), { limits: { cpu: "1", "hugepages-2Mi": "3Mi" } }],
  ["a quantity that is no number", at("resources.limits"), { cpu: "much" }],
  ["a quantity with an unknown suffix", at("resources.limits"), { memory: "1GiB" }],
  ["an empty quantity", at("resources.limits"), { memory: "" }],
  ["a claim that the pod does not have", at("resources.claims"), [{ name: "gpu" }]],
  ["a claim without a name", at("resources.claims"), [{}]],
  ["memory in thousandths of a byte", at("resources.limits"), { memory: "128m" }],
  ["ephemeral storage in thousandths of a byte", at("resources.limits"), { "ephemeral-storage": "1m" }],
  [
    "a resize policy for disks",
    at("resizePolicy"),
    [{ resourceName: "ephemeral-storage", restartPolicy: "NotRequired" }],
  ],
  ["an unknown resize policy", at("resizePolicy"), [{ resourceName: "cpu", restartPolicy: "Perhaps" }]],
  ["a resize policy without a policy", at("resizePolicy"), [{ resourceName: "cpu" }]],
  [
    "the same resize policy twice",
    at("resizePolicy"),
    [
      { resourceName: "cpu", restartPolicy: "NotRequired" },
      { resourceName: "cpu", restartPolicy: "NotRequired" },
    ],
  ],
];

const live = (probe: object) => ({ tcpSocket: { port: 80 }, ...probe });

const probes: readonly Mutation[] = [
  ["a liveness probe that asks nothing", at("livenessProbe"), {}],
  ["a liveness probe that asks twice", at("livenessProbe"), { tcpSocket: { port: 80 }, exec: { command: ["a"] } }],
  ["a probe with an empty command", at("livenessProbe"), { exec: {} }],
  ["an HTTP probe without a port", at("livenessProbe"), { httpGet: { path: "/" } }],
  ["an HTTP probe of port 0", at("livenessProbe"), { httpGet: { path: "/", port: 0 } }],
  ["an HTTP probe of port 70000", at("livenessProbe"), { httpGet: { path: "/", port: 70_000 } }],
  ["an HTTP probe of an impossible port name", at("livenessProbe"), { httpGet: { path: "/", port: "no such port" } }],
  ["an HTTP probe with an unknown scheme", at("livenessProbe"), { httpGet: { path: "/", port: 80, scheme: "FTP" } }],
  [
    "an HTTP probe with a header without name",
    at("livenessProbe"),
    { httpGet: { port: 80, httpHeaders: [{ value: "a" }] } },
  ],
  [
    "an HTTP probe with a bad header",
    at("livenessProbe"),
    { httpGet: { port: 80, httpHeaders: [{ name: "a b", value: "a" }] } },
  ],
  ["a TCP probe without a port", at("livenessProbe"), { tcpSocket: {} }],
  ["a TCP probe of a port name that is too long", at("livenessProbe"), { tcpSocket: { port: "a".repeat(16) } }],
  ["a gRPC probe without a port", at("livenessProbe"), { grpc: {} }],
  ["a gRPC probe of port 70000", at("livenessProbe"), { grpc: { port: 70_000 } }],
  ["a negative initial delay", at("livenessProbe"), live({ initialDelaySeconds: -1 })],
  ["a negative timeout", at("livenessProbe"), live({ timeoutSeconds: -1 })],
  ["a negative period", at("livenessProbe"), live({ periodSeconds: -1 })],
  ["a negative success threshold", at("livenessProbe"), live({ successThreshold: -1 })],
  ["a negative failure threshold", at("livenessProbe"), live({ failureThreshold: -1 })],
  ["a liveness probe that must succeed twice", at("livenessProbe"), live({ successThreshold: 2 })],
  ["a startup probe that must succeed twice", at("startupProbe"), live({ successThreshold: 2 })],
  ["a probe's grace period of zero", at("livenessProbe"), live({ terminationGracePeriodSeconds: 0 })],
  ["a readiness probe with a grace period", at("readinessProbe"), live({ terminationGracePeriodSeconds: 5 })],
  ["a readiness probe that asks nothing", at("readinessProbe"), { periodSeconds: 5 }],
  ["a readiness probe with a negative delay", at("readinessProbe"), live({ initialDelaySeconds: -1 })],
  ["a startup probe that asks nothing", at("startupProbe"), {}],
  ["a hook that does nothing", at("lifecycle"), { postStart: {} }],
  ["a hook that does two things", at("lifecycle"), { preStop: { exec: { command: ["a"] }, httpGet: { port: 80 } } }],
  ["a hook with an empty command", at("lifecycle"), { preStop: { exec: { command: [] } } }],
  ["a hook that sleeps a negative time", at("lifecycle"), { preStop: { sleep: { seconds: -1 } } }],
  ["a hook that sleeps beyond the grace period", at("lifecycle"), { preStop: { sleep: { seconds: 31 } } }],
  ["a hook that calls no port", at("lifecycle"), { postStart: { httpGet: { path: "/" } } }],
];

const context = (field: string) => at(`securityContext.${field}`);

const security: readonly Mutation[] = [
  ["a container that runs as user -1", context("runAsUser"), -1],
  ["a container that runs as group -1", context("runAsGroup"), -1],
  [
    "a privileged container that may not escalate",
    at("securityContext"),
    { privileged: true, allowPrivilegeEscalation: false },
  ],
  [
    "CAP_SYS_ADMIN that may not escalate",
    at("securityContext"),
    { capabilities: { add: ["CAP_SYS_ADMIN"] }, allowPrivilegeEscalation: false },
  ],
  ["an unknown proc mount", context("procMount"), "Hidden"],
  ["an unmasked proc mount with the host's users", context("procMount"), "Unmasked"],
  ["a container's seccomp profile without a file", context("seccompProfile"), { type: "Localhost" }],
  ["a container's seccomp profile of unknown type", context("seccompProfile"), { type: "Strong" }],
  ["a container's AppArmor profile without a name", context("appArmorProfile"), { type: "Localhost" }],
  [
    "a container's AppArmor profile with blanks around",
    context("appArmorProfile"),
    { type: "Localhost", localhostProfile: " a " },
  ],
  [
    "capabilities for Windows",
    "spec",
    { os: { name: "windows" }, containers: [{ ...app, securityContext: { capabilities: { add: ["KILL"] } } }] },
  ],
  [
    "a privileged container for Windows",
    "spec",
    { os: { name: "windows" }, containers: [{ ...app, securityContext: { privileged: true } }] },
  ],
  [
    "a read-only root for Windows",
    "spec",
    { os: { name: "windows" }, containers: [{ ...app, securityContext: { readOnlyRootFilesystem: true } }] },
  ],
  [
    "a container's user id for Windows",
    "spec",
    { os: { name: "windows" }, containers: [{ ...app, securityContext: { runAsUser: 1 } }] },
  ],
  [
    "a container's Windows options for Linux",
    "spec",
    { os: { name: "linux" }, containers: [{ ...app, securityContext: { windowsOptions: { runAsUserName: "a" } } }] },
  ],
];

const helper = { name: "setup", image: "busybox" };

const others: readonly Mutation[] = [
  ["an init container without a name", "spec.initContainers", [{ image: "busybox" }]],
  ["an init container without an image", "spec.initContainers", [{ name: "setup" }]],
  ["an init container named like a container", "spec.initContainers", [{ ...helper, name: "app" }]],
  ["two init containers of the same name", "spec.initContainers", [helper, helper]],
  ["an init container with a liveness probe", "spec.initContainers", [{ ...helper, livenessProbe: live({}) }]],
  ["an init container with a readiness probe", "spec.initContainers", [{ ...helper, readinessProbe: live({}) }]],
  ["an init container with a startup probe", "spec.initContainers", [{ ...helper, startupProbe: live({}) }]],
  [
    "an init container with a hook",
    "spec.initContainers",
    [{ ...helper, lifecycle: { preStop: { exec: { command: ["a"] } } } }],
  ],
  [
    "an init container with an unknown restart policy",
    "spec.initContainers",
    [{ ...helper, restartPolicy: "Sometimes" }],
  ],
  [
    "a sidecar whose probe asks nothing",
    "spec.initContainers",
    [{ ...helper, restartPolicy: "Always", readinessProbe: {} }],
  ],
  [
    "a sidecar that must start twice",
    "spec.initContainers",
    [{ ...helper, restartPolicy: "Always", startupProbe: live({ successThreshold: 2 }) }],
  ],
  ["an init container with port 0", "spec.initContainers", [{ ...helper, ports: [{ containerPort: 0 }] }]],
  ["an init container with a bad variable", "spec.initContainers", [{ ...helper, env: [{ name: "" }] }]],
  ["an ephemeral container from the start", "spec.ephemeralContainers", [{ name: "debug", image: "busybox" }]],
];

export const sequences: readonly Sequence[] = refusedCreations("/api/v1/namespaces/default/pods", pod, [
  ...basics,
  ...ports,
  ...environment,
  ...resources,
  ...probes,
  ...security,
  ...others,
]);
