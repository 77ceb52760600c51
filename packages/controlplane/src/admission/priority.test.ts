import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { attributesOf, firstRound, objectsWith, refusalOf, specAfter } from "./admission-fixture.test.ts";
import { createPriority } from "./priority.ts";

const high = { metadata: { name: "high" }, value: 1000, preemptionPolicy: "Never" };
const usual = { metadata: { name: "usual" }, value: 7, globalDefault: true };

const plugin = async (...classes: readonly { readonly metadata: { readonly name: string } }[]) =>
  createPriority(
    await objectsWith(
      Object.fromEntries(classes.map((entry) => [`priorityclasses/${entry.metadata.name}`, entry as JsonObject])),
    ),
  );

test("a pod has the priority of the class that it names", async () => {
  assert.deepEqual(await specAfter(await plugin(high, usual), { priorityClassName: "high" }), {
    priorityClassName: "high",
    priority: 1000,
    preemptionPolicy: "Never",
  });
});

test("a pod without a class is in the default class, or has no priority", async () => {
  const policy = { preemptionPolicy: "PreemptLowerPriority" };
  assert.deepEqual(await specAfter(await plugin(high, usual), {}), {
    priorityClassName: "usual",
    priority: 7,
    ...policy,
  });
  assert.deepEqual(await specAfter(await plugin(high), {}), { priority: 0, ...policy });
});

test("of two default classes the one with the lower value counts", async () => {
  const lower = { metadata: { name: "lower" }, value: 3, globalDefault: true };
  const spec = (await specAfter(await plugin(usual, lower), {})) as JsonObject;
  assert.equal(spec.priorityClassName, "lower");
});

test("a pod cannot choose another priority than that of its class", async () => {
  const ask = async (spec: JsonObject) => refusalOf((await plugin(high)).mutate?.(attributesOf({ spec }), firstRound));
  const begin = 'pods "a" is forbidden:';
  const end = "from the given PriorityClass name";
  assert.equal(
    await ask({ priority: 5 }),
    `${begin} the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 ${end}`,
  );
  assert.equal(
    await ask({ preemptionPolicy: "Never" }),
    `${begin} the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority ${end}`,
  );
  assert.equal(await ask({ priorityClassName: "none" }), `${begin} no PriorityClass with name none was found`);
  assert.equal(await ask({ priorityClassName: "high", priority: 1000 }), undefined);
});

test("an update that leaves the priority out keeps it", async () => {
  const old = { spec: { priority: 1000, preemptionPolicy: "Never" } };
  assert.deepEqual(await specAfter(await plugin(), {}, { operation: "UPDATE", old }), old.spec);
});

test("there is one default class at most", async () => {
  const group = "scheduling.k8s.io";
  const judge = async (name: string, operation: "CREATE" | "UPDATE") => {
    const attributes = attributesOf(
      { metadata: { name }, globalDefault: true },
      { operation, group, resource: "priorityclasses" },
    );
    return refusalOf((await plugin(usual)).validate?.(attributes));
  };
  const taken = "PriorityClass usual is already marked as default. Only one default can exist";
  assert.equal(await judge("other", "CREATE"), `priorityclasses.scheduling.k8s.io "a" is forbidden: ${taken}`);
  assert.match((await judge("other", "UPDATE")) ?? "", /already marked/);
  assert.equal(await judge("usual", "UPDATE"), undefined);
});
