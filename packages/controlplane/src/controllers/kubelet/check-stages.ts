/** Whether stages make sense, before anybody relies on them. */
import { UsageError } from "@pintle/machinery";
import type { KubeletStage } from "./kubelet-stage.ts";

/** Gives them back. Throws a `UsageError` that names the stage. */
export function checkStages(stages: readonly KubeletStage[]): readonly KubeletStage[] {
  for (const stage of stages) {
    const problem = problemOf(stage);
    if (problem !== undefined) throw new UsageError("PINTLE_STAGE_INVALID", `the stage "${stage.name}" ${problem}`);
  }
  return stages;
}

function problemOf({ selector, delay, next }: KubeletStage): string | undefined {
  if (selector.moment === "") return "must say at which moment it happens";
  if (delay && "ms" in delay && !(delay.ms >= 0 && Number.isFinite(delay.ms))) {
    return `must happen after some milliseconds, not after ${delay.ms}`;
  }
  const { state } = next;
  const exitCode = state && "terminated" in state ? (state.terminated.exitCode ?? 0) : 0;
  if (!Number.isInteger(exitCode) || exitCode < 0 || exitCode > 255) {
    return `must end a container with a code from 0 to 255, not with ${exitCode}`;
  }
  if (state && "waiting" in state && state.waiting.reason === "") return "must say why a container waits";
  return undefined;
}
