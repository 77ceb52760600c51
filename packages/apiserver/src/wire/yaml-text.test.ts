import assert from "node:assert/strict";
import { test } from "node:test";
import { writeYaml } from "./yaml-text.ts";

/** What stands behind the key. */
const written = (text: string) => writeYaml({ k: text }).slice("k: ".length, -1);

test("a text stands without quotes where it is read as a text", () => {
  for (const text of ["a b", "it's", "-a", ":a", "a:b", "a#b", "<<", "=", "0.1.2", "2026-02-30"]) {
    assert.equal(written(text), text);
  }
});

test("what would be read as something else is in double quotes", () => {
  for (const text of ["", "yes", "N", "Null", "~", "1", "1_0", "0x1f", ".5", "1:30", "-.inf", "2026-01-02"]) {
    assert.equal(written(text), `"${text}"`);
  }
});

test("what would be read as structure is in single quotes", () => {
  for (const text of ["a: b", "a #b", "#a", "- a", "[a", "*a", " a", "a ", "---"])
    assert.equal(written(text), `'${text}'`);
  assert.equal(written("'a"), "'''a'");
});

test("a text of several lines is written as such, and says how it ends", () => {
  assert.equal(writeYaml({ k: "a\nb" }), "k: |-\n  a\n  b\n");
  assert.equal(writeYaml({ k: "a\n" }), "k: |\n  a\n");
  assert.equal(writeYaml({ k: "a\n\n", l: "" }), 'k: |+\n  a\n\nl: ""\n');
  assert.equal(writeYaml({ k: " a\nb" }), "k: |2-\n   a\n  b\n");
});

test("what cannot be printed is escaped", () => {
  assert.equal(written("a\tb"), '"a\\tb"');
  assert.equal(written("😀"), '"\\U0001F600"');
  assert.equal(written("a \nb"), '"a \\nb"');
});

test("a byte order mark at the beginning has everything escaped", () => {
  assert.equal(written("\ufeffa é\u00a0"), '"\\uFEFF\\x61\\x20\\xE9\\_"');
  assert.equal(written("a\ufeff"), '"a\\uFEFF"');
});

test("a line is broken at the first space behind its eightieth column", () => {
  const words = Array(20).fill("word").join(" ");
  assert.equal(
    writeYaml({ k: words }),
    `k: ${Array(16).fill("word").join(" ")}\n  ${Array(4).fill("word").join(" ")}\n`,
  );
  assert.equal(writeYaml({ k: "x".repeat(100) }), `k: ${"x".repeat(100)}\n`);
  assert.equal(writeYaml({ k: words.replaceAll(" ", "  ") }), `k: ${words.replaceAll(" ", "  ")}\n`);
});

test("lists stand under their key, and what is empty behind it", () => {
  const nested = { a: [1, [2, [3]], { b: 1, c: [] }], d: {} };
  assert.equal(writeYaml(nested), "a:\n- 1\n- - 2\n  - - 3\n- b: 1\n  c: []\nd: {}\n");
});

test("keys are sorted with numbers by their value and letters last", () => {
  const keys = ["b", "a10", "a9", "B", "10", "9", "_", "a"];
  const sorted = ["_", "9", "10", "B", "a", "a9", "a10", "b"];
  const lines = writeYaml(Object.fromEntries(keys.map((key) => [key, true]))).split("\n");
  assert.deepEqual(
    lines.slice(0, -1).map((line) => line.replace(/"?: true|"/g, "")),
    sorted,
  );
});

test("a key that is long or has several lines stands for itself", () => {
  const long = "k".repeat(129);
  assert.equal(writeYaml({ [long]: { a: 1, b: 2 } }), `? ${long}\n: a: 1\n  b: 2\n`);
  assert.equal(writeYaml({ "a\rb": 1 }), '? "a\\rb"\n: 1\n');
});

test("numbers are written in their shortest form", () => {
  const numbers = [1, -0.5, 1234567.5, 1e-7, 1e20, 12345678901234567890n, 0.0001];
  const texts = ["1", "-0.5", "1.2345675e+06", "1e-07", "1e+20", "12345678901234567890", "0.0001"];
  assert.equal(writeYaml(numbers), `${texts.map((text) => `- ${text}`).join("\n")}\n`);
});
