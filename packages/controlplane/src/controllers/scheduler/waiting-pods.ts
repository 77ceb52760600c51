/** Pods for which there was no node, and which of them a change may help: these are tried again then, and not before. */
import type { Pod } from "@pintle/kinds";
import { compileLabelSelector } from "@pintle/machinery";
import { strictSpreads } from "./spread-filters.ts";

export type Help =
  /** There is more room on a node, or a node is otherwise than it was: that may help everybody. */
  | { readonly type: "room" }
  /** This pod has come to a node or begins to leave it, which may help those who are placed by where others are. */
  | { readonly type: "company"; readonly pod: Pod }
  /** A node has gone, and may have been the one with the fewest pods, by which others are judged uneven. */
  | { readonly type: "loss" };

export class WaitingPods {
  readonly #pods = new Map<string, Pod>();

  add(key: string, pod: Pod): void {
    this.#pods.set(key, pod);
  }

  delete(key: string): void {
    this.#pods.delete(key);
  }

  /** The keys of those whom it may help. They do not wait any more. */
  takeHelped(help: Help): readonly string[] {
    const keys: string[] = [];
    for (const [key, pod] of this.#pods) if (isHelped(pod, help)) keys.push(key);
    for (const key of keys) this.#pods.delete(key);
    return keys;
  }
}

function isHelped(pod: Pod, help: Help): boolean {
  if (help.type === "room") return true;
  const spreads = strictSpreads(pod);
  if (help.type === "loss") return spreads.length > 0;
  if (pod.spec?.affinity?.podAffinity) return true;
  const { namespace, labels = {} } = help.pod.metadata;
  return (
    namespace === pod.metadata.namespace &&
    spreads.some(({ labelSelector }) => compileLabelSelector(labelSelector).matches(labels))
  );
}
