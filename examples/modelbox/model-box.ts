/** What a ModelBox is, said once: its types follow, and validation, columns, the scale subresource and the definition that a cluster needs. */
import { conditionColumn, type DeepReadonly, defineResource, k8s, type ObjectOf } from "pintle";
import type { Container } from "pintle/kinds";
import { z } from "zod";
import { containerFields } from "./container-fields.ts";
import { envs, image, livenessProbe, name, ports, readinessProbe } from "./fields.ts";
import { rules } from "./rules.ts";
import { v1beta1 } from "./v1beta1.ts";

const containers = k8s.containers<Container>(containerFields).max(16);

const spec = z.object({
  name: name.optional(),
  image,
  replicas: k8s.int32().min(0).default(1).describe("How many pods there are."),
  rollingUpdate: k8s
    .rule(k8s.intOrPercent(), {
      rule: "type(self) == int ? self > 0 : self.matches('^([1-9][0-9]?|100)%$')",
      message: "has to be at least 1, or from 1% to 100%: with 0 no pod could ever be replaced",
    })
    .default("25%")
    .describe("How many pods may be missing, and how many too many, while they are replaced."),
  envs: envs.optional().describe("What the business container and those that are injected find in their environment."),

  size: z
    .enum(["small", "medium", "large", "custom"])
    .optional()
    .describe("What each container may use; custom is what resources say."),
  resources: k8s
    .rule(k8s.resourceRequirements(), {
      rule: "!has(self.requests) || !has(self.limits) || ['cpu', 'memory'].all(of, !(of in self.requests) || !(of in self.limits) || quantity(string(self.requests[of])).compareTo(quantity(string(self.limits[of]))) <= 0)",
      message: "requests have to be no more than limits",
    })
    .optional()
    .describe("For size custom, which need not be said then."),

  ports: ports.optional(),
  serviceType: z
    .enum(["ClusterIP", "NodePort", "LoadBalancer", "None"])
    .optional()
    .describe("NodePort where a port names a nodePort, and ClusterIP elsewhere, unless given. None: no Service."),

  containers: containers.optional().describe("Beside the business container."),
  initContainers: containers.optional().describe("Run before all others, one by one."),

  probes: z
    .enum(["default", "none"])
    .default("default")
    .describe("Whether probes that are not given are made up, on the first port."),
  livenessProbe: livenessProbe.optional().describe("Of the business container."),
  readinessProbe: readinessProbe.optional().describe("Of the business container."),
});

export type ModelBoxSpec = DeepReadonly<z.output<typeof spec>>;

export const ModelBox = defineResource({
  ...{ group: "model.github.com", version: "v1", kind: "ModelBox", plural: "modelboxes" },
  ...{ shortNames: ["mb"], categories: ["all"] },
  description: "A service of a team: a Deployment and a Service that are kept true to what stands here.",
  spec,
  rules,
  status: z.object({
    replicas: k8s.int32(),
    readyReplicas: k8s.int32(),
    updatedReplicas: k8s.int32(),
    selector: z.string().describe("Of its pods, for autoscalers."),
    endpoint: z.string().optional().describe("Where it is reached."),
  }),
  conditions: ["Ready", "Progressing", "Degraded"],
  scale: { replicas: "spec.replicas", statusReplicas: "status.replicas", selector: "status.selector" },
  columns: {
    Replicas: "spec.replicas",
    Available: "status.readyReplicas",
    Ready: conditionColumn("Ready"),
    Endpoint: "status.endpoint",
    Image: { path: "spec.image", priority: 1 },
  },
}).withVersion("v1beta1", v1beta1);

/** A ModelBox as it is read. */
export type Box = DeepReadonly<ObjectOf<typeof ModelBox>>;
