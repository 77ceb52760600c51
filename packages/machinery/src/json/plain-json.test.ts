import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonTexts } from "../../../../test/oracle/json-texts.ts";
import { readJsonCarefully } from "./careful-json.ts";
import { parsePlainJson } from "./plain-json.ts";
import type { Shape } from "./shape.ts";

const scalar: Shape = { type: "scalar" };
const shape: Shape = {
  type: "map",
  fields: {
    a: { shape: { type: "map", values: scalar } },
    b: { shape: { type: "list", list: "atomic", items: scalar } },
  },
};

test("the fast way gives exactly what the careful reader gives, or leaves the text to it", () => {
  let plain = 0;
  const holds = (text: string, kind: Shape | undefined) => {
    const fast = parsePlainJson(text, kind);
    if (fast === undefined) return;
    plain += 1;
    assert.deepEqual({ ...fast, problems: [] }, readJsonCarefully(text, kind));
  };
  fc.assert(
    fc.property(jsonTexts, (bytes) => {
      const text = Buffer.from(bytes).toString();
      holds(text, undefined);
      holds(text, shape);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(plain > 500, `only ${plain} texts were plain`);
});

test("ordinary texts take the fast way", () => {
  for (const text of [
    '{"a":{"x":"say \\"hi\\": \\\\","y":1},"b":[0.5,-0,9007199254740991]}',
    ' {\n"a" :\t{ } , "b" : [ ] }\r\n',
    "{}",
  ]) {
    assert.notEqual(parsePlainJson(text, undefined), undefined, text);
    assert.notEqual(parsePlainJson(text, shape), undefined, text);
  }
});

test("whatever needs a closer look does not", () => {
  for (const text of [
    '{"a":{"x":1,"x":1}}',
    '{"c":1}',
    '{"a":{"x":9007199254740993}}',
    '{"b":[1e400]}',
    '{"b":["\\uD83D\\ude00"]}',
    "{",
  ]) {
    assert.equal(parsePlainJson(text, shape), undefined, text);
  }
});

test("an escaped key is not mistaken for one that an earlier text had", () => {
  // In V8 the first of each pair makes JSON.parse give its key for the second (nodejs/node#63785).
  for (const [index, [poison, key]] of [
    ["\\\\", "\\n"],
    ["\\u005c", "\\u0061"],
    ['k:{\\\\\\"a', 'k:{\\"a\\"'],
  ].entries()) {
    parsePlainJson(`{"before${index}":[],"${poison}":0}`, undefined);
    const text = `{"before${index}":1,"${key}":2}`;
    const { value } = parsePlainJson(text, undefined) ?? readJsonCarefully(text, undefined);
    assert.deepEqual(Object.keys(value as object), [`before${index}`, JSON.parse(`"${key}"`)]);
  }
});
