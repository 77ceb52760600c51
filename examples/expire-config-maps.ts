/**
 * Deletes ConfigMaps when their time is over, on the cluster that kubectl would use:
 * `kubectl create configmap scratch && kubectl annotate configmap scratch samples.dev/expires-after=10m`
 */
import { createClient, ignoreNotFound, loadConfig } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { createConsoleLogger, createProcessClock, parseDurationMs, parseTimeMs } from "@pintle/machinery";
import { controller, createManager, runManager, TerminalError } from "@pintle/runtime";

const annotation = "samples.dev/expires-after";

const expiry = controller(ConfigMap)
  .named("expiry")
  .reconcile(async ({ namespace = "", name }, { object, client, recorder, requeueAfter }) => {
    const lifetime = object?.metadata.annotations?.[annotation];
    if (object === undefined || lifetime === undefined) return;
    const { creationTimestamp = "", uid = "" } = object.metadata;
    const leftMs = parseTimeMs(creationTimestamp) + readDurationMs(lifetime) - client.clock.now();
    if (leftMs > 0) return requeueAfter(leftMs);
    await ignoreNotFound(client.resource(ConfigMap, { namespace }).delete(name, { preconditions: { uid } }));
    recorder.record({ regarding: object, reason: "Expired", note: `deleted after ${lifetime}` });
  });

function readDurationMs(text: string): number {
  try {
    return parseDurationMs(text);
  } catch (error) {
    throw new TerminalError(`${annotation} is a duration such as 10m, not ${JSON.stringify(text)}`, { cause: error });
  }
}

const logger = createConsoleLogger({ write: (line) => process.stderr.write(line), clock: createProcessClock() });
const manager = createManager({ client: createClient(await loadConfig(), { logger }), logger });
manager.add(expiry);
await runManager(manager);
