/** All nodes and who is on them, kept up to date by what is followed and by what the scheduler has just decided. */
import type { Namespace, Node, Pod } from "@pintle/kinds";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import { isPodTerminal } from "../workload/pod-state.ts";
import { NodeState } from "./node-state.ts";

export class ClusterState implements Disposable {
  readonly #nodes = new Map<string, NodeState>();
  /** By key of a pod, the node where it is counted. */
  readonly #places = new Map<string, string>();
  /** Pods that came before their node, by key. */
  readonly #lost = new Map<string, Pod>();
  readonly #namespaces: FollowedResource<Namespace>;
  readonly #listening: readonly Disposable[];

  constructor(nodes: FollowedResource<Node>, pods: FollowedResource<Pod>, namespaces: FollowedResource<Namespace>) {
    this.#namespaces = namespaces;
    this.#listening = [
      nodes.onChange(({ type, key, object }) =>
        type === "delete" ? this.#removeNode(key) : this.#setNode(key, object),
      ),
      pods.onChange(({ type, key, object }) => (type === "delete" ? this.#remove(key) : this.put(key, object))),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  /** In the order in which they came. */
  get nodes(): readonly NodeState[] {
    return [...this.#nodes.values()];
  }

  namespaceLabels(name: string): Readonly<Record<string, string>> {
    return this.#namespaces.get("", name)?.metadata.labels ?? {};
  }

  /** Counts a pod where it is; one that has ended, or is nowhere yet, is counted nowhere. */
  put(key: string, pod: Pod): void {
    const name = pod.spec?.nodeName;
    const before = this.#places.get(key);
    if (before !== name || name === undefined || isPodTerminal(pod)) this.#remove(key);
    if (name === undefined || isPodTerminal(pod)) return;
    const node = this.#nodes.get(name);
    if (!node) {
      this.#lost.set(key, pod);
      return;
    }
    node.put(key, pod);
    this.#places.set(key, name);
  }

  #setNode(name: string, node: Node): void {
    const known = this.#nodes.get(name);
    if (known) {
      known.node = node;
      return;
    }
    this.#nodes.set(name, new NodeState(node));
    for (const [key, pod] of [...this.#lost]) if (pod.spec?.nodeName === name) this.put(key, pod);
  }

  #removeNode(name: string): void {
    const node = this.#nodes.get(name);
    this.#nodes.delete(name);
    for (const pod of node?.pods ?? []) {
      const key = keyOf(pod);
      this.#places.delete(key);
      this.#lost.set(key, pod);
    }
  }

  #remove(key: string): void {
    this.#lost.delete(key);
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#places.delete(key);
    this.#nodes.get(place)?.take(key);
  }
}
