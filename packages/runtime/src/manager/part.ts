/** What a manager starts and stops: servers, informers, controllers, and anything of one's own. */
import type { Fence } from "./fence.ts";

/**
 * The order in which parts start; each group waits until the one before it has started. They stop in the opposite order.
 *
 * Webhooks come before caches because a list may need a conversion webhook of this very process.
 */
export const partGroups = ["servers", "webhooks", "caches", "others", "leader"] as const;
export type PartGroup = (typeof partGroups)[number];

export interface Part {
  /** For logs and reports. */
  readonly name: string;
  /** `leader` unless said: what nobody thought about must not run twice. */
  readonly group?: PartGroup;
  /**
   * Resolves when the part does its work; rejects when it cannot. A part of the group `leader` is started again after leadership was lost
   * and won back.
   */
  start(context: PartContext): Promise<RunningPart>;
}

export interface PartContext {
  /** Aborted when the start has to be given up. */
  readonly signal: AbortSignal;
  /** Closed with the end of leadership for parts of the leader, with the end of the process for all. */
  readonly fence: Fence;
}

export interface RunningPart {
  /** Rejects when the part has failed, which ends the manager; resolves when it has nothing more to do. */
  readonly ended?: Promise<void>;
  /** Resolves when nothing of it goes on any more. The signal aborts when patience is over. */
  stop(options: { readonly signal: AbortSignal }): Promise<void>;
}
