/** Patches that fail leave the object as it was, patches that grow are stopped, and a null deletes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { anything, startPlane, within } from "./plane.ts";

const plane = await startPlane();
const rejected = "the server rejected our request due to an error in our request";

/** A ConfigMap, and the assertion that nothing about it has changed. */
async function makeMap(data: Json) {
  const maps = await plane.configMaps();
  const { text } = await plane.create(maps, { metadata: { name: "a" }, data });
  const path = `${maps}/a`;
  return { path, assertUnchanged: async () => assert.equal((await plane.get(path)).text, text) };
}

test("a JSON patch of which one operation fails changes nothing, whichever it is", async () => {
  const map = await makeMap({ a: "1", b: "2" });
  const fine = { op: "replace", path: "/data/a", value: "changed" };
  const failing: Json[] = [
    { op: "test", path: "/data/b", value: "3" },
    { op: "test", path: "/data/none/deeper", value: "3" },
    { op: "remove", path: "/data/none" },
    { op: "add", path: "/data/none/deeper", value: "x" },
    { op: "move", from: "/data/none/deeper", path: "/data/c" },
    { op: "copy", from: "/none/deeper", path: "/data/c" },
    { op: "add", path: "/metadata/finalizers/7", value: "x" },
  ];
  for (const operation of failing) {
    for (const patch of [
      [fine, operation],
      [operation, fine],
    ]) {
      assertStatus(await plane.patch("json", map.path, patch), 422, "Invalid", rejected);
    }
  }
  await map.assertUnchanged();
});

test("what is no list of operations is a bad request", async () => {
  const map = await makeMap({ a: "1" });
  for (const [body, message] of [
    ["{}", "json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"],
    ["[", "unexpected end of JSON input"],
    ["[1]", "json: cannot unmarshal number into Go value of type handlers.jsonPatchOp"],
  ]) {
    const answer = await plane.patch("json", map.path, body);
    assertStatus(answer, 400, "BadRequest", `error decoding patch: ${message}`);
  }
  assertStatus(await plane.patch("json", map.path, [{ op: "explode", path: "/data" }]), 422, "Invalid", rejected);
  await map.assertUnchanged();
});

test("copies that double the object with each operation are stopped before they have copied 3 MiB", async () => {
  const things = await plane.things(anything);
  const { text } = await plane.create(things.path, things.thing("a", { spec: { a: "x".repeat(1_000) } }));
  const doubling = Array.from({ length: 40 }, (_, index) => ({ op: "copy", from: "/spec", path: `/spec/b${index}` }));
  const many = Array.from({ length: 4_000 }, (_, index) => ({ op: "copy", from: "/spec/a", path: `/spec/b${index}` }));
  for (const operations of [doubling, many]) {
    const answer = await within(5_000, () => plane.patch("json", `${things.path}/a`, operations));
    assertStatus(answer, 422, "Invalid", rejected);
  }
  assert.equal((await plane.get(`${things.path}/a`)).text, text);
});

test("a JSON patch has ten thousand operations at most", async () => {
  const map = await makeMap({ a: "1" });
  const operations = Array(10_001).fill({ op: "test", path: "/data/a", value: "1" });
  const message = "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001";
  assertStatus(await plane.patch("json", map.path, operations), 413, "RequestEntityTooLarge", message);
  assertAnswer(await within(10_000, () => plane.patch("json", map.path, operations.slice(1))), 200);
  await map.assertUnchanged();
});

test("a null in a merge patch deletes, at every depth, and is never stored", async () => {
  const map = await makeMap({ a: "1", b: "2" });
  const patch = {
    data: { a: null, none: null },
    metadata: { labels: { none: null }, annotations: null },
    binaryData: null,
  };
  assertAnswer(await plane.patch("merge", map.path, patch), 200, { data: { a: undefined, b: "2" } });
  const things = await plane.things(anything);
  assertAnswer(await plane.create(things.path, things.thing("a", { spec: { a: { b: 1, c: [null, 1] }, d: 2 } })), 201);
  const deep = { spec: { a: { b: null, e: { f: null } }, d: null } };
  const { body }: Answer = await plane.patch("merge", `${things.path}/a`, deep);
  assert.deepEqual(body.spec, { a: { c: [null, 1], e: {} } });
});

test("a merge patch that is no object, or takes away what every object has, is refused", async () => {
  const map = await makeMap({ a: "1" });
  for (const body of ["null", "[]", '"x"', "1", ""]) {
    const answer = await plane.patch("merge", map.path, body);
    assert.ok(answer.status === 400 || answer.status === 422, `${body}: ${answer.status} ${answer.text}`);
    assert.equal(answer.body.kind, "Status");
  }
  assertStatus(await plane.patch("merge", map.path, { metadata: { name: "b" } }), 400, "BadRequest", /name/);
  await map.assertUnchanged();
});

test("a strategic merge patch on a custom resource is an unsupported media type", async () => {
  const things = await plane.things(anything);
  const { text } = await plane.create(things.path, things.thing("a"));
  const message =
    "the body of the request was in an unknown format - accepted media types include: " +
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
  const answer = await plane.patch("strategic", `${things.path}/a`, { spec: {} });
  assertStatus(answer, 415, "UnsupportedMediaType", new RegExp(message.replaceAll("+", "\\+")));
  assert.equal((await plane.get(`${things.path}/a`)).text, text);
});

test("a strategic merge patch with a directive that is none changes nothing", async () => {
  const map = await makeMap({ a: "1" });
  for (const [patch, message] of [
    [{ data: { $patch: "explode" } }, "unknown patch type: explode in map: map[$patch:explode]"],
    [
      { metadata: { "$setElementOrder/finalizers": ["x"], finalizers: ["y"] } },
      "The order in patch list:\n[y]\n doesn't match $setElementOrder list:\n[x]\n",
    ],
  ]) {
    assertAnswer(await plane.patch("strategic", map.path, patch), 500, { kind: "Status", reason: undefined, message });
  }
  await map.assertUnchanged();
});
