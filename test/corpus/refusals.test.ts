import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readSequences } from "./corpus.ts";
import { mutate } from "./mutate.ts";
import type { RecordedAnswer } from "./play.ts";

const pod = { spec: { containers: [{ name: "a" }, { name: "b" }] } };

test("a mutation changes one place and leaves the base as it was", () => {
  const before = JSON.stringify(pod);
  assert.deepEqual(mutate(pod, "spec.containers[1].name", "c"), {
    spec: { containers: [{ name: "a" }, { name: "c" }] },
  });
  assert.equal(JSON.stringify(pod), before);
});

test("a mutation without a value removes the field or the item", () => {
  assert.deepEqual(mutate(pod, "spec.containers[0].name", undefined), { spec: { containers: [{}, { name: "b" }] } });
  assert.deepEqual(mutate(pod, "spec.containers[0]", undefined), { spec: { containers: [{ name: "b" }] } });
  assert.deepEqual(mutate(pod, "spec", undefined), {});
});

test("a mutation makes what is missing on its way", () => {
  assert.deepEqual(mutate({}, "spec.rules[0].host", "a"), { spec: { rules: [{ host: "a" }] } });
});

test("a mutation may put null or another body in place", () => {
  assert.deepEqual(mutate(pod, "spec", null), { spec: null });
  assert.equal(mutate(pod, "", "no JSON"), "no JSON");
});

test("every invalid object of the corpus is recorded as refused or with a warning", async () => {
  for (const [file, sequences] of await readSequences()) {
    if (!file.startsWith("invalid-")) continue;
    const text = readFileSync(new URL(`./recorded/${file}.json`, import.meta.url), "utf8");
    const recorded: { name: string; answers: RecordedAnswer[] }[] = JSON.parse(text).sequences;
    assert.deepEqual(
      recorded.map(({ name }) => name),
      sequences.map(({ name }) => name),
      `${file} is recorded from other sequences: run \`make corpus\``,
    );
    for (const { name, answers } of recorded) {
      const accepted = answers.filter(({ status, warnings = [] }) => status < 400 && warnings.length === 0);
      assert.deepEqual(accepted, [], `${file}: ${name}`);
    }
  }
});
