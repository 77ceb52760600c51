/**
 * The operator dies at every single write that it does, before it arrives or after it was done, and another life takes over: the end is
 * always the same, and no object is made or deleted once more than needed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { startController } from "@pintle/runtime";
import { FooBar, foobarController, installFooBars } from "./foobars.ts";
import { createIncarnation, type Fate } from "./incarnation.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";

interface Outcome {
  readonly isCrashed: boolean;
  /** What there was after each step. */
  readonly states: readonly unknown[];
  /** How often each ConfigMap came and went. */
  readonly history: Readonly<Record<string, number>>;
  readonly zombieWrites: readonly string[];
}

type Step = (plane: RuntimePlane) => Promise<unknown>;
const foobarsOf = ({ client }: RuntimePlane) => client.resource(FooBar, { namespace: "default" });
const metadata = (name: string) => ({ name, namespace: "default" });

const steps: readonly Step[] = [
  (plane) => foobarsOf(plane).create(FooBar({ metadata: metadata("a"), spec: { copies: 2, text: "hello" } })),
  (plane) => foobarsOf(plane).create(FooBar({ metadata: metadata("b"), spec: { copies: 1, text: "hello" } })),
  (plane) => foobarsOf(plane).patch("a", { merge: { spec: { text: "bye" } } }),
  (plane) => foobarsOf(plane).patch("a", { merge: { spec: { copies: 1 } } }),
  (plane) => foobarsOf(plane).delete("a"),
];

/** Plays all steps; the life that does the write of that number ends with it, and another one begins. */
async function play(crashAt: number | undefined, fate: Fate): Promise<Outcome> {
  await using plane = await startRuntimePlane();
  await installFooBars(plane);
  const history: Record<string, number> = {};
  const stopWatching = new AbortController();
  const watching = countEvents(plane, history, stopWatching.signal);
  let writes = 0;
  const begin = async () => {
    const life = createIncarnation(plane, {
      fateOf: () => {
        writes += 1;
        return writes === crashAt ? fate : "done";
      },
    });
    const starting = startController(foobarController(), { client: life.client });
    await plane.clock.settle();
    return { life, starting };
  };
  let current = await begin();
  const dead: (typeof current)[] = [];
  const states: unknown[] = [];
  for (const step of steps) {
    await step(plane);
    await plane.clock.settle();
    if (current.life.isDead) {
      dead.push(current);
      current = await begin();
    }
    states.push(await stateOf(plane));
  }
  // An hour later everything is still as it was.
  await plane.clock.advance(3_600_000);
  assert.deepEqual(await stateOf(plane), states.at(-1));
  await (await current.starting)[Symbol.asyncDispose]();
  stopWatching.abort();
  await watching;
  return {
    ...{ states, history, isCrashed: dead.length > 0 },
    zombieWrites: dead.flatMap(({ life }) => life.zombieWrites),
  };
}

async function countEvents(
  { client }: RuntimePlane,
  history: Record<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const selected = { labelSelector: "samples.dev/foobar", signal };
  for await (const event of client.resource(ConfigMap, { namespace: "default" }).watch(selected)) {
    if (event.type !== "ADDED" && event.type !== "DELETED") continue;
    const what = `${event.type} ${event.object.metadata.name}`;
    history[what] = (history[what] ?? 0) + 1;
  }
}

async function stateOf({ client }: RuntimePlane): Promise<unknown> {
  const foobars = await client.resource(FooBar).list();
  const maps = await client.resource(ConfigMap).list({ labelSelector: "samples.dev/foobar" });
  return {
    foobars: foobars.items.map(({ metadata: { name, finalizers }, spec, status }) => ({
      name,
      finalizers,
      spec,
      status,
    })),
    maps: maps.items.map(({ metadata: { name, ownerReferences = [] }, data }) => ({
      ...{ name, data },
      owners: ownerReferences.map(({ kind, name: owner }) => `${kind} ${owner}`),
    })),
  };
}

for (const fate of ["dies before", "dies after"] as const) {
  test(`an operator that ${fate} any of its writes is done comes to the same end in its next life`, async () => {
    const reference = await play(undefined, "done");
    assert.deepEqual(reference.history, {
      "ADDED a-0": 1,
      "ADDED a-1": 1,
      "ADDED b-0": 1,
      "DELETED a-0": 1,
      "DELETED a-1": 1,
    });
    let crashes = 0;
    for (let crashAt = 1; ; crashAt += 1) {
      const outcome = await play(crashAt, fate);
      if (!outcome.isCrashed) break;
      crashes += 1;
      assert.deepEqual(outcome.states, reference.states, `after a crash at write ${crashAt}`);
      assert.deepEqual(outcome.history, reference.history, `after a crash at write ${crashAt}`);
      assert.deepEqual(outcome.zombieWrites, [], `after a crash at write ${crashAt}`);
    }
    // Finalizer, children and status of two objects; texts and status; a child less and status; the children and the finalizer.
    assert.ok(crashes >= 13, `only ${crashes} writes`);
  });
}
