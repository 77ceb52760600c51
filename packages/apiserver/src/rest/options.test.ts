import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, maps, RestFixture } from "./rest-fixture.test.ts";

const dry = { dryRun: "All" };

test("a dry run answers like the real one and stores nothing", async () => {
  const server = new RestFixture();
  const created = await server.create(maps, { metadata: { name: "a" }, data: { k: "v" } }, dry);
  assert.deepEqual([created.status, created.body.metadata.resourceVersion], [201, undefined]);
  assert.equal((await server.get(`${maps}/a`)).status, 404);
  const made = await server.make(maps, { metadata: { name: "a" } });
  assertRefused(await server.create(maps, { metadata: { name: "a" } }, dry), 409, 'configmaps "a" already exists');
  const updated = await server.update(`${maps}/a`, { metadata: { name: "a" }, data: { k: "w" } }, dry);
  assert.deepEqual(
    [updated.body.metadata.resourceVersion, updated.body.data],
    [made.metadata.resourceVersion, { k: "w" }],
  );
  assert.deepEqual((await server.get(`${maps}/a`)).body, made);
});

test("all that is wrong with the options is told at once, in the name of their kind", async () => {
  const server = new RestFixture();
  const query = { dryRun: "No", fieldValidation: "x", fieldManager: "x".repeat(129), force: "true" };
  assertRefused(
    await server.patch("merge", `${maps}/a`, {}, query),
    422,
    'PatchOptions.meta.k8s.io "" is invalid: [force: Forbidden: may not be specified for non-apply patch, fieldManager: Too long: may not be more than 128 bytes, dryRun: Unsupported value: ["No"]: supported values: "All", fieldValidation: Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"]',
  );
  assertRefused(
    await server.create(maps, {}, { fieldManager: "a\nb" }),
    422,
    'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "a\\nb": invalid character U+000A (at position 1)',
  );
});

test("unknown fields are dropped: silently, with a warning or with the whole object", async () => {
  const server = new RestFixture();
  const create = (fieldValidation: string) =>
    server.create(maps, { metadata: { generateName: "a-" }, foo: 1 }, { fieldValidation });
  const warned = await create("");
  assert.deepEqual([warned.status, warned.body.foo, warned.warnings], [201, undefined, ['unknown field "foo"']]);
  assert.deepEqual((await create("Ignore")).warnings, []);
  assertRefused(
    await create("Strict"),
    400,
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo"',
  );
});

test("the manager is the fieldManager, or the beginning of the User-Agent", async () => {
  const server = new RestFixture();
  const body = { metadata: { generateName: "a-" }, data: { k: "v" } };
  const managerOf = async (query: Record<string, string>, agent: string) => {
    const answer = await server.ask("POST", maps, { body, query, headers: { "user-agent": agent } });
    return answer.body.metadata.managedFields[0].manager;
  };
  assert.equal(await managerOf({}, "kubectl/v1.36.3 (linux/amd64)"), "kubectl");
  assert.equal(await managerOf({ fieldManager: "mine" }, "kubectl/v1"), "mine");
  assert.equal(await managerOf({}, ""), "unknown");
});

test("managedFields that are sent empty are forgotten, in a PUT and in a patch", async () => {
  const server = new RestFixture();
  const made = await server.make(maps, { metadata: { name: "a" }, data: { k: "v" } });
  const patched = await server.patch("merge", `${maps}/a`, { metadata: { managedFields: [] } });
  assert.equal(patched.body.metadata.managedFields, undefined);
  const again = await server.make(maps, { metadata: { name: "b" }, data: { k: "v" } });
  assert.equal(made.metadata.managedFields.length, 1);
  const put = await server.update(`${maps}/b`, { ...again, metadata: { ...again.metadata, managedFields: [] } });
  assert.equal(put.body.metadata.managedFields, undefined);
});

const leases: ServedResource = { ...configMaps, strategy: { ...configMaps.strategy, createsOnUpdate: true } };

test("a PUT creates where the kind allows it, whatever its resourceVersion, but not with a uid", async () => {
  const server = new RestFixture({ resources: [leases] });
  const put = (metadata: object) => server.update(`${maps}/a`, { metadata: { name: "a", ...metadata } });
  assertRefused(await put({ uid: "x" }), 409, /Precondition failed: UID in precondition: x, UID in object meta: $/);
  assert.equal((await put({ resourceVersion: "5" })).status, 201);
  assert.equal((await put({})).status, 200);
  assertRefused(await server.patch("merge", `${maps}/absent`, {}), 404, 'configmaps "absent" not found');
});

test("what an update is told repeats, as it does upstream", async () => {
  const server = new RestFixture();
  await server.make(maps, { metadata: { name: "a" } });
  const answer = await server.update(`${maps}/a`, { metadata: { name: "a", labels: { "a b": "c" } } });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.details.causes.length, 4);
});

test("owners that stand twice are kept once, with a warning", async () => {
  const server = new RestFixture();
  const owner = { apiVersion: "v1", kind: "Owner", name: "n", uid: "u" };
  const answer = await server.create(maps, { metadata: { name: "a", ownerReferences: [owner, owner] } });
  assert.deepEqual(answer.body.metadata.ownerReferences, [owner]);
  assert.match(answer.warnings[0] ?? "", /^\.metadata\.ownerReferences contains duplicate entries; .* observed: u$/);
});
