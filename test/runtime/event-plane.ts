/** The plane and a recorder of events on it, for the tests of either API. */
import type { Client } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { createJsonLogger, type KubernetesObject } from "@pintle/machinery";
import { createEventRecorder, createMetrics, type RunningEventRecorder } from "@pintle/runtime";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

export interface EventPlane extends AsyncDisposable {
  readonly plane: RuntimePlane;
  readonly recorder: RunningEventRecorder;
  /** An object that is there, to speak about. */
  readonly box: KubernetesObject;
  /** Lines of the recorder's log at level warn. */
  warnings(): readonly string[];
  /** `reason count` of what was dropped. */
  dropped(): readonly string[];
  /** `POST` and `PATCH` requests to events, in order. */
  writes(): readonly string[];
}

export async function startEventPlane(api: "events.k8s.io" | "core" = "events.k8s.io"): Promise<EventPlane> {
  const plane = await startRuntimePlane();
  const { client, clock, requests } = plane;
  const log: string[] = [];
  const metrics = createMetrics();
  const logger = createJsonLogger({ write: (line) => void log.push(line), clock });
  const recorder = createEventRecorder({ client, reportingController: "boxes", api, logger, metrics });
  const box = await createBox(client, "box");
  const shown = /^pintle_events_dropped_total\{reason="(\w+)"\} ([1-9]\d*)$/gm;
  return {
    ...{ plane, recorder, box },
    warnings: () => log.filter((line) => line.includes('"level":"warn"')),
    dropped: () => [...metrics.write().matchAll(shown)].map(([, reason, count]) => `${reason} ${count}`),
    writes: () =>
      requests.filter(({ method, path }) => method !== "GET" && path.includes("/events")).map(({ method }) => method),
    async [Symbol.asyncDispose]() {
      await recorder.close();
      await plane.stop();
    },
  };
}

export async function createBox(client: Client, name: string, namespace = "default"): Promise<KubernetesObject> {
  return await client.resource(ConfigMap, { namespace }).create({ metadata: { name } });
}
