/** Plays the nodes of a cluster that has none: every pod runs and is ready as soon as it is there, and is gone as soon as it is to go. */
import { type Client, ignoreNotFound } from "@pintle/client";
import { Pod } from "@pintle/kinds";
import { ApiError, formatTime, type ObjectOf } from "@pintle/machinery";

export function playKubelet(client: Client, namespace: string): AsyncDisposable {
  const stopped = new AbortController();
  const { signal } = stopped;
  const pods = client.resource(Pod, { namespace });

  async function play(pod: ObjectOf<typeof Pod>): Promise<void> {
    const { name = "", deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) await ignoreNotFound(pods.delete(name, { gracePeriodSeconds: 0 }));
    else if (pod.status?.phase !== "Running")
      await ignoreNotFound(pods.status.patch(name, { merge: { status: statusOf(pod) } }));
  }

  function statusOf({ spec }: ObjectOf<typeof Pod>) {
    const lastTransitionTime = formatTime(client.clock.now());
    const conditions = ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
      ...{ type, status: "True" as const, lastTransitionTime },
    }));
    const containerStatuses = (spec?.containers ?? []).map(({ name, image = "" }) => ({
      ...{ name, image, imageID: image, ready: true, started: true, restartCount: 0 },
      state: { running: { startedAt: lastTransitionTime } },
    }));
    return { phase: "Running" as const, conditions, containerStatuses, podIP: "10.1.0.1" };
  }

  const playing = (async () => {
    while (!signal.aborted) {
      for await (const event of pods.watch({ signal })) {
        if (event.type !== "ADDED" && event.type !== "MODIFIED") continue;
        await play(event.object).catch((error: unknown) => {
          if (!ApiError.is(error, "Conflict")) throw error;
        });
      }
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await playing;
    },
  };
}
