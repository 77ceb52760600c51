import assert from "node:assert/strict";
import { test } from "node:test";
import { Lease } from "@pintle/kinds/coordination/v1";
import { Event } from "@pintle/kinds/events/v1";
import { FencedError, type Part } from "@pintle/runtime";
import { type Candidate, type Election, finish, holdElection } from "./candidates.ts";
import { startRuntimePlane } from "./plane.ts";

const second = 1_000;

/** Each write arrived while the Lease was in the name of its writer. */
function assertOneWriter({ writes }: Election): void {
  for (const { writer, holder, atMs } of writes) assert.equal(writer, holder, `at ${atMs} ms`);
}

function lastWriteOf({ writes }: Election, writer: string): number {
  return writes.findLast((write) => write.writer === writer)?.atMs ?? Number.NaN;
}

function saysOnce({ log }: Candidate, message: string): void {
  assert.equal(log.filter((line) => line.message === message).length, 1, message);
}

test("one of two leads, and gives the Lease free when it stops, so that the other need not wait for its end", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const first = election.candidate("first");
  await clock.advance(5 * second);
  const other = election.candidate("other");
  await clock.advance(10 * second);
  assert.deepEqual([first.manager.isLeader, other.manager.isLeader], [true, false]);
  await first.manager.elected;
  saysOnce(first, "Attempting to acquire leader lease...");
  saysOnce(first, "Successfully acquired lease");
  assert.match(first.manager.metrics.write(), /leader_election_master_status\{name="work"\} 1/);
  assert.match(other.manager.metrics.write(), /leader_election_master_status\{name="work"\} 0/);

  await finish(plane, first.stop());
  const events = await plane.client.resource(Event, { namespace: "default" }).list();
  const notes = events.items.map(
    ({ regarding, reason, note }) => `${regarding?.kind} ${regarding?.name} ${reason}: ${note}`,
  );
  assert.deepEqual(notes.toSorted(), [
    "Lease work LeaderElection: first became leader",
    "Lease work LeaderElection: first stopped leading",
  ]);
  const { spec } = await plane.client.resource(Lease, { namespace: "default" }).get("work");
  assert.deepEqual([spec?.holderIdentity, spec?.leaseDurationSeconds], ["", 1]);
  await clock.advance(4.4 * second);
  assert.equal(other.manager.isLeader, true);
  assert.equal(first.manager.isLeader, false);
  await finish(plane, other.stop());
  assertOneWriter(election);
  assert.deepEqual(new Set(election.writes.map(({ writer }) => writer)), new Set(["first", "other"]));
});

test("a leader renews every two seconds with one request, and who waits asks every two to 4.4 seconds", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const leader = election.candidate("leader", { writers: 0 });
  await clock.advance(second);
  const leases = plane.client.resource(Lease, { namespace: "default" });
  const before = await leases.get("work");
  await clock.advance(60 * second);
  const after = await leases.get("work");
  assert.equal(after.spec?.holderIdentity, "leader");
  assert.equal(after.spec?.leaseDurationSeconds, 15);
  assert.equal(after.spec?.leaseTransitions, 0);
  assert.equal(after.spec?.acquireTime, before.spec?.acquireTime);
  assert.match(after.spec?.renewTime ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  assert.match(leader.manager.metrics.write(), /leader_election_slowpath_total\{name="work"\} 0/);
  await finish(plane, leader.stop());
});

test("a leader that is cut off writes nothing after ten seconds, and resumes when it is elected again", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const starts: string[] = [];
  const counting = (name: string, group: Part["group"]): Part => ({
    ...{ name, ...(group && { group }) },
    async start() {
      starts.push(name);
      return { stop: async () => void starts.push(`${name} ends`) };
    },
  });
  const first = election.candidate("first", { parts: [counting("leads", undefined), counting("always", "others")] });
  await clock.advance(5 * second);
  const other = election.candidate("other");
  await clock.advance(5 * second);

  const cutMs = clock.monotonic();
  first.network = "deaf";
  await clock.advance(11 * second);
  assert.equal(first.manager.isLeader, false, "although nobody has told it");
  assert.ok(first.refusals.at(-1) instanceof FencedError, "what was on the way is given up");
  // A renewal two seconds after the cut has arrived. Who looks every 4.4 seconds at worst sees it that late, waits for 15, and looks again.
  await clock.advance(15 * second);
  assert.equal(other.manager.isLeader, true);
  assert.ok(lastWriteOf(election, "first") < cutMs + 10 * second);

  first.network = "good";
  await clock.advance(10 * second);
  assert.equal(first.manager.isLeader, false);
  saysOnce(first, "leader election lost");
  await finish(plane, other.stop());
  await clock.advance(6 * second);
  assert.equal(first.manager.isLeader, true);
  assert.deepEqual(starts, ["always", "leads", "leads ends", "leads"], "caches and servers have gone on all the time");
  await finish(plane, first.stop());
  assertOneWriter(election);
});

test("clocks that jump by an hour, forward or back, change nothing", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const first = election.candidate("first");
  await clock.advance(5 * second);
  const other = election.candidate("other");
  for (const changeMs of [3_600_000, -7_200_000, 3_600_000]) {
    first.clock.jump(changeMs);
    await clock.advance(20 * second);
    other.clock.jump(-changeMs);
    await clock.advance(20 * second);
    assert.deepEqual([first.manager.isLeader, other.manager.isLeader], [true, false]);
  }
  assert.equal(new Set(election.writes.map(({ writer }) => writer)).size, 1);
  await finish(plane, Promise.all([first.stop(), other.stop()]));
});

test("a process that was stopped refuses what it is about to write, before any of its timers has fired", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const first = election.candidate("first", { writers: 5 });
  await clock.advance(5 * second);
  const other = election.candidate("other", { writers: 5 });
  await clock.advance(5 * second);
  for (let round = 0; round < 10; round += 1) {
    const [leader, follower] = first.manager.isLeader ? [first, other] : [other, first];
    // At another moment of its work each time.
    await clock.advance(37 * round);
    leader.clock.freeze();
    // A renewal is seen up to 4.4 seconds late, and so is the end of the Lease.
    await clock.advance(24 * second);
    assert.equal(follower.manager.isLeader, true);
    leader.clock.thaw();
    await clock.advance(10 * second);
    assert.equal(leader.manager.isLeader, false);
  }
  assertOneWriter(election);
  await finish(plane, Promise.all([first.stop(), other.stop()]));
});

test("a leader that hears that the Lease is another's stops at once", async () => {
  await using plane = await startRuntimePlane();
  const { clock, client } = plane;
  const election = holdElection(plane);
  const leader = election.candidate("leader");
  await clock.advance(5 * second);
  const leases = client.resource(Lease, { namespace: "default" });
  const lease = await leases.get("work");
  await leases.update({ ...lease, spec: { ...lease.spec, holderIdentity: "somebody" } });
  await clock.advance(2.1 * second);
  assert.equal(leader.manager.isLeader, false);
  const writesThen = election.writes.length;
  await clock.advance(10 * second);
  assert.equal(election.writes.length, writesThen);
  await clock.advance(15 * second);
  assert.equal(leader.manager.isLeader, true, "nobody has renewed it");
  assert.equal((await leases.get("work")).spec?.leaseTransitions, 1);
  await finish(plane, leader.stop());
});

test("a process that is to exit when it is not the leader any more says so", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const leader = election.candidate("leader", { onLost: "exit" });
  await clock.advance(5 * second);
  leader.network = "refusing";
  await clock.advance(15 * second);
  await assert.rejects(leader.ended, /^Error: leader election lost$/);
});

test("a process that never led does nothing of the leader's when it stops, and leaves the Lease alone", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const leader = election.candidate("leader", { writers: 0 });
  await clock.advance(5 * second);
  const starts: string[] = [];
  const part: Part = { name: "leads", start: async () => ({ stop: async () => void starts.push("led") }) };
  const follower = election.candidate("follower", { parts: [part] });
  await clock.advance(5 * second);
  await finish(plane, follower.stop());
  await clock.advance(30 * second);
  assert.deepEqual(starts, []);
  assert.equal(election.holder, "leader");
  assert.ok(election.writes.every(({ writer }) => writer === "leader"));
  await finish(plane, leader.stop());
});

test("the Lease is not given free while something of the leader still runs", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const stubborn: Part = { name: "stubborn", start: async () => ({ stop: () => new Promise(() => {}) }) };
  const leader = election.candidate("leader", { parts: [stubborn], gracefulShutdownMs: 3_000 });
  await clock.advance(5 * second);
  await assert.rejects(finish(plane, leader.stop()), /within grace period of 3s: stubborn$/);
  assert.equal(election.holder, "leader");
  assertOneWriter(election);
});

test("what led and does not stop when leadership is lost ends the manager: nobody leads twice in one process", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const stubborn: Part = { name: "stubborn", start: async () => ({ stop: () => new Promise(() => {}) }) };
  const leader = election.candidate("leader", { parts: [stubborn], gracefulShutdownMs: 3_000 });
  await clock.advance(5 * second);
  leader.network = "refusing";
  await clock.advance(11 * second);
  leader.network = "good";
  await assert.rejects(
    finish(plane, leader.ended),
    /^Error: leader election lost, and what led does not stop: stubborn$/,
  );
  assertOneWriter(election);
});

test("a leader that is slow to hear of its election does not begin with what is over already", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  const election = holdElection(plane);
  const late = election.candidate("late");
  late.clock.freeze();
  await clock.advance(second);
  late.clock.thaw();
  // It is stopped again with the Lease on its way into its name.
  await clock.advance(150);
  late.clock.freeze();
  await clock.advance(11 * second);
  assert.equal(election.holder, "late");
  late.clock.thaw();
  await clock.advance(0);
  assert.equal(late.manager.isLeader, false);
  await clock.advance(6 * second);
  assert.equal(late.manager.isLeader, true);
  await finish(plane, late.stop());
  assertOneWriter(election);
});

test("nothing is left of managers that have stopped: no timer, nothing on its way", async () => {
  await using plane = await startRuntimePlane();
  const { clock } = plane;
  await clock.settle();
  const before = clock.alive();
  const election = holdElection(plane);
  const candidates = ["a", "b", "c"].map((name) => election.candidate(name));
  await clock.advance(30 * second);
  await finish(plane, Promise.all(candidates.map((candidate) => candidate.stop())));
  const after = clock.alive();
  assert.deepEqual(after.inFlight, before.inFlight);
  assert.equal(after.timers.filter((timer) => /lease|leader|watchdog|manager|writer/.test(timer)).length, 0);
});
