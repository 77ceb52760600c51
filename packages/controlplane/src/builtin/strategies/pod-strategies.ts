/** Pods: their status begins as Pending, they get time to end, and most of their spec stays as it was. */
import type { Strategy, StrategyRequest } from "@pintle/apiserver";
import { getOwn, includePrefixes, type JsonObject, type PathPattern } from "@pintle/machinery";
import {
  changeField,
  numberAt,
  objectAt,
  objectsAt,
  takeFields,
  textAt,
  withField,
  withValueAt,
} from "../json-fields.ts";
import { withAppArmorFields, withMatchedLabels } from "./complete-pod.ts";
import type { KindStrategies, Specialize } from "./own-strategies.ts";
import { qualityOf } from "./pod-quality.ts";

const statusMetadata = ["labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp"];

export function createPodStrategies(): Readonly<Record<string, Specialize>> {
  return { pods: specialize };
}

function specialize({ main, views }: KindStrategies): KindStrategies {
  const own: Strategy = { ...main, gracePeriodSeconds };
  const { prepareCreate: _, resetFields: __, ...viewed } = own;
  return {
    main: {
      ...own,
      prepareCreate: beginPending,
      prepareUpdate: (pod, old, request) =>
        isBinding(pod, old, request) ? pod : (main.prepareUpdate?.(pod, old, request) ?? pod),
    },
    views: {
      status: { ...views.status, nameRule: main.nameRule, prepareUpdate: keepQuality(views.status) },
      ephemeralcontainers: {
        ...viewed,
        prepareUpdate: (pod, old) => withOnly(pod, old, ["ephemeralContainers"]),
        resetFields: new Map([["v1", includePrefixes(pathTo("spec", "ephemeralContainers"))]]),
      },
      resize: { ...viewed, prepareUpdate: resize, resetFields: new Map([["v1", includePrefixes(...resizable)]]) },
    },
  };
}

/**
 * Whether the server itself assigns the pod to a node, for somebody who created a Binding. It changes the spec and the status in one
 * write, which nobody else can.
 */
export function isBinding(pod: JsonObject, old: JsonObject, { context }: StrategyRequest): boolean {
  const isServer = context.user.name === "system:apiserver";
  return isServer && textAt(old, "spec.nodeName") === "" && textAt(pod, "spec.nodeName") !== "";
}

function beginPending(pod: JsonObject, { context }: StrategyRequest): JsonObject {
  const isGated = objectsAt(pod, "spec.schedulingGates").length > 0;
  const status: JsonObject = { phase: "Pending", qosClass: qualityOf(pod) };
  if (isGated) status.conditions = [gatedCondition];
  const warn = (warning: string) => {
    if (!context.warnings.includes(warning)) context.warnings.push(warning);
  };
  return withAppArmorFields(withMatchedLabels(withField(pod, "status", status)), warn);
}

const gatedCondition = {
  type: "PodScheduled",
  status: "False",
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

/** Pods that run nowhere and those that have ended need no time; others get what was asked for, or what they say. */
function gracePeriodSeconds(pod: JsonObject, askedSeconds: number | undefined): number {
  const phase = textAt(pod, "status.phase");
  if (textAt(pod, "spec.nodeName") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const seconds = askedSeconds ?? numberAt(pod, "spec.terminationGracePeriodSeconds") ?? 0;
  return seconds < 0 ? 1 : seconds;
}

function keepQuality(status: Strategy | undefined): NonNullable<Strategy["prepareUpdate"]> {
  return (pod, old, request) => {
    const prepared = status?.prepareUpdate?.(pod, old, request) ?? pod;
    const quality = textAt(prepared, "status.qosClass") || textAt(old, "status.qosClass");
    const observed = numberAt(prepared, "status.observedGeneration") || numberAt(old, "status.observedGeneration");
    const rated = quality === "" ? prepared : withValueAt(prepared, "status.qosClass", quality);
    return observed ? withValueAt(rated, "status.observedGeneration", observed) : rated;
  };
}

/** The pod as it was, but for some fields of its spec. */
function withOnly(pod: JsonObject, old: JsonObject, fields: readonly string[]): JsonObject {
  const spec = takeFields(objectAt(old, "spec"), objectAt(pod, "spec"), fields);
  return withField(withField(withMetadataOf(pod, old), "spec", spec), "status", getOwn(old, "status") ?? {});
}

function withMetadataOf(pod: JsonObject, old: JsonObject): JsonObject {
  return changeField(pod, "metadata", (metadata) => takeFields(metadata, objectAt(old, "metadata"), statusMetadata));
}

const resizable = ["containers", "initContainers"].flatMap((list) =>
  ["resources", "resizePolicy"].map((field): PathPattern => [...pathTo("spec", list), "*", ...pathTo(field)]),
);

function pathTo(...names: readonly string[]): PathPattern {
  return names.map((name) => ({ type: "field", name }) as const);
}

function resize(pod: JsonObject, old: JsonObject): JsonObject {
  const lists = ["containers", "initContainers"];
  const counts = (object: JsonObject) => lists.map((list) => objectsAt(object, `spec.${list}`).length).join();
  // Other containers than before are for validation to refuse.
  if (counts(pod) !== counts(old)) return pod;
  let spec = withField(objectAt(old, "spec"), "resources", getOwn(objectAt(pod, "spec"), "resources"));
  for (const list of lists) {
    const containers = mergeContainers(objectsAt(pod, `spec.${list}`), objectsAt(old, `spec.${list}`));
    if (containers.length > 0) spec = withField(spec, list, containers);
  }
  return withField(withField(withMetadataOf(pod, old), "spec", spec), "status", getOwn(old, "status") ?? {});
}

function mergeContainers(containers: readonly JsonObject[], old: readonly JsonObject[]): JsonObject[] {
  if (containers.some((container, index) => container.name !== old[index]?.name)) return [...containers];
  return containers.map((container, index) => takeFields(old[index] ?? {}, container, ["resources", "resizePolicy"]));
}
