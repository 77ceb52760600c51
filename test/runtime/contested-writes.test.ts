/** Two operators that want different things of one object: neither of them, nor the server, is worn out by it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Event } from "@pintle/kinds";
import { createLogList } from "@pintle/machinery";
import { type ControllerDefinition, controller, createManager } from "@pintle/runtime";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

const hourMs = 3_600_000;
const shared = { namespace: "default", name: "shared" };

/** Wants the object to have a color, whoever else wants another one. */
function painter(color: string): ControllerDefinition<typeof ConfigMap> {
  return controller(ConfigMap, { namespace: "default", labelSelector: "painted" })
    .named(color)
    .reconcile(async ({ name }, { object, client }) => {
      if (object === undefined || object.data?.color === color) return;
      await client
        .resource(ConfigMap, { namespace: "default" })
        .apply({ metadata: { name }, data: { color } }, { fieldManager: color, force: true });
    });
}

async function startPainter(plane: RuntimePlane, color: string) {
  const { client, requests } = plane.connect();
  const ending = new AbortController();
  const manager = createManager({ client, logger: createLogList().logger });
  manager.add(painter(color));
  const ended = manager.start({ signal: ending.signal });
  const applies = () => requests.filter(({ method, path }) => method === "PATCH" && path.endsWith("/shared")).length;
  const stop = () => {
    ending.abort();
    return ended;
  };
  return { manager, applies, stop };
}

test("two operators that change an object back and forth slow down and say so, and one has its way when the other has gone", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  const maps = client.resource(ConfigMap, { namespace: "default" });
  await maps.create({ metadata: { ...shared, labels: { painted: "yes" } } });
  const painters = [await startPainter(plane, "red"), await startPainter(plane, "blue")];
  await clock.advance(hourMs);

  for (const { applies } of painters) {
    assert.ok(applies() > 20 && applies() < 50, `${applies()} writes in an hour`);
  }
  // While one of them is left alone, the other has what it wants.
  const numbers = painters.map(({ manager }) => manager.metrics.write()).join("");
  assert.match(numbers, /^pintle_contested_writes_total\{controller="\w+"\} [1-9]/m);
  const { items } = await client.resource(Event, { namespace: "default" }).list();
  const contested = items.filter(({ reason }) => reason === "WriteContested");
  assert.ok(contested.length > 0);
  assert.match(JSON.stringify(contested[0]), /Somebody else keeps changing ConfigMap default\/shared back/);

  // Whoever is left alone can make up for it as soon as the other has gone.
  const [red, blue] = painters;
  const stopped = blue?.stop();
  await clock.settle();
  await stopped;
  await clock.advance(hourMs);
  assert.equal((await maps.get("shared")).data?.color, "red");
  const ended = red?.stop();
  await clock.settle();
  await ended;
});
