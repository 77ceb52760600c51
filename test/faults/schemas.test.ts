/** Definitions that mean harm, and objects that make the most of them: everything ends in time, within memory, and with an answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { anything, definitions, startPlane, Things, within } from "./plane.ts";

const plane = await startPlane();
const withSpec = (spec: Json): Json => ({ type: "object", properties: { spec } });
const listOf = (items: Json): Json => withSpec({ type: "array", items });
/** An answer is not much longer than a request may be. */
const maxAnswerCharacters = 16 * 1024 * 1024;

const send = (things: Things, spec: string): Promise<Answer> =>
  within(20_000, () => plane.ask("POST", things.path, { body: things.text("a", spec) }));
const repeat = (item: string, times: number): string => `[${`${item},`.repeat(times - 1)}${item}]`;

test("a schema that nests as deeply as JSON may is served, and a deeper one is refused", async () => {
  const nested = (levels: number) =>
    `${'{"type":"object","properties":{"a":'.repeat(levels)}{"type":"string"}${"}}".repeat(levels)}`;
  const create = (levels: number) => {
    const things = new Things("here");
    const body = JSON.stringify(things.definition).replace('"here"', nested(levels));
    return { things, answer: within(5_000, () => plane.ask("POST", definitions, { body })) };
  };
  const { things, answer } = create(450);
  assertAnswer(await answer, 201);
  await eventually(async () => assertAnswer(await plane.get(things.path), 200));
  const deep = { ...JSON.parse(`${'{"a":'.repeat(449)}"x"${"}".repeat(449)}`), ...things.thing("a") };
  assertAnswer(await plane.create(things.path, deep), 422);
  for (const levels of [3_000, 20_000]) {
    assertStatus(await create(levels).answer, 400, "BadRequest", /exceeded max depth/);
  }
});

test("a schema that refers to itself or to elsewhere is refused", async () => {
  for (const $ref of ["#", "#/properties/spec", "https://evil.example/schema.json"]) {
    const things = new Things(withSpec({ $ref }));
    assertStatus(await plane.create(definitions, things.definition), 422, "Invalid", /\$ref is not supported/);
  }
});

test("a schema of twenty thousand fields is served, with its OpenAPI", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: "string", maxLength: 9 }]),
  );
  const things = await within(20_000, () => plane.things(withSpec({ type: "object", properties })));
  assertAnswer(await send(things, '{"p1":"a","p19999":"b"}'), 201, { spec: { p1: "a", p19999: "b" } });
  assertAnswer(await within(10_000, () => plane.get(`/openapi/v3/apis/${things.group}/v1`)), 200);
  const wrong = JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, "0123456789"])));
  assertStatus(await send(things, wrong), 422, "Invalid", /p0: Too long/);
});

test("a definition of two thousand versions is served, and goes", async () => {
  const things = new Things(anything);
  const [first] = things.definition.spec.versions;
  things.definition.spec.versions = Array.from({ length: 2_000 }, (_, index) => ({
    ...first,
    name: `v${index + 1}`,
    storage: index === 0,
  }));
  assertAnswer(await within(10_000, () => plane.create(definitions, things.definition)), 201);
  await within(20_000, () => eventually(async () => assertAnswer(await plane.get(things.path), 200)));
  assertAnswer(await plane.create(things.path, things.thing("a")), 201);
  assertAnswer(await plane.get(`/apis/${things.group}/v2000/things/a`), 200, { metadata: { name: "a" } });
  assertAnswer(await plane.delete(things.definitionPath), 200);
  await eventually(async () => assertAnswer(await plane.get(things.path), 404));
});

test("a long default for each of many items is refused before anybody has written it out", async () => {
  const properties = { d: { type: "string", default: "x".repeat(100_000) } };
  const things = await plane.things(listOf({ type: "object", properties }));
  for (const count of [2_000, 300_000]) {
    const why = "Request entity too large: the defaults of the schema add more than 1000000 values";
    assertStatus(await send(things, repeat("{}", count)), 413, "RequestEntityTooLarge", why);
  }
  assertAnswer(await send(things, repeat("{}", 10)), 201);
});

test("a default that came later and is too long for an object is left out of that object, which is read and deleted as before", async () => {
  const things = await plane.things(listOf({ type: "object", properties: { d: { type: "string" } } }));
  assertAnswer(await send(things, repeat("{}", 100_000)), 201);
  assertAnswer(await plane.create(things.path, things.thing("small", { spec: [{}] })), 201);
  const [version] = things.definition.spec.versions;
  const d = { type: "string", default: "x".repeat(100_000) };
  const schema = { openAPIV3Schema: listOf({ type: "object", properties: { d } }) };
  const change = { spec: { versions: [{ ...version, schema }] } };
  assertAnswer(await plane.patch("merge", things.definitionPath, change), 200);
  await eventually(async () =>
    assertAnswer(await plane.get(`${things.path}/small`), 200, { spec: [{ d: d.default }] }),
  );
  const read = await within(10_000, () => plane.get(`${things.path}/a`));
  assertAnswer(read, 200);
  assert.deepEqual(read.body.spec[99_999], {});
  assert.equal((await within(10_000, () => plane.get(things.path))).body.items.length, 2);
  assertStatus(
    await plane.update(`${things.path}/a`, read.body),
    413,
    "RequestEntityTooLarge",
    /the defaults of the schema/,
  );
  assertAnswer(await plane.delete(`${things.path}/a`), 200);
  assertAnswer(await plane.delete(things.definitionPath), 200);
  await eventually(async () => assertAnswer(await plane.get(things.definitionPath), 404));
});

test("many values that are none of many names, or lack many fields, are refused with an answer of bounded length", async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `value-${index}`);
  const choice = await plane.things(listOf({ type: "string", enum: names }));
  const demanding = await plane.things(listOf({ type: "object", required: names.slice(0, 1_000) }));
  for (const [things, spec] of [
    [choice, repeat('"x"', 100_000)],
    [demanding, repeat("{}", 100_000)],
  ] as const) {
    const answer = await send(things, spec);
    assertStatus(answer, 422, "Invalid", /, and \d+ more$/);
    assert.ok(answer.text.length < maxAnswerCharacters, `${answer.text.length} characters`);
  }
});

test("alternatives by the thousand for items by the thousand are tried in time", async () => {
  const anyOf = Array.from({ length: 1_000 }, (_, index) => ({ maxLength: index % 3, pattern: `^v${index}$` }));
  const things = await plane.things(listOf({ type: "string", anyOf }));
  assertStatus(await send(things, repeat('"xyzxyz"', 1_000)), 422, "Invalid", /must validate at least one schema/);
});

test("columns whose paths wander through the whole object, or lead nowhere, are printed in time or refused", async () => {
  const nest = (levels: number): Json => (levels === 0 ? 1 : { a: nest(levels - 1), b: nest(levels - 1) });
  for (const jsonPath of [
    ".spec..a..a..a..a",
    "..[*]..[*]..[*]..[*]",
    ".spec[0:1000000000]",
    ".spec[::0]",
    ".spec[?(@.a==@.a)]",
    `.spec${"[*]".repeat(2_000)}`,
    ".a".repeat(100_000),
  ]) {
    const columns = { additionalPrinterColumns: [{ name: "x", type: "string", jsonPath }] };
    const things = await within(10_000, () => plane.things(anything, columns));
    assertAnswer(await plane.create(things.path, things.thing("a", { spec: nest(9) })), 201);
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    assertAnswer(await within(10_000, () => plane.ask("GET", things.path, { headers })), 200, { kind: "Table" });
  }
  const broken = { additionalPrinterColumns: [{ name: "x", type: "string", jsonPath: "{".repeat(5_000) }] };
  assertAnswer(await plane.create(definitions, new Things(anything, broken).definition), 422);
});
