/** Takes back what a pod says of its own disruption, where it was announced and has not come about for a while. */
import type { Pod } from "@pintle/kinds";
import { ApiError, type Clock, formatTime, parseTimeMs } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { type RunningController, runPlaneController, type SyncAgain } from "../kit/run-plane-controller.ts";
import { isPodTerminal } from "../workload/pod-state.ts";

const type = "DisruptionTarget";
const timeoutMs = 120_000;

export function runStaleDisruptions(
  context: PlaneControllerContext,
  pods: FollowedResource<Pod>,
  writer: PlaneWriter,
): RunningController {
  const { clock } = context;
  return runPlaneController({
    ...{ name: "stale_pod_disruption", context, workers: 1 },
    sources: [
      (controller) =>
        pods.onChange(({ type: change, key, object }) => {
          const waitMs = change === "delete" ? undefined : staleInMs(object, clock);
          if (waitMs !== undefined) controller.addInBackground(key, waitMs);
        }),
    ],
    sync: (key) => takeBack(pods.getByKey(key), clock, writer),
  });
}

/** In how many milliseconds the announcement is stale, if there is one. What a kubelet announces may take any time. */
function staleInMs(pod: Pod, clock: Clock): number | undefined {
  const condition = pod.status?.conditions?.find((each) => each.type === type);
  if (pod.metadata.deletionTimestamp !== undefined || isPodTerminal(pod)) return undefined;
  if (condition?.status !== "True" || condition.reason === "TerminationByKubelet") return undefined;
  // Who does not say when it was announced has announced it long ago.
  const sinceMs = condition.lastTransitionTime ? parseTimeMs(condition.lastTransitionTime) : 0;
  return Math.max(0, sinceMs + timeoutMs - clock.now());
}

async function takeBack(pod: Pod | undefined, clock: Clock, writer: PlaneWriter): Promise<SyncAgain | undefined> {
  const waitMs = pod && staleInMs(pod, clock);
  if (!pod || waitMs === undefined) return undefined;
  if (waitMs > 0) return { afterMs: waitMs, isBackground: true };
  const { namespace, name, generation } = pod.metadata;
  const lastTransitionTime = formatTime(clock.now());
  const told = { type, status: "False" as const, observedGeneration: generation ?? 0, lastTransitionTime };
  const conditions = pod.status?.conditions?.map((each) => (each.type === type ? told : each)) ?? [];
  try {
    const place = { group: "", plural: "pods", namespace, name };
    await writer.updateStatus<Pod>(place, { ...pod, status: { ...pod.status, conditions } });
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
  }
  return undefined;
}
