/** Kubernetes' words for zod schemas, under one name: `k8s.int32().min(0).default(1)`. */
export { atomicList, listMap, listSet } from "./lists.ts";
export { probe } from "./probes.ts";
export { defaulted, immutable, rule } from "./rules.ts";
export { duration, float, int32, int64, intOrPercent, intOrString, quantity, time } from "./scalars.ts";
export {
  containers,
  envVars,
  podTemplate,
  preserveUnknown,
  resourceRequirements,
  servicePorts,
} from "./workloads.ts";
