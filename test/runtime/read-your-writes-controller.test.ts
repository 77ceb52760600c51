/** A controller reads what it wrote, although nothing but its own answers has told its cache. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { controller, startController } from "@pintle/runtime";
import { LaggingWatch } from "./lagging-watch.ts";
import { startRuntimePlane } from "./plane.ts";

const runsEach = 5;
const owners = Array.from({ length: 10 }, (_, number) => `owner-${number}`);

test("a controller that names its children at random makes one each, however often it runs before the watch has told of them", async () => {
  await using plane = await startRuntimePlane();
  const { clock, client } = plane;
  const controllerSide = plane.connect();
  const lag = new LaggingWatch();
  controllerSide.faults.request = lag.fault;
  const found: number[] = [];
  const definition = controller(ConfigMap, { labelSelector: "role=owner" })
    .owns(Secret)
    .withOptions({ workers: 4 })
    .reconcile(async ({ namespace = "", name }, ctx) => {
      if (ctx.object === undefined) return;
      const own = { namespace, labelSelector: `owner=${name}` };
      if (ctx.cache.list(Secret, own).length === 0) {
        const { uid = "" } = ctx.object.metadata;
        const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid, controller: true }];
        const metadata = { generateName: `${name}-`, labels: { owner: name }, ownerReferences };
        await ctx.client.resource(Secret, { namespace }).create({ metadata });
      }
      found.push(ctx.cache.list(Secret, own).length);
      // What it writes to its own object is what it reads of it, too, and leads to the next run.
      const runs = Number(ctx.object.metadata.annotations?.runs ?? 0) + 1;
      if (runs > runsEach) return;
      const merge = { metadata: { annotations: { runs: String(runs) } } };
      await ctx.client.resource(ConfigMap, { namespace }).patch(name, { merge });
      assert.equal(ctx.cache.get(ConfigMap, { namespace, name })?.metadata.annotations?.runs, String(runs));
    });
  await using _started = await settled(clock, startController(definition, { client: controllerSide.client }));

  lag.hold("/secrets");
  for (const name of owners) await client.resource(ConfigMap).create({ metadata: { name, labels: { role: "owner" } } });
  await clock.settle();
  assert.equal(found.length, owners.length * (runsEach + 1));
  lag.release();
  await clock.settle();
  assert.deepEqual(new Set(found), new Set([1]), "its own child is there at once, and no other");
  const { items } = await client.resource(Secret, { namespace: "default" }).list({ labelSelector: "owner" });
  assert.deepEqual(items.map(({ metadata }) => metadata.labels?.owner).toSorted(), owners.toSorted());
});

/** Time has to move for what is started to come up. */
async function settled<Result>(clock: { settle(): Promise<void> }, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, clock.settle()]);
  return result;
}
