import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { writeSequences } from "./apply-cases.ts";
import { askOracle } from "./oracle.ts";
import { comparable, playWrites, type WriteOutcome } from "./play-writes.ts";

/** Upstream visits the fields of an object in random order, and tells what is wrong with them in that order. */
function ordered(outcome: WriteOutcome): WriteOutcome {
  const { error, ...others } = comparable(outcome);
  return error === undefined ? others : { ...others, error: error.split("\n").sort().join("\n") };
}

test("10,000 writes leave objects, managers and conflicts as Kubernetes does", { skip: missing("go") }, async (t) => {
  const sequences = fc.sample(writeSequences, { seed: 42, numRuns: 2_000 });
  const answers = await askOracle<WriteOutcome[]>("apply", sequences);
  const seen = { written: 0, conflict: 0, refused: 0 };
  for (const [index, input] of sequences.entries()) {
    const answer = answers[index];
    assert.ok(answer && "value" in answer, JSON.stringify({ answer, steps: input.steps }));
    const ours = playWrites(input).map(({ outcome }) => ordered(outcome));
    for (const [at, theirs] of answer.value.map(ordered).entries()) {
      if (!isDeepStrictEqual(ours[at], theirs)) {
        const steps = JSON.stringify(input.steps.slice(0, at + 1));
        assert.deepEqual(ours[at], theirs, `sequence ${index}, step ${at} of ${steps}`);
      }
      seen[theirs.code === undefined ? "written" : theirs.code === 409 ? "conflict" : "refused"] += 1;
    }
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(Math.min(...Object.values(seen)) > 400, "every kind of outcome is well represented");
});

test("kubectl's annotation is dropped at the same size as in Kubernetes", { skip: missing("go") }, async () => {
  const key = "kubectl.kubernetes.io/last-applied-configuration";
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "é" } };
  const length = key.length + Buffer.byteLength(JSON.stringify(applied)) + 1 + "filler".length;
  const inputs = [256 * 1024 - length, 256 * 1024 - length + 1].map((room) => ({
    kind: "ConfigMap",
    apiVersion: "v1",
    versions: { v1: { shape: "configmap" } },
    live: { ...applied, metadata: { name: "c", annotations: { [key]: "{}", filler: "x".repeat(room) } } },
    steps: [{ op: "apply" as const, manager: "kubectl", object: applied }],
  }));
  const answers = await askOracle<WriteOutcome[]>("apply", inputs);
  const kept = inputs.map((input, index) => {
    const [ours] = playWrites(input).map(({ outcome }) => outcome);
    assert.deepEqual({ value: [ours] }, answers[index]);
    return JSON.stringify(ours).includes(JSON.stringify(JSON.stringify(applied)).slice(1, 20));
  });
  assert.deepEqual(kept, [true, false]);
});
