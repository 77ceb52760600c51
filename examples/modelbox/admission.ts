/** What the schema and the rules of a ModelBox cannot say: defaults that depend on the object, what pods would be refused for, and advice. */
import type { AdmissionDraft, AdmissionReview, DeepReadonly } from "pintle";
import type { Container } from "pintle/kinds";
import { containerFields } from "./container-fields.ts";
import { clashesOf, type Inject } from "./containers.ts";
import { judgeResources } from "./judge-resources.ts";
import type { Box, ModelBox } from "./model-box.ts";

type Review = AdmissionReview<typeof ModelBox>;

export function admissionOf(inject: Inject) {
  return {
    default: complete,
    validate(box: Box, review: Review) {
      for (const { path, why } of clashesOf(box, inject)) review.deny(path, why);
      judgePorts(box, review);
      judgeResources("spec.resources", box.spec.resources, review);
      judgeContainers(box, review);
      judgeEnvs("spec.envs", box.spec.envs, review);
      if (/(^|\/)[^:@/]+(:latest)?$/.test(box.spec.image)) {
        review.warn("spec.image", "is a moving tag: pods that start later may run something else");
      }
    },
  };
}

/** It runs as a webhook and, where there is none, in memory. What follows from fields that may change is left to those who read them. */
function complete({ spec, metadata }: AdmissionDraft<typeof ModelBox>): void {
  // The server has not made it up yet where it is to.
  if (metadata.name) spec.name ??= metadata.name;
  // A Service with several ports has to tell them apart by names.
  if (spec.ports === undefined || spec.ports.length < 2) return;
  for (const port of spec.ports) port.name ??= `${(port.protocol ?? "TCP").toLowerCase()}-${port.port}`;
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function judgePorts({ spec: { serviceType = "NodePort", ports = [] } }: Box, review: Review): void {
  const seen = new Set<string>();
  for (const [index, { name, nodePort, protocol }] of ports.entries()) {
    const path = `spec.ports[${index}]`;
    if (name !== undefined && !label.test(name)) review.deny(`${path}.name`, "has to be of a-z, 0-9 and -");
    if (name !== undefined && seen.has(name)) review.deny(`${path}.name`, "is the name of another port");
    const place = `${protocol} ${nodePort}`;
    if (nodePort !== undefined && seen.has(place)) review.deny(`${path}.nodePort`, "is that of another port");
    // A rule says so as well, but not to those who write v1beta1.
    const isOnNodes = serviceType === "NodePort" || serviceType === "LoadBalancer";
    if (nodePort !== undefined && !isOnNodes)
      review.deny(`${path}.nodePort`, `is nothing for serviceType ${serviceType}`);
    seen.add(name ?? "").add(place);
  }
}

function judgeContainers({ spec }: Box, review: Review): void {
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const path = `spec.${list}[${index}]`;
      for (const field of Object.keys(container)) {
        if (!Object.hasOwn(containerFields, field)) {
          review.deny(`${path}.${field}`, "is nothing that a container of a box has");
        }
      }
      judgeResources(`${path}.resources`, container.resources, review);
      judgeEnvs(`${path}.env`, container.env, review);
      if (list === "initContainers" && container.restartPolicy !== "Always") judgeEnding(path, container, review);
    }
  }
}

/** Kubernetes takes these for those init containers alone that stay, as sidecars. */
function judgeEnding(path: string, container: DeepReadonly<Container>, review: Review): void {
  for (const field of ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"] as const) {
    if (container[field] === undefined) continue;
    review.deny(`${path}.${field}`, "is nothing for an init container that ends: restartPolicy Always makes it stay");
  }
}

interface Env {
  readonly name: string;
  readonly valueFrom?: object | undefined;
}

function judgeEnvs(path: string, envs: readonly Env[] = [], review: Review): void {
  for (const [index, { name, valueFrom }] of envs.entries()) {
    if (!/^[ -<>-~]+$/.test(name)) review.deny(`${path}[${index}].name`, "has to be of ASCII, without =");
    const sources = Object.values(valueFrom ?? {}).filter((source) => source !== undefined).length;
    if (valueFrom && sources !== 1) review.deny(`${path}[${index}].valueFrom`, "has to name one source");
  }
}
