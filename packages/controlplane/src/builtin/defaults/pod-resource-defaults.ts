/** The defaults of resources that a pod has as a whole, which come from those of its containers. */
import {
  addQuantity,
  compareQuantity,
  formatQuantity,
  getOwn,
  type JsonObject,
  parseQuantity,
  setOwn,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, withDefaults, withField } from "../json-fields.ts";

/** Completes `spec.resources` where a pod says something about it. */
export function completePodResources(spec: JsonObject): JsonObject {
  const resources = objectAt(spec, "resources");
  const hasLimits = Object.keys(objectAt(resources, "limits")).length > 0;
  if (!hasLimits && Object.keys(objectAt(resources, "requests")).length === 0) return spec;
  const limited = completeLimits(spec, resources);
  const requested = Object.keys(objectAt(limited, "limits")).length > 0 ? completeRequests(spec, limited) : limited;
  return withField(spec, "resources", requested);
}

function completeLimits(spec: JsonObject, resources: JsonObject): JsonObject {
  const requests = objectAt(resources, "requests");
  const huge = select(
    sumOf(spec, "limits"),
    (name) => name.startsWith("hugepages-") && getOwn(requests, name) === undefined,
  );
  const limits = withDefaults(objectAt(resources, "limits"), huge);
  return Object.keys(limits).length === 0 ? resources : withField(resources, "limits", limits);
}

function completeRequests(spec: JsonObject, resources: JsonObject): JsonObject {
  const ofContainers = select(sumOf(spec, "requests"), (name) => name === "cpu" || name === "memory");
  const ofLimits = select(objectAt(resources, "limits"), isOfPods);
  const requests = withDefaults(withDefaults(objectAt(resources, "requests"), ofContainers), ofLimits);
  return Object.keys(requests).length === 0 ? resources : withField(resources, "requests", requests);
}

function isOfPods(name: string): boolean {
  return name === "cpu" || name === "memory" || name.startsWith("hugepages-");
}

function select(quantities: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(quantities).filter(([name]) => isWanted(name)));
}

/** What all containers together have, or one init container on its way if that is more. Sidecars count with the containers. */
function sumOf(spec: JsonObject, key: "limits" | "requests"): JsonObject {
  let sum: JsonObject = {};
  for (const container of objectsAt(spec, "containers")) sum = merge(sum, objectAt(container, `resources.${key}`), add);
  let sidecars: JsonObject = {};
  let peak: JsonObject = {};
  for (const container of objectsAt(spec, "initContainers")) {
    const own = objectAt(container, `resources.${key}`);
    if (textAt(container, "restartPolicy") === "Always") {
      sum = merge(sum, own, add);
      sidecars = merge(sidecars, own, add);
      peak = merge(peak, sidecars, greater);
    } else peak = merge(peak, merge(sidecars, own, add), greater);
  }
  return merge(sum, peak, greater);
}

function merge(left: JsonObject, right: JsonObject, join: (left: string, right: string) => string): JsonObject {
  const merged: JsonObject = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const found = getOwn(left, name);
    setOwn(merged, name, found === undefined ? value : join(String(found), String(value)));
  }
  return merged;
}

function add(left: string, right: string): string {
  return formatQuantity(addQuantity(parseQuantity(left), parseQuantity(right)));
}

function greater(left: string, right: string): string {
  return compareQuantity(parseQuantity(left), parseQuantity(right)) < 0 ? right : left;
}
