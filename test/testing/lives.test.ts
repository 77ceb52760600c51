/** Operators end and begin again: in good order, by a crash, or later. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { defineKind } from "@pintle/machinery";
import { startTestPlane, type TestPlane } from "@pintle/testing";
import { controller } from "pintle";
import { ConfigMap } from "pintle/kinds";
import { Greeting, greeting, greetings, isInvalid } from "./greetings.ts";

test("a restart makes the operators anew, and they go on where they were", async () => {
  let lives = 0;
  await using plane = await startTestPlane({ operators: () => [greetings({ onMade: () => lives++ })] });
  await plane.apply(greeting("a"));
  await plane.settle();
  await plane.restart();
  assert.equal(lives, 2);
  await plane.apply(greeting("b"));
  await plane.settle();
  await plane.assertReady(greeting("b"));
  await assert.rejects(plane.apply(greeting("c", { text: "shout" })), isInvalid("spec.text"));
});

test("after a crash the webhooks of the new life answer", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.restart({ crash: true });
  await plane.apply(greeting("a", {}));
  assert.equal((await plane.get(Greeting, "a")).spec.text, "hello");
  await plane.settle();
  await plane.assertReady(greeting("a"));
});

test("what a crash interrupts is neither finished nor cleaned up after", async () => {
  const steps: string[] = [];
  const slow = () =>
    controller(ConfigMap)
      .named("slow")
      .reconcile(async ({ name }, { client }) => {
        if (!name.startsWith("slow")) return;
        steps.push(`begins ${name}`);
        try {
          await client.clock.sleep(60_000, { kind: "work", label: "slow work" });
          steps.push(`ends ${name}`);
        } finally {
          steps.push(`cleans up ${name}`);
        }
      });
  await using plane = await startTestPlane({ operators: () => [slow()] });
  await plane.apply(ConfigMap({ metadata: { name: "slow", namespace: "default" } }));
  await plane.advance("1s");
  assert.deepEqual(steps, ["begins slow"]);
  await plane.restart({ crash: true });
  await plane.advance("1s");
  assert.deepEqual(steps, ["begins slow", "begins slow"]);
  await plane.settle();
  assert.deepEqual(steps.slice(2), ["ends slow", "cleans up slow"]);
});

test("while operators are paused the world goes on without them, and they catch up", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a"));
  await plane.settle();
  const paused = await plane.pauseOperators();
  await plane.client.resource(ConfigMap).delete("a");
  await plane.advance("1h");
  await plane.assertGone(ConfigMap({ metadata: { name: "a", namespace: "default" } }));
  await assert.rejects(plane.restart(), { code: "PINTLE_TEST_OPERATORS_PAUSED" });
  await assert.rejects(plane.pauseOperators(), { code: "PINTLE_TEST_OPERATORS_PAUSED" });
  await paused.resume();
  await paused.resume();
  await plane.settle();
  assert.equal((await plane.get(ConfigMap, "a")).data?.text, "hi");
});

test("nothing is left running when a plane is disposed of", async () => {
  const plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.apply(greeting("a"));
  await plane.settle();
  await plane.restart({ crash: true });
  await plane[Symbol.asyncDispose]();
  const { timers, inFlight } = plane.clock.alive();
  assert.deepEqual({ timers, inFlight }, { timers: [], inFlight: [] });
});

test("what the operators log is kept, in all of their lives", async () => {
  await using plane = await startTestPlane({ operators: () => [greetings()] });
  await plane.restart();
  const starts = plane.logs.filter(({ message }) => message === "Starting workers");
  assert.equal(starts.length, 2);
});

test("a controller of a declared resource gets its definition, and one of a kind that nobody serves ends the start", async () => {
  const ready = ({ name }: { readonly name: string }) => void runs.push(name);
  const runs: string[] = [];
  {
    await using plane = await startTestPlane({ operators: () => [controller(Greeting).reconcile(ready)] });
    await plane.apply(greeting("a"));
    await plane.settle();
    assert.deepEqual(runs, ["a"]);
  }
  const info = { group: "samples.dev", version: "v1", kind: "Ghost", plural: "ghosts", scope: "Namespaced" } as const;
  const Ghost = defineKind(info)<{ spec?: object }>();
  await assert.rejects(startTestPlane({ operators: () => [controller(Ghost).reconcile(ready)] }), /Ghost/);
});

test("two planes live beside each other", async () => {
  const start = (seed: number) => startTestPlane({ operators: () => [greetings()], profile: "apiserver", seed });
  await using first = await start(1);
  await using second = await start(2);
  const use = async (plane: TestPlane, name: string) => {
    await plane.apply(greeting(name));
    await plane.settle();
    await plane.assertReady(greeting(name));
  };
  await Promise.all([use(first, "a"), use(second, "b")]);
  await first.assertGone(greeting("b"));
});
