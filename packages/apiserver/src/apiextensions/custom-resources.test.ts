import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import { DefinitionsFixture, path, version, widget, widgets } from "./definitions-fixture.test.ts";

const status = { subresources: { status: {} } };

test("with the status subresource a status is written there alone, and counts for no generation", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1", undefined, status)]));
  const { body } = await server.create(path, widget("a", { spec: { x: 1 }, status: { phase: "New" } }));
  assert.ok(!("status" in body));
  const patched = await server.merge(`${path}/a/status`, { spec: { x: 2 }, status: { phase: "Ready" } });
  assert.deepEqual([patched.body.spec, patched.body.status], [{ x: 1 }, { phase: "Ready" }]);
  assert.equal(patched.body.metadata.generation, 1);
  const changed = await server.merge(`${path}/a`, { spec: { x: 2 }, status: null });
  assert.deepEqual(changed.body.status, { phase: "Ready" });
  assert.equal(changed.body.metadata.generation, 2);
});

test("without it a status is a field like others", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets());
  await server.create(path, widget("a", { status: { phase: "New" } }));
  const { body } = await server.merge(`${path}/a`, { status: { phase: "Ready" } });
  assert.equal(body.metadata.generation, 2);
  const absent = await server.get(`${path}/a/status`);
  assert.equal(absent.body.message, 'widgets.example.com "a" not found');
});

test("an object is validated by the version in which it is written, and told by any", async () => {
  const server = await DefinitionsFixture.start();
  const size = { type: "integer" };
  const narrow = version("v1", { size: { ...size, maximum: 5 } });
  await server.define(widgets([narrow, version("v2", { size })]));
  const inV2 = path.replace("/v1/", "/v2/");
  const big = { spec: { size: 9 } };
  const refused = await server.create(path, widget("a", big));
  assert.match(refused.body.message, /spec\.size in body should be less than or equal to 5$/);
  assert.equal((await server.create(inV2, widget("a", big, "example.com/v2"))).status, 201);
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { size: 9 });
});

test("what was wrong before and does not change is tolerated", async () => {
  const server = await DefinitionsFixture.start();
  const size = { type: "integer" };
  await server.define(widgets([version("v1", { size, other: size })]));
  await server.create(path, widget("a", { spec: { size: 9 } }));
  await server.change({ versions: [version("v1", { size: { ...size, maximum: 5 }, other: size })] });
  assert.equal((await server.merge(`${path}/a`, { spec: { other: 1 } })).status, 200);
  assert.equal((await server.merge(`${path}/a`, { spec: { size: 8 } })).status, 422);
});

test("keys that are names of JavaScript are keys like others", async () => {
  const server = await DefinitionsFixture.start();
  const properties = JSON.parse('{"__proto__":{"type":"string","default":"d"},"constructor":{"type":"integer"}}');
  await server.define(widgets([version("v1", properties)]));
  const sent = JSON.stringify(widget("a")).replace(/\}$/, ',"spec":{"__proto__":"x","constructor":3,"toString":1}}');
  const { text, headers } = await server.create(path, sent);
  assert.match(text, /"spec":\{"__proto__":"x","constructor":3\}/);
  assert.match(String(headers.warning), /unknown field \\"spec\.toString\\"/);
});

test("a definition whose conversion is None gives every version the same object", async () => {
  const server = await DefinitionsFixture.start();
  await server.define(widgets([version("v1"), version("v2", undefined, { deprecated: true })]));
  await server.create(path, widget("a", { spec: { x: 1 } }));
  const { body, headers } = await server.get(`${path.replace("/v1/", "/v2/")}/a`);
  assert.deepEqual([body.apiVersion, body.spec], ["example.com/v2", { x: 1 }]);
  assert.match(String(headers.warning), /example\.com\/v2 Widget is deprecated/);
});

test("a field is selected by when its version says so", async () => {
  const server = await DefinitionsFixture.start();
  const selectableFields = [{ jsonPath: ".spec.count" }];
  await server.define(widgets([version("v1", { count: { type: "integer" } }, { selectableFields })]));
  for (const count of [1, 2]) await server.create(path, widget(`w${count}`, { spec: { count } }));
  await server.create(path, widget("none"));
  const names = async (selector: string) => {
    const { body } = await server.get(`${path}?fieldSelector=${encodeURIComponent(selector)}`);
    return body.items?.map(({ metadata }: { metadata: { name: string } }) => metadata.name) ?? body.message;
  };
  assert.deepEqual(await names("spec.count=2"), ["w2"]);
  assert.deepEqual(await names("spec.count="), ["none"]);
  assert.equal(await names("spec.other=1"), "field label not supported: spec.other");
});

test("a definition of more than a megabyte is served, and one beyond what a request may hold is refused", async () => {
  const server = await DefinitionsFixture.start();
  const described = { type: "string", description: "x".repeat(200) };
  const properties = Object.fromEntries(Array.from({ length: 5_500 }, (_, index) => [`field${index}`, described]));
  const begin = performance.now();
  await server.define(widgets([version("v1", properties)]));
  assert.equal((await server.create(path, widget("a", { spec: { field5499: "x", none: 1 } }))).status, 201);
  assert.deepEqual((await server.get(`${path}/a`)).body.spec, { field5499: "x" });
  assert.ok(performance.now() - begin < 5_000);
  const more = { ...described, description: "x".repeat(4 << 20) };
  const refused = await server.create(
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    widgets([version("v1", { more })], { group: "other.com" }),
  );
  assert.equal(refused.status, 413);
});
