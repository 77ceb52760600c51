import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { attributesOf, firstRound, objectsWith, refusalOf, specAfter } from "./admission-fixture.test.ts";
import { mergeTolerations } from "./merge-tolerations.ts";
import { createRuntimeClass } from "./runtime-class.ts";

const overhead = { podFixed: { cpu: "10m" } };
const scheduling = { nodeSelector: { kind: "vm" }, tolerations: [{ key: "vm", operator: "Exists" }] };

const plugin = async () =>
  createRuntimeClass(
    await objectsWith({
      "runtimeclasses/vm": { metadata: { name: "vm" }, handler: "vm", overhead, scheduling },
      "runtimeclasses/plain": { metadata: { name: "plain" }, handler: "plain" },
    }),
  );

const refused = (why: string) => `pods "a" is forbidden: ${why}`;

test("a pod bears the overhead of its runtime class and goes where the class can run", async () => {
  assert.deepEqual(await specAfter(await plugin(), { runtimeClassName: "vm", nodeSelector: { zone: "a" } }), {
    runtimeClassName: "vm",
    overhead: { cpu: "10m" },
    nodeSelector: { zone: "a", kind: "vm" },
    tolerations: scheduling.tolerations,
  });
  const plain = { runtimeClassName: "plain" };
  assert.deepEqual(await specAfter(await plugin(), plain), plain);
});

test("a pod cannot name a class that is not there, nor contradict the one that is", async () => {
  const ask = async (spec: JsonObject) => refusalOf((await plugin()).mutate?.(attributesOf({ spec }), firstRound));
  assert.equal(await ask({ runtimeClassName: "none" }), refused('pod rejected: RuntimeClass "none" not found'));
  assert.equal(
    await ask({ runtimeClassName: "vm", nodeSelector: { kind: "metal" } }),
    refused("conflict: runtimeClass.scheduling.nodeSelector[kind] = vm; pod.spec.nodeSelector[kind] = metal"),
  );
  assert.equal(
    await ask({ runtimeClassName: "vm", overhead: { cpu: "20m" } }),
    refused("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"),
  );
});

test("an overhead without a class that has one is refused", async () => {
  const judge = async (spec: JsonObject) => refusalOf((await plugin()).validate?.(attributesOf({ spec })));
  const alone = refused("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
  assert.equal(await judge({ overhead: { cpu: "1" } }), alone);
  assert.equal(await judge({ runtimeClassName: "plain", overhead: { cpu: "1" } }), alone);
  assert.equal(await judge({ runtimeClassName: "vm", overhead: { cpu: "10m" } }), undefined);
  assert.match((await judge({ runtimeClassName: "vm" })) ?? "", /doesn't match/);
});

test("of merged tolerations those stay that no other covers", () => {
  const wide = { operator: "Exists" };
  const narrow = { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" };
  assert.deepEqual(mergeTolerations([narrow, wide]), [wide]);
  assert.deepEqual(mergeTolerations([narrow, narrow]), [narrow]);
  assert.deepEqual(mergeTolerations([narrow, { ...narrow, value: "c" }]), [narrow, { ...narrow, value: "c" }]);
  const short = { key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 };
  const long = { ...short, tolerationSeconds: 9 };
  assert.deepEqual(mergeTolerations([short, long]), [long]);
});
