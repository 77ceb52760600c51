/** A node as the scheduler sees it: what it offers, who is on it, and how much of it they have been promised. */
import type { Node, Pod } from "@pintle/kinds";
import { controllerOf, type JsonObject, quantityFromJson, quantityMilliValue, quantityValue } from "@pintle/machinery";
import { neededByPod } from "../../admission/resources/pod-resources.ts";

/** Thousandths for processors, whole units for everything else. */
export type Amounts = ReadonlyMap<string, number>;

/** What a pod that asks for nothing is taken to need when nodes are compared. */
const assumed: Amounts = new Map([
  ["cpu", 100],
  ["memory", 200 * 1024 * 1024],
]);

export class NodeState {
  readonly name: string;
  readonly #pods = new Map<string, Pod>();
  /** Those who want others to stay away. */
  readonly #loners = new Map<string, Pod>();
  readonly #promised = new Map<string, number>();
  readonly #used = new Map<string, number>();
  readonly #byController = new Map<string, number>();
  #node: Node;
  #allocatable: Amounts;

  constructor(node: Node) {
    this.name = node.metadata.name ?? "";
    this.#node = node;
    this.#allocatable = amountsOf(node.status?.allocatable ?? {});
  }

  get node(): Node {
    return this.#node;
  }

  set node(node: Node) {
    this.#node = node;
    this.#allocatable = amountsOf(node.status?.allocatable ?? {});
  }

  get pods(): Iterable<Pod> {
    return this.#pods.values();
  }

  get podCount(): number {
    return this.#pods.size;
  }

  allocatable(resource: string): number {
    return this.#allocatable.get(resource) ?? 0;
  }

  promised(resource: string): number {
    return this.#promised.get(resource) ?? 0;
  }

  /** The same, with something for those who have been promised nothing. */
  used(resource: string): number {
    return this.#used.get(resource) ?? 0;
  }

  /** How many pods of a controller are there. */
  countOf(controller: string): number {
    return this.#byController.get(controller) ?? 0;
  }

  get loners(): Iterable<Pod> {
    return this.#loners.values();
  }

  /** In place of the one that has the same key. */
  put(key: string, pod: Pod): void {
    this.take(key);
    this.#pods.set(key, pod);
    if (pod.spec?.affinity?.podAntiAffinity) this.#loners.set(key, pod);
    this.#count(pod, 1);
  }

  take(key: string): void {
    const pod = this.#pods.get(key);
    if (!pod) return;
    this.#pods.delete(key);
    this.#loners.delete(key);
    this.#count(pod, -1);
  }

  #count(pod: Pod, sign: number): void {
    for (const [resource, amount] of requestsOf(pod)) {
      this.#promised.set(resource, this.promised(resource) + sign * amount);
    }
    for (const resource of assumed.keys()) {
      this.#used.set(resource, this.used(resource) + sign * assumedNeed(pod, resource));
    }
    const controller = controllerUidOf(pod);
    if (controller !== undefined) this.#byController.set(controller, this.countOf(controller) + sign);
  }
}

export function assumedNeed(pod: Pod, resource: string): number {
  return requestsOf(pod).get(resource) ?? assumed.get(resource) ?? 0;
}

export function controllerUidOf(pod: Pod): string | undefined {
  return controllerOf(pod)?.uid;
}

const known = new WeakMap<Pod, Amounts>();

/** What a pod asks for in all. */
export function requestsOf(pod: Pod): Amounts {
  let requests = known.get(pod);
  if (!requests) {
    const needed = neededByPod(pod as unknown as JsonObject);
    requests = new Map([...needed].map(([name, quantity]) => [name, amountOf(name, quantity)]));
    known.set(pod, requests);
  }
  return requests;
}

function amountsOf(list: Readonly<Record<string, string | number>>): Amounts {
  return new Map(Object.entries(list).map(([name, value]) => [name, amountOf(name, quantityFromJson(value))]));
}

function amountOf(name: string, quantity: Parameters<typeof quantityValue>[0]): number {
  return Number(name === "cpu" ? quantityMilliValue(quantity) : quantityValue(quantity));
}
