/**
 * Days of virtual time in which everything goes wrong that can: connections break off, the server crashes and is started again, its past is
 * forgotten, processes are cut off, stopped and started, and somebody changes and deletes objects all the while. At the end everything is
 * as it should be, and nothing is left behind.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Secret } from "@pintle/kinds";
import { createSeededRandom, type Random, randomBelow } from "@pintle/machinery";
import { createManager, type Manager } from "@pintle/runtime";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { UnreliableWire } from "./soak-faults.ts";
import { isChild, isOwner, soakOperator } from "./soak-operator.ts";
import { tellProgress } from "./soak-progress.ts";

const days = Number(process.env.PINTLE_SOAK_DAYS ?? 3);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ownerCount = 30;

/** One process of two, of which one leads. */
interface Candidate {
  readonly wire: UnreliableWire;
  readonly manager: Manager;
  stop(): Promise<void>;
}

class Soak {
  readonly plane: RuntimePlane;
  readonly created: string[] = [];
  readonly leaders: string[] = [];
  readonly candidates: Candidate[];
  readonly #random: Random;
  /** How often a child was deleted by somebody else. */
  deletions = 0;

  constructor(plane: RuntimePlane, random: Random) {
    this.plane = plane;
    this.#random = random;
    this.candidates = [this.#startCandidate(), this.#startCandidate()];
  }

  #startCandidate(): Candidate {
    const wire = new UnreliableWire(this.plane.connect());
    const { client } = wire.connection;
    // Longer than usual: days of renewals every two seconds would be all that there is to see.
    const times = { leaseMs: 300_000, renewDeadlineMs: 200_000, retryPeriodMs: 60_000 };
    const manager = createManager({ client, leaderElection: { name: "soak", ...times }, logger: silentLogger });
    manager.add(soakOperator((uid) => this.created.push(uid)));
    const ending = new AbortController();
    const ended = manager.start({ signal: ending.signal });
    ended.catch(() => {});
    return {
      ...{ wire, manager },
      stop: () => {
        ending.abort();
        return ended;
      },
    };
  }

  async step(): Promise<void> {
    const { plane } = this;
    for (let writes = 0; writes < 5; writes += 1) await this.#write();
    await this.#choose([
      async () => this.#candidate().wire.cut(),
      async () => plane.storage.compact(await plane.storage.revision()),
      () => this.#restartServer(),
      () => this.#cutOff(),
      () => this.#restartCandidate(),
      async () => {},
      async () => {},
    ])();
    await plane.clock.advance(minuteMs * (1 + randomBelow(this.#random, 60)));
    const leading = this.candidates.findIndex(({ manager }) => manager.isLeader);
    if (this.leaders.at(-1) !== String(leading)) this.leaders.push(String(leading));
    assert.ok(this.candidates.filter(({ manager }) => manager.isLeader).length <= 1, "one leads at most");
    // Nobody looks at what was sent, and days of it would be all that there is in memory.
    for (const { requests } of [plane, ...this.candidates.map(({ wire }) => wire.connection)]) requests.length = 0;
  }

  async #write(): Promise<void> {
    const owners = this.plane.client.resource(ConfigMap);
    const children = this.plane.client.resource(Secret);
    const name = `owner-${randomBelow(this.#random, ownerCount)}`;
    const data = { value: String(randomBelow(this.#random, 1_000_000)) };
    const found = await ignoreNotFound(owners.get(name));
    const change = async () => {
      if (found) await owners.update({ ...found, data });
      else await owners.create({ metadata: { name, labels: isOwner }, data });
    };
    await this.#choose([
      change,
      change,
      async () => void (found && (await owners.delete(name))),
      async () => {
        if (found) await owners.delete(name);
        await owners.create({ metadata: { name, labels: isOwner }, data });
      },
      async () => {
        if (await ignoreNotFound(children.delete(name))) this.deletions += 1;
      },
    ])();
  }

  async #restartServer(): Promise<void> {
    await this.plane.crash();
    await this.plane.clock.advance(randomBelow(this.#random, 3 * minuteMs));
    await this.plane.restart();
  }

  /** Long enough for somebody else to lead, or not. */
  async #cutOff(): Promise<void> {
    const { wire } = this.#candidate();
    wire.close();
    await this.plane.clock.advance(randomBelow(this.#random, 15 * minuteMs));
    wire.open();
  }

  async #restartCandidate(): Promise<void> {
    const index = randomBelow(this.#random, this.candidates.length);
    const stopped = this.candidates[index]?.stop();
    await this.plane.clock.settle();
    await stopped;
    await this.plane.clock.advance(randomBelow(this.#random, 6 * minuteMs));
    this.candidates[index] = this.#startCandidate();
  }

  #candidate(): Candidate {
    const found = this.candidates[randomBelow(this.#random, this.candidates.length)];
    assert.ok(found);
    return found;
  }

  #choose<Choice>(choices: readonly Choice[]): Choice {
    return choices[randomBelow(this.#random, choices.length)] as Choice;
  }
}

test(`${days} days of faults end with one child for each owner, caches like the server, and nothing left behind`, async () => {
  await using plane = await startRuntimePlane({ stepLimit: 1_000_000 });
  const { clock, client } = plane;
  const soak = new Soak(plane, createSeededRandom(7));
  await clock.advance(minuteMs);
  const startMs = clock.monotonic();
  let steps = 0;
  for (let day = 0; day < days; day += 1) {
    while (clock.monotonic() < startMs + (day + 1) * dayMs) {
      await soak.step();
      steps += 1;
    }
    tellProgress("a manager's day", day + 1, days);
  }
  await clock.advance(15 * minuteMs);
  await clock.settle();

  const owners = await client
    .resource(ConfigMap, { namespace: "default" })
    .list({ labelSelector: { matchLabels: isOwner } });
  const children = await client
    .resource(Secret, { namespace: "default" })
    .list({ labelSelector: { matchLabels: isChild } });
  const shownOwners = owners.items.map(({ metadata, data }) => `${metadata.name} ${metadata.uid} ${data?.value}`);
  const shownChildren = children.items.map(({ metadata, data }) => {
    const value = Buffer.from(data?.value ?? "", "base64").toString();
    return `${metadata.name} ${metadata.ownerReferences?.[0]?.uid} ${value}`;
  });
  assert.deepEqual(shownChildren.toSorted(), shownOwners.toSorted());
  assert.ok(soak.leaders.length > 2 * days, `the leader has changed: ${soak.leaders.length} times in ${steps} steps`);
  const createdTwice = soak.created.length - new Set(soak.created).size;
  assert.ok(
    createdTwice <= soak.deletions,
    `${createdTwice} were created again, ${soak.deletions} were deleted by others`,
  );

  for (const { manager } of soak.candidates) {
    const shown = manager.informers.for(ConfigMap, { labelSelector: { matchLabels: isOwner } });
    assert.deepEqual(versionsOf(shown.lister.list()), versionsOf(owners.items));
    shown.release();
    const kept = manager.informers.for(Secret, { labelSelector: { matchLabels: isChild } });
    assert.deepEqual(versionsOf(kept.lister.list()), versionsOf(children.items));
    kept.release();
    // Who stands by has everything in its queue for the moment when it leads.
    const depths = manager.metrics.write().match(/^workqueue_depth.*$/gm) ?? [];
    const isIdle = depths.length > 0 && depths.every((line) => line.endsWith(" 0"));
    assert.ok(isIdle || !manager.isLeader, depths.join("\n"));
  }
  const stopped = soak.candidates.map((candidate) => candidate.stop());
  await clock.settle();
  await Promise.all(stopped);
  await plane.stop();
  const { timers, inFlight } = clock.alive();
  assert.deepEqual({ timers, inFlight }, { timers: [], inFlight: [] });
  assert.deepEqual(plane.failures, []);
});

const silentLogger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLogger,
};

function versionsOf(
  objects: readonly { readonly metadata: { readonly name?: string; readonly resourceVersion?: string } }[],
): readonly string[] {
  return objects.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
}
