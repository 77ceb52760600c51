import assert from "node:assert/strict";
import { test } from "node:test";
import { Lease, type LeaseSpec } from "@pintle/kinds/coordination/v1";
import { createLogList } from "@pintle/machinery";
import { createManager, type LeaderElectionOptions } from "@pintle/runtime";
import { finish } from "./candidates.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

function startLeader(plane: RuntimePlane, leaderElection: LeaderElectionOptions) {
  const { logger, lines } = createLogList();
  const manager = createManager({ client: plane.client, logger, leaderElection });
  const abort = new AbortController();
  const ended = manager.start({ signal: abort.signal });
  ended.catch(() => {});
  const stop = () => {
    abort.abort();
    return finish(plane, ended);
  };
  return { manager, lines, ended, stop };
}

test("labels are added to those that the Lease has, and what others have put into it stays", async () => {
  await using plane = await startRuntimePlane();
  const leases = plane.client.resource(Lease, { namespace: "default" });
  await leases.create(
    Lease({ metadata: { name: "work", labels: { team: "a", tier: "b" }, annotations: { note: "c" } } }),
  );
  const leader = startLeader(plane, { name: "work", identity: "me", labels: { tier: "z" } });
  await plane.clock.advance(10_000);
  assert.equal(leader.manager.isLeader, true, "a Lease without a holder is free");
  const { metadata, spec } = await leases.get("work");
  assert.deepEqual(metadata.labels, { team: "a", tier: "z" });
  assert.deepEqual(metadata.annotations, { note: "c" });
  assert.deepEqual([spec?.holderIdentity, spec?.leaseTransitions], ["me", 1]);
  await leader.stop();
});

for (const [title, spec, waitsMs] of [
  ["without a duration", { holderIdentity: "gone" }, 5_000],
  ["with an empty holder", { holderIdentity: "", leaseDurationSeconds: 100 }, 5_000],
  ["of somebody whose clock is a century ahead", centuryAhead(), 20_000],
] as const) {
  test(`a Lease ${title} is taken over in time`, async () => {
    await using plane = await startRuntimePlane();
    await plane.client.resource(Lease, { namespace: "default" }).create(Lease({ metadata: { name: "work" }, spec }));
    const leader = startLeader(plane, { name: "work" });
    await plane.clock.advance(waitsMs);
    assert.equal(leader.manager.isLeader, true);
    await leader.stop();
  });
}

function centuryAhead(): LeaseSpec {
  return { holderIdentity: "ahead", leaseDurationSeconds: 15, renewTime: "2126-01-01T00:00:00.000000Z" };
}

test("a Lease that is deleted under its holder is made again, in a term of its own", async () => {
  await using plane = await startRuntimePlane();
  const leases = plane.client.resource(Lease, { namespace: "default" });
  const leader = startLeader(plane, { name: "work", identity: "me" });
  await plane.clock.advance(5_000);
  await leases.delete("work");
  await plane.clock.advance(10_000);
  assert.equal(leader.manager.isLeader, true);
  assert.equal((await leases.get("work")).spec?.holderIdentity, "me");
  const lost = leader.lines.filter(({ message }) => message === "leader election lost");
  assert.deepEqual(
    lost.map(({ fields }) => fields.reason),
    ["FencedError: the lease default/work is gone: somebody has deleted it"],
  );
  await leader.stop();
});

test("a name that no Lease can have ends the manager with a word on it, and is not tried for ever", async () => {
  await using plane = await startRuntimePlane();
  const leader = startLeader(plane, { name: "../work" });
  await assert.rejects(finish(plane, leader.ended), { name: "UsageError", message: /\.\.\/work/ });
});

test("a Lease that cannot be reached is tried again every few seconds, and the log says why", async () => {
  await using plane = await startRuntimePlane();
  plane.faults.request = async (request, send) => {
    if (request.path.includes("/leases"))
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    return await send();
  };
  const leader = startLeader(plane, { name: "work" });
  await plane.clock.advance(30_000);
  assert.equal(leader.manager.isLeader, false);
  const failures = leader.lines.filter(({ message }) => message === "Failed to update lease");
  assert.ok(failures.length >= 3 && failures.length <= 16, `${failures.length} tries in 30 seconds`);
  plane.faults.request = undefined;
  await plane.clock.advance(5_000);
  assert.equal(leader.manager.isLeader, true);
  await leader.stop();
});
