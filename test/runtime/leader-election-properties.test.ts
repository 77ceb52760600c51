import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Candidate, finish, holdElection, type Network } from "./candidates.ts";
import { startRuntimePlane } from "./plane.ts";

const second = 1_000;

/** Something that happens to one of the processes, and how long it is before the next thing happens. */
const step = fc.record({
  who: fc.oneof({ arbitrary: fc.constant("leader" as const), weight: 2 }, fc.nat(2)),
  what: fc.oneof(
    fc.constantFrom<Network>("good", "cut", "deaf", "refusing", "slow").map((network) => ({ network })),
    fc.constantFrom({ isFrozen: true }, { isFrozen: false }),
    fc.constantFrom({ jumpMs: 3_600_000 }, { jumpMs: -3_600_000 }),
  ),
  forMs: fc.oneof(fc.nat(3_000), fc.integer({ min: 8_000, max: 30_000 })),
});

/** Within what a lease of 15 seconds and a deadline of 10 tolerate together. */
const rate = fc.double({ min: 0.9, max: 1.25, noNaN: true });

/** The one that leads, or else the first. */
function candidateOf(candidates: readonly Candidate[], who: number | "leader"): Candidate {
  const found = who === "leader" ? candidates.find(({ manager }) => manager.isLeader) : candidates[who];
  return (found ?? candidates[0]) as Candidate;
}

function happen({ clock }: Candidate, what: { isFrozen?: boolean; jumpMs?: number }): void {
  if (what.isFrozen === true) clock.freeze();
  if (what.isFrozen === false) clock.thaw();
  if (what.jumpMs !== undefined) clock.jump(what.jumpMs);
}

test("whatever happens to networks, clocks and processes, nobody writes in the time of another, and in the end one leads", async () => {
  await using plane = await startRuntimePlane({ stepLimit: 1_000_000 });
  const { clock } = plane;
  let runs = 0;
  let writes = 0;
  let changes = 0;
  const property = fc.asyncProperty(
    fc.tuple(rate, rate, rate),
    fc.array(step, { minLength: 5, maxLength: 15 }),
    async (rates, steps) => {
      runs += 1;
      const election = holdElection(plane, `run-${runs}`);
      const candidates = rates.map((each, index) => election.candidate(`c${index}`, { rate: each, writers: 2 }));
      await clock.advance(5 * second);
      for (const { who, what, forMs } of steps) {
        const candidate = candidateOf(candidates, who);
        if ("network" in what) candidate.network = what.network;
        else happen(candidate, what);
        await clock.advance(forMs);
      }
      for (const candidate of candidates) {
        candidate.network = "good";
        candidate.clock.thaw();
      }
      const writesThen = election.writes.length;
      await clock.advance(60 * second);
      assert.equal(candidates.filter(({ manager }) => manager.isLeader).length, 1);
      assert.ok(election.writes.length > writesThen, "it goes on");
      await finish(plane, Promise.all(candidates.map((candidate) => candidate.stop())));
      for (const { writer, holder, atMs } of election.writes) assert.equal(writer, holder, `at ${atMs} ms`);
      writes += election.writes.length;
      changes += election.writes.filter(({ writer }, index) => writer !== election.writes[index - 1]?.writer).length;
    },
  );
  await fc.assert(property, { numRuns: 20, seed: 7, interruptAfterTimeLimit: 60_000, endOnFailure: true });
  assert.ok(
    writes > 1_000 && changes > 2 * runs,
    `${writes} writes and ${changes} changes of the writer in ${runs} runs`,
  );
});
