/**
 * What a pod needs in all. Containers run side by side, those that initialize one after the other beside the restartable ones among them
 * that were started before; what the pod says for itself wins over the sum.
 */
import { isZeroQuantity, type JsonObject } from "@pintle/machinery";
import { objectsAt, textAt } from "../../builtin/json-fields.ts";
import {
  addResources,
  filterResources,
  maxResources,
  noResources,
  type ResourceList,
  readResources,
  zero,
} from "./resource-list.ts";

export type Need = "requests" | "limits";

/** Sums up the amounts of containers as `amountsOf` tells them. */
function sumContainers(pod: JsonObject, amountsOf: (container: JsonObject) => ResourceList): ResourceList {
  let running = noResources;
  for (const container of objectsAt(pod, "spec.containers")) running = addResources(running, amountsOf(container));
  let [restartable, initializing] = [noResources, noResources];
  for (const container of objectsAt(pod, "spec.initContainers")) {
    const amounts = amountsOf(container);
    if (isRestartable(container)) {
      running = addResources(running, amounts);
      restartable = addResources(restartable, amounts);
      initializing = maxResources(initializing, restartable);
    } else {
      initializing = maxResources(initializing, addResources(amounts, restartable));
    }
  }
  return maxResources(running, initializing);
}

function isRestartable(container: JsonObject): boolean {
  return textAt(container, "restartPolicy") === "Always";
}

function override(sum: ResourceList, own: ResourceList): ResourceList {
  return own.size === 0 ? sum : new Map([...sum, ...own]);
}

/** What limit ranges look at: what is asked for, no overhead. */
export function askedByPod(pod: JsonObject, need: Need): ResourceList {
  const sum = sumContainers(pod, (container) => readResources(container, `resources.${need}`));
  const own = readResources(pod, `spec.resources.${need}`);
  return override(
    sum,
    filterResources(own, (name) => name === "cpu" || name === "memory"),
  );
}

/** Whether the pod says for itself what it needs, of what can be said so. */
export function hasOwnResources(pod: JsonObject): boolean {
  return ownResources(pod, "requests").size + ownResources(pod, "limits").size > 0;
}

function ownResources(pod: JsonObject, need: Need): ResourceList {
  return filterResources(
    readResources(pod, `spec.resources.${need}`),
    (name) => name === "cpu" || name === "memory" || name.startsWith("hugepages-"),
  );
}

/** What a node must have room for: what is requested, and the overhead. */
export function neededByPod(pod: JsonObject): ResourceList {
  const sum = sumContainers(pod, (container) => readResources(container, "resources.requests"));
  return addResources(override(sum, ownResources(pod, "requests")), readResources(pod, "spec.overhead"));
}

/** What quotas charge for: the overhead too, and while containers are resized the most of what they had, have and want. */
export function chargedForPod(pod: JsonObject, need: Need): ResourceList {
  const statuses = new Map(
    ["status.containerStatuses", "status.initContainerStatuses"]
      .flatMap((path) => objectsAt(pod, path))
      .map((status) => [textAt(status, "name"), status]),
  );
  const isInfeasible = isResizeInfeasible(pod);
  const running = new Set(objectsAt(pod, "spec.containers"));
  const sum = sumContainers(pod, (container) => {
    const wanted = readResources(container, `resources.${need}`);
    const status = statuses.get(textAt(container, "name"));
    if (!status || (!running.has(container) && !isRestartable(container))) return wanted;
    return effective(wanted, status, need, isInfeasible);
  });
  const charged = override(sum, ownResources(pod, need));
  const overhead = readResources(pod, "spec.overhead");
  if (need === "requests") return addResources(charged, overhead);
  return addResources(
    charged,
    filterResources(overhead, (name) => !isZeroQuantity(charged.get(name) ?? zero)),
  );
}

function effective(wanted: ResourceList, status: JsonObject, need: Need, isInfeasible: boolean): ResourceList {
  if (status.resources === undefined || status.resources === null) return wanted;
  const actual = readResources(status, `resources.${need}`);
  const allocated = need === "requests" ? readResources(status, "allocatedResources") : noResources;
  const held = maxResources(actual, allocated);
  return isInfeasible ? held : maxResources(wanted, held);
}

function isResizeInfeasible(pod: JsonObject): boolean {
  const pending = objectsAt(pod, "status.conditions").find(({ type }) => type === "PodResizePending");
  return pending !== undefined && textAt(pending, "reason") === "Infeasible";
}
