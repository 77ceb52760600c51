/** What runs pods: nodes, the kubelets of these, and a scheduler. None of it where there are no nodes, for those who do it by hand. */

import type { PlaneController } from "../kit/plane-controller.ts";
import { createKubelet } from "../kubelet/kubelet.ts";
import type { KubeletOptions } from "../kubelet/kubelet-stage.ts";
import { createScheduler, type SchedulerOptions } from "../scheduler/scheduler.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

export interface NodeOptions {
  /**
   * How many nodes there are: one unless said. Without any, nobody schedules pods or runs them. A plane that goes on from a snapshot of one
   * that had nodes has those that were left of them.
   */
  readonly nodes?: number;
  /** How nodes behave. */
  readonly kubelet?: KubeletOptions;
  readonly scheduler?: SchedulerOptions;
}

export interface NodeControllerOptions extends NodeOptions {
  /** Whether nodes were made before in what is stored, so that those that are missing were deleted. */
  readonly hasNodes?: boolean;
}

/** Throws a `UsageError` for what cannot be. */
export function createNodeControllers(options: NodeControllerOptions): readonly PlaneController[] {
  const { nodes = 1, kubelet, scheduler, hasNodes: areMade = false } = options;
  const simulated = createSimulatedNodes(nodes, { areMade });
  return nodes === 0 ? [] : [simulated, createKubelet(kubelet), createScheduler(scheduler)];
}
