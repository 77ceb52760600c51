/** Documents and expressions that are small and cost much: refused, or read in time that grows with their length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { definitions, startPlane, Things, within } from "./plane.ts";

const plane = await startPlane();
const yaml = { "content-type": "application/yaml" };
const post = (path: string, body: string) => plane.ask("POST", path, { body, headers: yaml });

/** Nine levels of nine aliases each: half a gigabyte, once they are followed. */
const billionLaughs = Array.from("abcdefghi", (letter, index) => {
  const before = index === 0 ? '"lol"' : `*${"abcdefghi"[index - 1]}`;
  return `${letter}: &${letter} [${Array(9).fill(before).join(",")}]`;
}).join("\n");

test("aliases that multiply are refused before they have, in creates and applies", async () => {
  const maps = await plane.configMaps();
  const created = await within(4_000, () => post(maps, `metadata: {name: a}\n${billionLaughs}\n`));
  assertStatus(created, 400, "BadRequest", /yaml: document contains excessive aliasing/);
  const body = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n${billionLaughs}\n`;
  const applied = await within(4_000, () => plane.patch("apply", `${maps}/a`, body, { fieldManager: "a" }));
  assertStatus(applied, 400, "BadRequest", /yaml: document contains excessive aliasing/);
  assertAnswer(await plane.get(maps), 200, { items: [] });
});

test("merges that multiply are refused, or done in time that grows with their length", async () => {
  const maps = await plane.configMaps();
  const empty = `a: &a {}\nb:\n${"  <<: [*a,*a,*a,*a,*a,*a,*a,*a]\n".repeat(1)}`;
  const chain = Array.from({ length: 60 }, (_, index) =>
    index === 0 ? "m0: &m0 {k: v}" : `m${index}: &m${index} {<<: [*m${index - 1}, *m${index - 1}], k${index}: v}`,
  ).join("\n");
  const wide = `a: &a {}\nb: {<<: [${"*a,".repeat(50_000)}*a]}`;
  for (const bomb of [empty, chain, wide]) {
    const answer = await within(6_000, () => post(maps, `metadata: {name: m}\n${bomb}\n`));
    assert.ok(answer.status === 201 || answer.status === 400, answer.text.slice(0, 300));
    await plane.delete(`${maps}/m`);
  }
});

test("an alias that contains itself is refused", async () => {
  const maps = await plane.configMaps();
  assertStatus(
    await post(maps, "metadata: &m {name: a, labels: *m}\n"),
    400,
    "BadRequest",
    /yaml: anchor 'm' value contains itself/,
  );
});

test("a merge of __proto__ touches no prototype, and the key is data", async () => {
  const maps = await plane.configMaps();
  const answer = await post(maps, 'metadata: {name: a}\ndata:\n  <<: {__proto__: {polluted: "yes"}}\n');
  assert.ok(answer.status >= 400, answer.text);
  assertAnswer(await post(maps, "metadata: {name: b}\ndata:\n  __proto__: x\n  <<: {constructor: z}\n"), 201);
  const { body } = await plane.get(`${maps}/b`);
  assert.deepEqual(Object.entries(body.data), [
    ["__proto__", "x"],
    ["constructor", "z"],
  ]);
});

test("a tag makes no object: it is refused, or means what JSON has", async () => {
  const maps = await plane.configMaps();
  for (const value of ["!!js/function 'function () {}'", "!!python/object:os.system x", "!custom x", "!<tag:x> y"]) {
    const answer = await post(maps, `metadata: {name: a}\ndata: {k: ${value}}\n`);
    assert.ok(answer.status === 201 || answer.status === 400, answer.text);
    if (answer.status === 201) assert.equal(typeof answer.body.data.k, "string");
    await plane.delete(`${maps}/a`);
  }
});

/** The real server reads the first of any number. Ours does, too, up to a number of values that no object has. */
test("of a thousand documents the first is read, and a hundred thousand are refused at once", async () => {
  const maps = await plane.configMaps();
  const documents = (count: number) => `metadata: {name: first}\n${"---\na: b\n".repeat(count)}`;
  assertAnswer(await within(4_000, () => post(maps, documents(1_000))), 201, { metadata: { name: "first" } });
  const many = await within(4_000, () => post(maps, documents(100_000)));
  assertStatus(many, 400, "BadRequest", /yaml: document has too many values/);
});

test("YAML that nests without end, or has no end, is refused", async () => {
  const maps = await plane.configMaps();
  for (const body of [
    "[".repeat(100_000),
    "{a: ".repeat(50_000),
    "- ".repeat(100_000),
    `a: "${"x".repeat(1_000_000)}`,
  ]) {
    const answer = await within(10_000, () => post(maps, body));
    assertStatus(answer, 400, "BadRequest", /yaml/);
  }
});

const explosive = ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^([a-zA-Z]+)*$", "(.*a){20}$", "^(\\d+)*x$"];

test("a pattern that explodes elsewhere is matched in time that grows with the text", async () => {
  const properties = Object.fromEntries(explosive.map((pattern, index) => [`p${index}`, { type: "string", pattern }]));
  const things = await plane.things({ type: "object", properties: { spec: { type: "object", properties } } });
  const text = `${"a".repeat(50_000)}!`;
  const spec = Object.fromEntries(explosive.map((_, index) => [`p${index}`, text]));
  const answer = await within(10_000, () => plane.create(things.path, things.thing("a", { spec })));
  assert.equal(answer.status, 422, answer.text.slice(0, 300));
  assert.deepEqual(
    answer.body.details.causes.map(({ field, reason }: Json) => `${field} ${reason}`).toSorted(),
    explosive.map((_, index) => `spec.p${index} FieldValueInvalid`),
  );
});

test("a pattern that RE2 does not have is refused with the definition", async () => {
  for (const pattern of [
    "(?=a)b",
    "(?<!a)b",
    "(a)\\1",
    "(?P=x)",
    "a{1001}",
    "((((a{100}){100}){100}))",
    "(",
    "[z-a]",
  ]) {
    const things = new Things({ type: "object", properties: { spec: { type: "string", pattern } } });
    const answer = await within(2_000, () => plane.create(definitions, things.definition));
    assertStatus(answer, 422, "Invalid", /pattern: Invalid value/, {
      details: {
        causes: [{ reason: "FieldValueInvalid", field: "spec.validation.openAPIV3Schema.properties[spec].pattern" }],
      },
    });
  }
});

test("a pattern in a rule is matched in linear time, too", async () => {
  const rule = 'self.matches("^(a+)+$")';
  const spec = { type: "string", maxLength: 60_000, "x-kubernetes-validations": [{ rule, message: "only a" }] };
  const things = await plane.things({ type: "object", properties: { spec } });
  const text = `${"a".repeat(50_000)}!`;
  const answer = await within(10_000, () => plane.create(things.path, things.thing("a", { spec: text })));
  assertStatus(answer, 422, "Invalid", /spec: Invalid value: .*only a$/s);
  assertAnswer(await plane.create(things.path, things.thing("b", { spec: "aaa" })), 201);
});
