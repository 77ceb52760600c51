/** Texts that are made to break a reader: each is refused with a word, or read exactly, in time that grows with its length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonValue, maxJsonDepth } from "./json-value.ts";
import { readJson } from "./read-json.ts";
import type { Shape } from "./shape.ts";
import { writeJson } from "./write-json.ts";

const large = 3 * 1024 * 1024;

/** What takes quadratic time takes minutes here; what takes linear time, a tenth of the limit. */
function readInTime(input: string | Uint8Array, shape?: Shape): ReturnType<typeof readJson> {
  const before = process.cpuUsage();
  try {
    return readJson(input, shape);
  } finally {
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 10e6, `reading took ${(user + system) / 1e6} s`);
  }
}

function assertRoundTrip(text: string): JsonValue {
  const { value, problems } = readJson(text);
  assert.deepEqual(problems, []);
  assert.equal(writeJson(value), text);
  return value;
}

test("nesting is refused one level beyond the limit and not before", () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const nest = (levels: number) => open.repeat(levels) + (open === "[" ? "" : "1") + close.repeat(levels);
    assertRoundTrip(nest(maxJsonDepth));
    assert.throws(() => readJson(nest(maxJsonDepth + 1)), /nested deeper than 1000 levels/);
  }
});

test("three megabytes of brackets are refused for their depth, closed or not", () => {
  for (const text of ["[".repeat(large), '{"a":'.repeat(large / 5), "[".repeat(large / 2) + "]".repeat(large / 2)]) {
    assert.throws(() => readInTime(text), /nested deeper than 1000 levels/);
  }
});

test("names of prototypes are plain keys, and no prototype changes", () => {
  const text =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":[]}';
  const value = assertRoundTrip(text) as object;
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor", "toString", "hasOwnProperty"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);

  // The careful reader builds its objects itself.
  const careful = readJson(`[${text},{"__proto__":1,"__proto__":2}]`);
  assert.deepEqual(
    careful.problems.map(({ path }) => path),
    ["[1].__proto__"],
  );
  assert.equal(writeJson(careful.value), `[${text},{"__proto__":2}]`);
});

test("a duplicate cannot hide a value from who looks at the last one", () => {
  const { value, problems } = readJson('{"spec":{"privileged":true},"spec":{"privileged":false},"sp\\u0065c":{}}');
  assert.deepEqual(value, { spec: {} });
  assert.deepEqual(
    problems.map(({ path }) => path),
    ["spec"],
  );
});

test("integers keep every digit, up to where doubles end", () => {
  const digits = "9".repeat(308);
  assert.deepEqual(assertRoundTrip(`[9007199254740991,9007199254740992,-9007199254740993,${digits}]`), [
    9007199254740991,
    9007199254740992n,
    -9007199254740993n,
    BigInt(digits),
  ]);
  for (const text of [
    "9".repeat(309),
    `-${"9".repeat(309)}`,
    "1e400",
    "-1e309",
    "1".repeat(large),
    `1e${"9".repeat(large)}`,
  ]) {
    assert.throws(() => readInTime(`[${text}]`), /a number beyond 1\.8e308/);
  }
});

test("-0 stays -0, and a float stays the same double", () => {
  assert.deepEqual(
    assertRoundTrip("[-0,0,0.1,1e-7,5e-324,1.7976931348623157e+308,1e+21]"),
    [-0, 0, 0.1, 1e-7, 5e-324, 1.7976931348623157e308, 1e21],
  );
  assert.deepEqual(readJson("[1.0,1e2,-0.0,-1e-400]").value, [1, 100, -0, -0]);
});

test("invalid UTF-8 is refused where it stands and never replaced", () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe6, 0xbc]]) {
    const input = Buffer.concat([Buffer.from('{"a":"é\ufffd'), Uint8Array.from(bytes), Buffer.from('"}')]);
    assert.throws(() => readJson(input), { name: "JsonError", message: "line 1, column 9: invalid UTF-8", offset: 11 });
  }
});

test("a byte order mark is refused in bytes and in strings", () => {
  assert.throws(() => readJson(Buffer.from("\ufeff{}")), /expected a value, found "\ufeff"/);
  assert.throws(() => readJson("\ufeff{}"), /expected a value, found "\ufeff"/);
});

test("half a surrogate pair is refused, escaped or not, and a pair is read", () => {
  for (const text of [
    '"\\ud800"',
    '"\\udc00"',
    '"\\uD83D\\n"',
    '"\\ud83d\\ud83d\\ude00"',
    '{"\\udfff":1}',
    '"\\ud83d\\u0061"',
  ]) {
    assert.throws(() => readJson(text), /half of a surrogate pair in a string/, text);
  }
  assert.throws(() => readJson('"ab\ud800"'), { message: "line 1, column 4: half of a surrogate pair", column: 4 });
  assert.equal(readJson('"\\ud83d\\uDE00 \\\\ud800"').value, "😀 \\ud800");
});

test("NUL is read when escaped and refused when not", () => {
  assert.equal(assertRoundTrip('"a\\u0000b"'), "a\0b");
  assert.throws(() => readJson('"a\0b"'), /a control character in a string has to be escaped/);
});

test("emoji, right-to-left marks and line separators come back byte for byte", () => {
  assertRoundTrip('{"\u202eמלך":"😀👩‍👩‍👧\u2028\u2029\u200f\ufeff\ufffd\x7f漢"}');
});

test("strings of three megabytes are read in linear time", () => {
  for (const inside of ["x", "\\\\", '\\"', "é", "\\ud83d\\ude00"]) {
    const text = `"${inside.repeat(large / inside.length)}"`;
    assert.equal(readInTime(Buffer.from(text)).value, JSON.parse(text));
    assert.throws(() => readInTime(text.slice(0, -1)), /ends the string/);
  }
});

test("a million keys are read in linear time, and the one duplicate among them is found", () => {
  const members = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`);
  const { value, problems } = readInTime(`{${members.join(",")},"k500000":2}`);
  assert.equal(Object.keys(value as object).length, 1_000_000);
  assert.deepEqual(
    problems.map(({ path }) => path),
    ["k500000"],
  );
});

test("a hundred thousand duplicates are read in linear time", () => {
  assert.equal(readInTime(`{${'"a":1,'.repeat(100_000)}"a":2}`).problems.length, 1);
  const pairs = Array.from({ length: 100_000 }, (_, index) => `"k${index}":1,"k${index}":2`);
  assert.equal(readInTime(`{${pairs.join(",")}}`).problems.length, 100);
});

test("duplicates under a key of a megabyte do not multiply its length", () => {
  const repeated = '"b":{"a":1,"a":2},'.repeat(50_000);
  const { problems } = readInTime(`{"${"k".repeat(1 << 20)}":{${repeated}"b":1}}`);
  assert.equal(problems.length, 1);
});

test("a shape changes nothing about the time", () => {
  const shape: Shape = { type: "map", fields: { a: { shape: { type: "scalar" } } } };
  const members = Array.from({ length: 200_000 }, (_, index) => `"k${index}":1`);
  assert.equal(readInTime(`{${members.join(",")}}`, shape).problems.length, 100);
});
