/** Events are writes too: those of a controller that only the leader runs end with its term. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createLogList } from "@pintle/machinery";
import { controller, createManager, createMetrics } from "@pintle/runtime";
import { connectionRefused, type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { answerWithStatus } from "./wire-faults.ts";

function startManager({ client }: RuntimePlane, notes = 5) {
  const { logger, lines } = createLogList();
  const metrics = createMetrics();
  const manager = createManager({
    client,
    logger,
    leaderElection: "work",
    metrics: { bindAddress: "0", registry: metrics },
  });
  manager.add(
    controller(ConfigMap, { namespace: "default" })
      .named("teller")
      .reconcile((_request, { object: regarding, recorder }) => {
        if (regarding?.metadata.name !== "told") return;
        for (let note = 0; note < notes; note += 1) recorder.record({ regarding, reason: `Note${note}`, note: "told" });
      }),
  );
  const abort = new AbortController();
  const ended = manager.start({ signal: abort.signal });
  const dropped = () => /^pintle_events_dropped_total\{reason="fenced"\} (\d+)$/m.exec(metrics.write())?.[1];
  return { manager, lines, ended, stop: () => abort.abort(), dropped };
}

const isEventWrite = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method !== "GET" && path.includes("/events");
/** Named after the object that it is about, which is the Lease for those of the election. */
const nameOf = (body: unknown) => String(JSON.parse(Buffer.from(body as Uint8Array).toString()).metadata?.name);

test("what a leader has not told when it loses its lease stays untold", async () => {
  await using plane = await startRuntimePlane();
  const { clock, faults } = plane;
  const { manager, ended, stop, dropped } = startManager(plane);
  await clock.advance(1_000);
  assert.equal(manager.isLeader, true);
  // Events wait for another try, again and again.
  faults.request = async (request, send) => (isEventWrite(request) ? answerWithStatus(500, "InternalError") : send());
  await plane
    .connect()
    .client.resource(ConfigMap)
    .create(ConfigMap({ metadata: { name: "told" } }));
  await clock.advance(1_000);
  const arrived: string[] = [];
  faults.request = async (request, send) => {
    if (request.path.includes("/leases")) throw connectionRefused();
    if (isEventWrite(request)) {
      if (manager.isLeader) return answerWithStatus(500, "InternalError");
      arrived.push(nameOf(request.body));
    }
    return await send();
  };
  await clock.advance(60_000);
  assert.equal(manager.isLeader, false);
  assert.deepEqual(
    arrived.filter((name) => name.startsWith("told")),
    [],
  );
  assert.ok(
    arrived.some((name) => name.startsWith("work")),
    "that it stopped leading is told all the same",
  );
  assert.equal(dropped(), "5");
  stop();
  await clock.advance(2_000);
  await ended;
});

test("what a leader told before it was asked to stop arrives, and before the lease is given back", async () => {
  await using plane = await startRuntimePlane();
  const { clock, faults } = plane;
  const { ended, stop, dropped } = startManager(plane, 50);
  await clock.advance(1_000);
  const order: string[] = [];
  faults.request = async (request, send) => {
    if (isEventWrite(request)) {
      await clock.sleep(20, { kind: "background", label: "a slow event" });
      if (nameOf(request.body).startsWith("told")) order.push("event");
    } else if (request.method === "PUT" && request.path.includes("/leases")) {
      const { spec } = JSON.parse(Buffer.from(request.body as Uint8Array).toString());
      if (!spec.holderIdentity) order.push("release");
    }
    return await send();
  };
  await plane
    .connect()
    .client.resource(ConfigMap)
    .create(ConfigMap({ metadata: { name: "told" } }));
  await clock.advance(10);
  stop();
  await clock.advance(5_000);
  await ended;
  assert.deepEqual(order, [...Array.from({ length: 50 }, () => "event"), "release"]);
  assert.equal(dropped(), "0");
});

test("a series that was begun in one term goes on in the next", async () => {
  await using plane = await startRuntimePlane();
  const { clock, faults } = plane;
  const { manager, ended, stop } = startManager(plane, 1);
  const people = plane.connect().client.resource(ConfigMap, { namespace: "default" });
  await clock.advance(1_000);
  await people.create(ConfigMap({ metadata: { name: "told" } }));
  await clock.advance(1_000);
  faults.request = async (request, send) => {
    if (request.path.includes("/leases")) throw connectionRefused();
    return await send();
  };
  await clock.advance(15_000);
  assert.equal(manager.isLeader, false);
  faults.request = undefined;
  await clock.advance(10_000);
  assert.equal(manager.isLeader, true);
  plane.requests.splice(0);
  await people.patch("told", { merge: { data: { again: "yes" } } });
  await clock.advance(1_000);
  assert.deepEqual(
    plane.requests.filter(({ method, path }) => method === "PATCH" && path.includes("/events/told")).length,
    1,
    "counted in the event of the term before",
  );
  stop();
  await clock.advance(2_000);
  await ended;
});
