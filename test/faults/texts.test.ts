/** Bytes that are no text, texts that nest, and fields that stand twice: kept to the byte, or refused, and never changed on the way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { anything, startPlane, within } from "./plane.ts";

const plane = await startPlane();
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

test("what nests deeper than ten thousand levels is refused, and what nests less is walked without harm", async () => {
  const maps = await plane.configMaps();
  const body = (depth: number) => `{"metadata":{"name":"deep"},"x":${nested("[", "]", depth)}}`;
  for (const depth of [10_001, 100_000, 1_000_000]) {
    const answer = await within(5_000, () => plane.create(maps, body(depth)));
    assertStatus(answer, 400, "BadRequest", /json parse error: invalid character '\[' exceeded max depth/);
  }
  const opened = await plane.create(maps, `{"metadata":{"name":"deep"},"x":${'{"a":'.repeat(600_000)}`);
  assertStatus(opened, 400, "BadRequest", /exceeded max depth/);
  assertAnswer(await plane.create(maps, body(9_000)), 201);
});

/** The real server takes ten thousand levels here, too. Ours takes one thousand: what is stored is walked by functions that recurse. */
test("a custom resource that nests without end is refused in every form, and what was there stays", async () => {
  const things = await plane.things(anything);
  const { text } = await plane.create(things.path, things.text("a", "{}"));
  const path = `${things.path}/a`;
  for (const depth of [5_000, 12_000, 200_000]) {
    const deep = nested('{"a":', "}", depth);
    const answers = await within(20_000, async () => [
      await plane.create(things.path, things.text("b", deep)),
      await plane.update(path, things.text("a", deep)),
      await plane.patch("merge", path, `{"spec":${deep}}`),
      await plane.patch("json", path, `[{"op":"add","path":"/spec/x","value":${deep}}]`),
      await plane.patch("apply", path, things.text("a", deep), { fieldManager: "a" }),
    ]);
    for (const answer of answers) assertStatus(answer, 400, "BadRequest", /exceeded max depth/);
  }
  assert.equal((await plane.get(path)).text, text);
});

test("patches that nest an object step by step are stopped before it cannot be read any more", async () => {
  const things = await plane.things(anything);
  assertAnswer(await plane.create(things.path, things.text("a", '{"a":1}')), 201);
  const path = `${things.path}/a`;
  const grow = Array.from({ length: 100 }, () => ({ op: "move", from: "/spec", path: "/x/a" })).flatMap((move) => [
    { op: "add", path: "/x", value: {} },
    move,
    { op: "move", from: "/x", path: "/spec" },
  ]);
  const statuses = await within(30_000, async () => {
    const answers: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      answers.push((await plane.patch("json", path, grow)).status);
      assertAnswer(await plane.get(path), 200);
      assertAnswer(await plane.get(things.path), 200);
    }
    return answers;
  });
  assert.deepEqual(statuses, [...Array(9).fill(200), ...Array(6).fill(422)]);
  assertAnswer(await plane.patch("merge", path, { spec: { a: null } }), 200, { spec: {} });
});

test("a field that stands twice is refused, told or forgiven, as the client asks", async () => {
  const maps = await plane.configMaps();
  const twice = (name: string) => `{"metadata":{"name":"${name}"},"data":{"a":"first","a":"last"}}`;
  const strict = await plane.create(maps, twice("strict"), { fieldValidation: "Strict" });
  assertStatus(
    strict,
    400,
    "BadRequest",
    /strict decoding error: duplicate field "data\["a"\]"$|duplicate field "data.a"/,
  );
  const warned = await plane.create(maps, twice("warn"), { fieldValidation: "Warn" });
  assertAnswer(warned, 201, { data: { a: "last" } });
  assert.equal(warned.warnings.length, 1);
  assert.match(warned.warnings[0] ?? "", /duplicate field/);
  const ignored = await plane.create(maps, twice("ignore"), { fieldValidation: "Ignore" });
  assertAnswer(ignored, 201, { data: { a: "last" } });
  assert.deepEqual(ignored.warnings, []);
  assertAnswer(await plane.get(`${maps}/strict`), 404);
});

test("a duplicate does not get past validation: what is stored is what was judged", async () => {
  const things = await plane.things({
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "integer", maximum: 3 } } } },
  });
  for (const fieldValidation of ["Ignore", "Warn"]) {
    const query = { fieldValidation };
    const bad = await plane.create(things.path, things.text("bad", '{"size":1,"size":9}'), query);
    assertStatus(
      bad,
      422,
      "Invalid",
      /spec\.size: Invalid value: 9: spec\.size in body should be less than or equal to 3$/,
    );
    const name = `good-${fieldValidation.toLowerCase()}`;
    assertAnswer(await plane.create(things.path, things.text(name, '{"size":9,"size":1}'), query), 201);
    assertAnswer(await plane.get(`${things.path}/${name}`), 200, { spec: { size: 1 } });
  }
  const maps = await plane.configMaps();
  const named = '{"metadata":{"name":"fine","name":"NOT FINE"}}';
  assertStatus(await plane.create(maps, named), 422, "Invalid", /metadata\.name: Invalid value: "NOT FINE"/);
});

test("unknown fields are refused, told or forgiven, and never stored", async () => {
  const maps = await plane.configMaps();
  const body = (name: string) => ({ metadata: { name }, unheard: { of: 1 } });
  const strict = await plane.create(maps, body("strict"), { fieldValidation: "Strict" });
  assertStatus(strict, 400, "BadRequest", /strict decoding error: unknown field "unheard"$/);
  const warned = await plane.create(maps, body("warn"), { fieldValidation: "Warn" });
  assertAnswer(warned, 201, { unheard: undefined });
  assert.match(warned.warnings[0] ?? "", /unknown field .*unheard/);
  assertAnswer(await plane.create(maps, body("ignore"), { fieldValidation: "Ignore" }), 201, { unheard: undefined });
});

const texts: Record<string, string> = {
  emoji: "\u{1f600}\u{1f468}‍\u{1f469}‍\u{1f467}",
  "right to left": "‮abcשלום",
  "control characters": "\u0001\u001f\u007f\u0085  \ufeff\uffff",
  "no character": "a\u0000b",
  HTML: "<script>&'\"\\/</script>",
  combining: "e\u0301 vs é",
};

test("any text is stored as it was sent, to the byte, in built-in kinds and custom resources", async () => {
  const maps = await plane.configMaps();
  const things = await plane.things(anything);
  for (const [what, text] of Object.entries(texts)) {
    const name = what.toLowerCase().replaceAll(" ", "-");
    const sent = { metadata: { name, annotations: { text } }, data: { text } };
    assertAnswer(await plane.create(maps, sent), 201, { data: { text } });
    assertAnswer(await plane.get(`${maps}/${name}`), 200, sent);
    assertAnswer(await plane.create(things.path, things.thing(name, { spec: { [text]: text } })), 201);
    assertAnswer(await plane.get(`${things.path}/${name}`), 200, { spec: { [text]: text } });
  }
});

test("bytes that are no UTF-8 become one replacement character each, as everywhere in Kubernetes, and names refuse them", async () => {
  const maps = await plane.configMaps();
  const things = await plane.things(anything);
  const broken = [[0xff], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0xaf]];
  for (const [index, bytes] of broken.entries()) {
    const read = "\ufffd".repeat(bytes.length);
    const around = (text: string): Json => {
      const at = text.indexOf("HERE");
      return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at + 4))]);
    };
    const map = await plane.create(maps, around(`{"metadata":{"name":"n${index}"},"data":{"k":"aHEREb"}}`));
    assertAnswer(map, 201, { data: { k: `a${read}b` } });
    const named = await plane.create(maps, around(`{"metadata":{"name":"nHERE"}}`));
    assertStatus(named, 422, "Invalid", /metadata\.name: Invalid value/, { details: { name: `n${read}` } });
    const thing = await plane.create(things.path, around(things.text(`n${index}`, '{"kHERE":"b"}')));
    assertAnswer(thing, 201, { spec: { [`k${read}`]: "b" } });
    assert.equal((await plane.get(`${things.path}/n${index}`)).text, thing.text);
  }
});

test("halves of surrogate pairs are replaced, and whole pairs are read", async () => {
  const maps = await plane.configMaps();
  const body = String.raw`{"metadata":{"name":"a"},"data":{"high":"a\ud800b","low":"\udc00","pair":"\ud83d\ude00"}}`;
  const data = { high: "a\ufffdb", low: "\ufffd", pair: "\u{1f600}" };
  assertAnswer(await plane.create(maps, body), 201, { data });
  assertAnswer(await plane.get(`${maps}/a`), 200, { data });
});

test("what is no JSON object is refused with the place, and nothing is stored", async () => {
  const maps = await plane.configMaps();
  const unrecognized = (why: string) =>
    new RegExp(
      String.raw`^the object provided is unrecognized \(must be of type ConfigMap\): couldn't get version/kind; json parse error: ${why}`,
    );
  for (const [body, why] of [
    ['\ufeff{"metadata":{"name":"a"}}', "invalid character 'ï' looking for beginning of value"],
    ['{"metadata":{"name":"a"}}\u0000', String.raw`invalid character '\\x00' after top-level value`],
    ['{"metadata":{"name":"a"},"data":{"k":"a\u0000b"}}', String.raw`invalid character '\\x00' in string literal`],
    ['{"metadata":{"name":"a"},"data":{"k":"a\nb"}}', String.raw`invalid character '\\n' in string literal`],
    ['{"metadata":{"name":"a"}}{}', "invalid character '{' after top-level value"],
    ['{"metadata":{"name":"a"', "unexpected end of JSON input"],
    ["", "unexpected end of JSON input"],
    ["[]", "json: cannot unmarshal array into Go value"],
    ['"x"', "json: cannot unmarshal string into Go value"],
  ] as const) {
    assertStatus(await plane.create(maps, body), 400, "BadRequest", unrecognized(why));
  }
  assertAnswer(await plane.get(maps), 200, { items: [] });
});
