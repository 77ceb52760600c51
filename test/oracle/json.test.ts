/**
 * The JSON reader and writer, held to the decoder that kube-apiserver uses.
 *
 * They differ on purpose where that decoder changes what was sent: it replaces invalid UTF-8 and halves of surrogate pairs,
 * which we refuse, and makes floats of integers beyond 64 bits, which we keep. It nests ten times as deep.
 */
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  JsonError,
  type JsonReading,
  type JsonValue,
  maxJsonDepth,
  readJson,
  type Shape,
  writeJson,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { jsonTexts, textsOfShape } from "./json-texts.ts";
import { askOracle } from "./oracle.ts";

type Tagged = null | boolean | string | Tagged[] | { int: string } | { float: string } | { object: [string, Tagged][] };
interface Answer {
  value?: Tagged;
  strict: string[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const base64 = (text: Uint8Array | string) => Buffer.from(text).toString("base64");

function tryRead(text: Uint8Array): JsonReading | JsonError {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** Numbers have one type here and two in Go, so they are compared by value; a float keeps its sign and every bit. */
function assertSame(ours: JsonValue | undefined, theirs: Tagged | undefined): void {
  if (theirs === null || typeof theirs !== "object") assert.equal(ours, theirs);
  else if ("int" in theirs) assert.equal(BigInt(ours as number | bigint), BigInt(theirs.int));
  else if ("float" in theirs) assert.equal(floatBits(Number(ours)), theirs.float);
  else if (Array.isArray(theirs)) {
    assert.ok(Array.isArray(ours) && ours.length === theirs.length);
    for (const [index, item] of theirs.entries()) assertSame(ours[index], item);
  } else {
    const object = ours as { [key: string]: JsonValue };
    assert.deepEqual(Object.keys(object).sort(), theirs.object.map(([key]) => key).sort());
    for (const [key, value] of theirs.object) assertSame(object[key], value);
  }
}

function floatBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** What random texts do not reach: many problems at once, and different paths that look alike. */
const chosenTexts = [
  `{${Array.from({ length: 150 }, (_, index) => `"k${index}":1,"k${index}":2`).join(",")}}`,
  '{"a.b":1,"a.b":2,"a":{"b":1,"b":2},"a.b":{"c":1,"c":2}}',
  '[[{"a":[{"b":1,"b":2}]}],{"":{"":1,"":2},"":3}]',
  `${"[".repeat(maxJsonDepth)}${"]".repeat(maxJsonDepth)}`,
].map((text) => Buffer.from(text));

test("10,000 texts are refused or read like Kubernetes reads them", { skip: missing("go") }, async (context) => {
  const texts = [...chosenTexts, ...fc.sample(jsonTexts, { seed: 42, numRuns: 10_000 })];
  const answers = await askOracle<Answer>(
    "json",
    texts.map((text) => ({ text: base64(text) })),
  );
  const counts = { read: 0, withProblems: 0, refused: 0, refusedByUsAlone: 0 };
  const written: { value: JsonValue; text: string }[] = [];
  for (const [index, text] of texts.entries()) {
    const ours = tryRead(text);
    const theirs = answers[index] ?? assert.fail();
    const shown = JSON.stringify(Buffer.from(text).toString());
    if (ours instanceof JsonError && "value" in theirs) {
      counts.refusedByUsAlone += 1;
      assert.ok(/half of a surrogate pair/.test(ours.message) || !isUtf8(text), `${shown}: ${ours.message}`);
    } else if (ours instanceof JsonError) counts.refused += 1;
    else {
      assert.ok("value" in theirs, `${shown}: ${JSON.stringify(theirs)}`);
      counts.read += 1;
      if (ours.problems.length > 0) counts.withProblems += 1;
      assert.deepEqual(
        ours.problems.map((problem) => problem.message),
        theirs.value.strict,
        shown,
      );
      assertSame(ours.value, theirs.value.value ?? null);
      written.push({ value: ours.value, text: writeJson(ours.value) });
    }
  }
  context.diagnostic(JSON.stringify(counts));
  assert.ok(
    counts.read > 4_000 && counts.withProblems > 1_000 && counts.refused > 1_000 && counts.refusedByUsAlone > 100,
  );

  const again = await askOracle<Answer>(
    "json",
    written.map(({ text }) => ({ text: base64(text) })),
  );
  for (const [index, { value, text }] of written.entries()) {
    const theirs = again[index];
    assert.ok(theirs && "value" in theirs, `${text}: ${JSON.stringify(theirs)}`);
    assert.deepEqual(theirs.value.strict, []);
    assertSame(value, theirs.value.value ?? null);
  }
});

for (const kind of ["configmap", "deployment", "pod", "service", "serviceaccount"]) {
  test(`unknown and duplicate fields of a ${kind} are reported like Kubernetes does`, {
    skip: missing("go"),
  }, async () => {
    const shape: Shape = JSON.parse(readFileSync(`${root}packages/machinery/testdata/shapes/${kind}.json`, "utf8"));
    const texts = fc.sample(textsOfShape(shape), { seed: 42, numRuns: 1_000 });
    const answers = await askOracle<Answer>(
      "json",
      texts.map((text) => ({ text: base64(text), kind })),
    );
    let withProblems = 0;
    for (const [index, text] of texts.entries()) {
      const theirs = answers[index];
      assert.ok(theirs && "value" in theirs, `${text}: ${JSON.stringify(theirs)}`);
      assert.deepEqual(
        readJson(text, shape).problems.map((problem) => problem.message),
        theirs.value.strict,
        text,
      );
      if (theirs.value.strict.length > 0) withProblems += 1;
    }
    assert.ok(withProblems > 300 && withProblems < 900, `${withProblems} of 1,000 have problems`);
  });
}
