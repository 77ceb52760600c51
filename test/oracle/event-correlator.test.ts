/** Which events of core v1 are written, combined and held back, compared with client-go's correlator. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { createSeededRandom, createVirtualClock, type Transport } from "@pintle/machinery";
import { createEventRecorder } from "@pintle/runtime";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

interface Told {
  readonly afterMs: number;
  readonly object: string;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly note: string;
}

interface Written {
  readonly name: string;
  readonly count: number;
  readonly message: string;
}

const pause = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(100_000, 299_999, 300_000, 300_001) },
  { weight: 1, arbitrary: fc.constantFrom(599_999, 600_000, 600_001, 3_600_000) },
);
const draft = fc.record({
  afterMs: pause,
  object: fc.constantFrom("a", "a", "a", "a", "b"),
  type: fc.constantFrom("Normal" as const, "Warning" as const, "Warning" as const),
  reason: fc.constantFrom("Failed", "Failed", "Failed", "Lost"),
  note: fc.oneof(fc.constantFrom("one", "two", "three"), fc.constant("new")),
});
const sequence = fc.array(draft, { minLength: 40, maxLength: 80 }).map(withDecidedNotes);

/**
 * Upstream forgets any of ten texts, by chance, so that nobody can tell what it does with one that comes again then: from the tenth on all
 * are new.
 */
function withDecidedNotes(drafts: readonly Told[]): readonly Told[] {
  const seen = new Map<string, Set<string>>();
  return drafts.map((told, index) => {
    const stream = `${told.object} ${told.type} ${told.reason}`;
    const notes = seen.get(stream) ?? new Set();
    seen.set(stream, notes);
    const note = told.note === "new" || notes.size >= 9 ? `new ${index}` : told.note;
    notes.add(note);
    return { ...told, note };
  });
}

/** What reaches the server after each event, or nothing. */
async function writesOf(events: readonly Told[]): Promise<(Written | null)[]> {
  const clock = createVirtualClock();
  let written: Written | null = null;
  const transport: Transport = {
    request: async ({ method, path, body }) => {
      const { metadata, count, message } = JSON.parse(Buffer.from(body as Uint8Array).toString());
      written = { name: method === "POST" ? metadata.name : path.split("/").at(-1), count, message };
      const answer = (async function* () {
        yield Buffer.from("{}");
      })();
      return { status: 200, headers: { "content-type": "application/json" }, body: answer };
    },
  };
  const client = createClient({ transport }, { clock, random: createSeededRandom(1) });
  await using recorder = createEventRecorder({ client, reportingController: "boxes", api: "core" });
  const results: (Written | null)[] = [];
  for (const { afterMs, object, ...event } of events) {
    await clock.advance(afterMs);
    written = null;
    const metadata = { name: object, namespace: "default", uid: "u" };
    recorder.record({ regarding: { apiVersion: "v1", kind: "ConfigMap", metadata }, ...event });
    await clock.settle();
    results.push(written);
  }
  return results;
}

/** Names are made of the time on both sides, in different ways: what counts is which are the same. */
function withPlainNames(results: readonly (Written | null)[]): (Written | null)[] {
  const names = new Map<string, string>();
  return results.map((written) => {
    if (written === null) return null;
    const name = names.get(written.name) ?? `event ${names.size}`;
    names.set(written.name, name);
    return { ...written, name };
  });
}

test("events are counted, combined and held back as by client-go", { skip: missing("go") }, async (context) => {
  const sequences = fc.sample(sequence, { seed: 42, numRuns: 200 });
  const answers = await askOracle<(Written | null)[]>("event-correlator", sequences);
  const seen = { written: 0, repeated: 0, combined: 0, heldBack: 0 };
  for (const [index, events] of sequences.entries()) {
    const ours = withPlainNames(await writesOf(events));
    const answer = answers[index];
    assert.ok(answer !== undefined && "value" in answer, JSON.stringify(answer));
    assert.deepEqual(ours, withPlainNames(answer.value), JSON.stringify(events));
    for (const written of ours) {
      if (written === null) seen.heldBack += 1;
      else if (written.message.startsWith("(combined")) seen.combined += 1;
      else seen[written.count > 1 ? "repeated" : "written"] += 1;
    }
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(Object.values(seen).every((count) => count > 500));
});
