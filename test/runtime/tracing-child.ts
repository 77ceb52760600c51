/** A program that has `@opentelemetry/api`, for tracing.test.ts: the module named in its argument. Tells the spans of one manager as JSON. */
import { registerHooks } from "node:module";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createLogList } from "@pintle/machinery";
import { controller, createManager } from "@pintle/runtime";
import { startRuntimePlane } from "./plane.ts";

const url = process.argv[2] ?? "";
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@opentelemetry/api" ? { url, shortCircuit: true } : next(specifier, context),
});

const told: string[] = [];
Object.assign(globalThis, { toldSpans: told });
await using plane = await startRuntimePlane();
const { client, clock } = plane;
await client.resource(ConfigMap, { namespace: "default" }).create(ConfigMap({ metadata: { name: "a" } }));
const manager = createManager({ client, logger: createLogList().logger });
manager.add(controller(ConfigMap, { namespace: "default" }).reconcile(() => void told.push("reconcile")));
const abort = new AbortController();
const ended = manager.start({ signal: abort.signal }).catch((error: unknown) => void told.push(String(error)));
await clock.advance(1_000);
abort.abort();
await clock.advance(2_000);
await ended;
process.stdout.write(JSON.stringify(told));
