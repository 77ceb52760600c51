/** Definitions that change under their objects: what is stored can always be read, and is judged by what the definition says now. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { startPlane, type Things } from "./plane.ts";

const plane = await startPlane();
const sized = (size: Json, more: Json = {}): Json => ({
  type: "object",
  properties: {
    spec: { type: "object", properties: { size, other: { type: "string" } }, ...more },
    status: { type: "object", properties: { phase: { type: "string" } } },
  },
});

async function change(things: Things, edit: (spec: Json) => void): Promise<Json> {
  const { body } = await plane.get(things.definitionPath);
  edit(body.spec);
  return plane.update(things.definitionPath, body);
}

test("objects that a narrower schema would refuse are read, listed and watched as they are", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  const made = await plane.create(things.path, things.thing("a", { spec: { size: 9 } }));
  assertAnswer(made, 201);
  const narrowed = await change(things, (spec) => {
    spec.versions[0].schema.openAPIV3Schema = sized({ type: "integer", maximum: 3 }, { required: ["other"] });
  });
  assertAnswer(narrowed, 200);
  const path = `${things.path}/a`;
  await eventually(async () =>
    assertAnswer(await plane.create(things.path, things.thing("b", { spec: { size: 9 } })), 422),
  );
  assert.equal((await plane.get(path)).text, made.text);
  assertAnswer(await plane.get(things.path), 200, { items: [made.body] });
});

test("an update is judged by what it changes: an old fault may stay, a new one may not come", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  assertAnswer(await plane.create(things.path, things.thing("a", { spec: { size: 9 } })), 201);
  const path = `${things.path}/a`;
  assertAnswer(
    await change(things, (spec) => (spec.versions[0].schema.openAPIV3Schema = sized({ type: "integer", maximum: 3 }))),
    200,
  );
  const probe = things.thing("probe", { spec: { size: 9 } });
  await eventually(async () => assertAnswer(await plane.create(things.path, probe, { dryRun: "All" }), 422));
  assertAnswer(await plane.patch("merge", path, { spec: { other: "x" } }), 200, { spec: { size: 9, other: "x" } });
  assertAnswer(await plane.patch("merge", path, { metadata: { labels: { a: "b" } } }), 200);
  const worse = await plane.patch("merge", path, { spec: { size: 8 } });
  assertStatus(
    worse,
    422,
    "Invalid",
    /spec\.size: Invalid value: 8: spec\.size in body should be less than or equal to 3$/,
    {
      details: { causes: [{ reason: "FieldValueInvalid", field: "spec.size" }] },
    },
  );
  assertAnswer(await plane.patch("merge", path, { spec: { size: 2 } }), 200);
  assertAnswer(await plane.patch("merge", path, { spec: { size: 9 } }), 422);
});

test("fields that the schema knows no more are gone from what is read, and the rest is kept", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  assertAnswer(await plane.create(things.path, things.thing("a", { spec: { size: 9, other: "x" } })), 201);
  const without = {
    type: "object",
    properties: { spec: { type: "object", properties: { other: { type: "string" } } } },
  };
  assertAnswer(await change(things, (spec) => (spec.versions[0].schema.openAPIV3Schema = without)), 200);
  await eventually(async () =>
    assertAnswer(await plane.get(`${things.path}/a`), 200, { spec: { size: undefined, other: "x" } }),
  );
  assertAnswer(await plane.get(things.path), 200, { items: [{ spec: { size: undefined, other: "x" } }] });
});

test("a status subresource that comes and goes changes who may write the status, and never what it is", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  const path = `${things.path}/a`;
  assertAnswer(await plane.create(things.path, things.thing("a", { status: { phase: "Old" } })), 201);
  assertStatus(await plane.get(`${path}/status`), 404, "NotFound", `things.${things.group} "a" not found`);
  assertAnswer(await change(things, (spec) => (spec.versions[0].subresources = { status: {} })), 200);
  await eventually(async () => assertAnswer(await plane.get(`${path}/status`), 200, { status: { phase: "Old" } }));
  assertAnswer(await plane.patch("merge", path, { status: { phase: "New" } }), 200, { status: { phase: "Old" } });
  assertAnswer(await plane.patch("merge", `${path}/status`, { status: { phase: "New" } }), 200, {
    status: { phase: "New" },
  });
  assertAnswer(await change(things, (spec) => delete spec.versions[0].subresources), 200);
  await eventually(async () => assertAnswer(await plane.get(`${path}/status`), 404));
  assertAnswer(await plane.get(path), 200, { status: { phase: "New" } });
});

test("a version in which objects are stored cannot be dropped, and they are read in the next one", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  const path = `${things.path}/a`;
  assertAnswer(await plane.create(things.path, things.thing("a", { spec: { size: 9 } })), 201);
  const both = await change(things, (spec) => {
    const [v1] = spec.versions;
    spec.versions = [
      { ...v1, storage: false },
      { ...v1, name: "v2" },
    ];
  });
  assertAnswer(both, 200);
  await eventually(async () => assertAnswer(await plane.get(path.replace("/v1/", "/v2/")), 200, { spec: { size: 9 } }));
  await eventually(async () =>
    assertAnswer(await plane.get(things.definitionPath), 200, { status: { storedVersions: ["v1", "v2"] } }),
  );
  const dropped = await change(things, (spec) => spec.versions.shift());
  assertStatus(
    dropped,
    422,
    "Invalid",
    /status\.storedVersions\[0\]: Invalid value: "v1": missing from spec\.versions/,
    {
      details: { causes: [{ reason: "FieldValueInvalid", field: "status.storedVersions[0]" }] },
    },
  );
  assertAnswer(await plane.get(path), 200, { spec: { size: 9 } });
});

test("a definition that goes takes its objects along, and comes back without them", async () => {
  const things = await plane.things(sized({ type: "integer" }));
  assertAnswer(await plane.create(things.path, things.thing("a")), 201);
  assertAnswer(await plane.delete(things.definitionPath), 200);
  await eventually(async () => assertAnswer(await plane.get(things.definitionPath), 404), 30_000);
  await eventually(async () => assert.equal((await plane.get(things.path)).status, 404));
  assertAnswer(await plane.create(things.definitionPath.replace(/\/[^/]+$/, ""), things.definition), 201);
  await eventually(async () => assertAnswer(await plane.get(things.path), 200, { items: [] }));
});
