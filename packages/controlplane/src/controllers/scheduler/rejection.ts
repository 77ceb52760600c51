/** Why a pod cannot go to a node, in the scheduler's words. */
import type { NodeState } from "./node-state.ts";

export interface Rejection {
  readonly reasons: readonly string[];
  /** Whether it would make no difference if other pods went away. */
  readonly isFinal: boolean;
}

/** Nothing where the pod can go to the node. */
export type NodeFilter = (node: NodeState) => Rejection | undefined;

export function finalRejection(reason: string): Rejection {
  return { reasons: [reason], isFinal: true };
}

export function openRejection(...reasons: string[]): Rejection {
  return { reasons, isFinal: false };
}
