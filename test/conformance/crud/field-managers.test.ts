import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, configMapsIn, make } from "./objects.ts";

const client = connect();
let configMaps: string;
before(async () => {
  configMaps = configMapsIn(await client.namespace());
});
after(() => client.close());

const by = (agent: string) => ({ headers: { "user-agent": agent } });

/** Managers with the fields that they manage. */
function managersOf(body: Json): Json {
  return Object.fromEntries(body.metadata.managedFields.map((entry: Json) => [entry.manager, entry.fieldsV1]));
}

async function managerOf(agent: string, query: Record<string, string> = {}): Promise<string> {
  const object = { metadata: { name: uniqueName("o") }, data: { k: "v" } };
  const answer = await client.create(configMaps, object, query, by(agent));
  assertAnswer(answer, 201);
  const managers = answer.body.metadata.managedFields.map(({ manager }: Json) => manager);
  assert.equal(managers.length, 1);
  return managers[0];
}

test("a create is managed as an Update of all fields that it set", async () => {
  const metadata = {
    name: uniqueName("o"),
    labels: { l: "1" },
    annotations: { a: "1" },
    finalizers: ["example.com/x"],
    ownerReferences: [{ apiVersion: "v1", kind: "Owner", name: "n", uid: "u" }],
    generateName: "g-",
  };
  const { body } = await client.create(configMaps, { metadata, data: { a: "1" } }, {}, by("one/1"));
  const { time, ...entry } = body.metadata.managedFields[0];
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(entry, {
    manager: "one",
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:data": { ".": {}, "f:a": {} },
      "f:metadata": {
        "f:annotations": { ".": {}, "f:a": {} },
        "f:finalizers": { ".": {}, 'v:"example.com/x"': {} },
        "f:generateName": {},
        "f:labels": { ".": {}, "f:l": {} },
        "f:ownerReferences": { ".": {}, 'k:{"uid":"u"}': {} },
      },
    },
  });
});

test("an object that is nothing but a name is managed by nobody", async () => {
  const { body } = await make(client, configMaps);
  assert.ok(!("managedFields" in body.metadata));
});

test("the manager is the User-Agent up to the first slash", async () => {
  assert.equal(await managerOf("kubectl/v1.36.3 (linux/amd64) kubernetes/abc"), "kubectl");
  assert.equal(await managerOf("curl"), "curl");
  assert.equal(await managerOf("two words/1"), "two words");
});

test("without a User-Agent the manager is unknown", async () => {
  for (const agent of ["", "/1.0"]) assert.equal(await managerOf(agent), "unknown");
});

test("a long User-Agent is cut to 128 characters", async () => {
  assert.equal(await managerOf(`${"x".repeat(200)}/1`), "x".repeat(128));
});

test("fieldManager goes before the User-Agent, unless it is empty", async () => {
  assert.equal(await managerOf("agent/1", { fieldManager: "mine" }), "mine");
  assert.equal(await managerOf("agent/1", { fieldManager: "a/é b" }), "a/é b");
  assert.equal(await managerOf("agent/1", { fieldManager: "" }), "agent");
});

test("a fieldManager is no longer than 128 bytes and printable", async () => {
  const { name, path } = await make(client, configMaps);
  const object = { metadata: { name } };
  const cases = [
    ["x".repeat(129), "FieldValueTooLong", "Too long: may not be more than 128 bytes"],
    ["a\nb", "FieldValueInvalid", 'Invalid value: "a\\nb": invalid character U+000A (at position 1)'],
  ] as const;
  for (const [fieldManager, reason, message] of cases) {
    const cause = [reason, "fieldManager", message] as const;
    const query = { fieldManager };
    assertInvalid(await client.create(configMaps, object, query), "CreateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.update(path, object, query), "UpdateOptions.meta.k8s.io", "", cause);
    assertInvalid(await client.patch("merge", path, {}, query), "PatchOptions.meta.k8s.io", "", cause);
  }
});

test("an update takes over the fields that it changes, and only those", async () => {
  const { name, path } = await make(client, configMaps, { data: { a: "1", b: "2" } });
  const data = { a: "changed", b: "2", c: "new" };
  const { body } = await client.update(path, { metadata: { name }, data }, {}, by("two/1"));
  assert.deepEqual(managersOf(body), {
    conformance: { "f:data": { ".": {}, "f:b": {} } },
    two: { "f:data": { "f:a": {}, "f:c": {} } },
  });
});

test("a manager that loses its last field is gone", async () => {
  const { name, path } = await make(client, configMaps, { data: { a: "1" } });
  const { body } = await client.update(path, { metadata: { name }, binaryData: { b: "AA==" } }, {}, by("two/1"));
  assert.deepEqual(managersOf(body), { two: { "f:binaryData": { ".": {}, "f:b": {} } } });
});

test("managedFields that are left out of an update stay", async () => {
  const { path, body } = await make(client, configMaps, { data: { a: "1" } });
  const { managedFields: _, ...metadata } = body.metadata;
  const answer = await client.update(path, { ...body, metadata });
  assert.deepEqual(answer.body.metadata.managedFields, body.metadata.managedFields);
});

test("managedFields that are emptied by an update are forgotten, also what that update changes", async () => {
  for (const managedFields of [[], [{}]]) {
    const { path, body } = await make(client, configMaps, { data: { a: "1" } });
    const answer = await client.update(path, {
      ...body,
      metadata: { ...body.metadata, managedFields },
      data: { b: "2" },
    });
    assertAnswer(answer, 200, { data: { b: "2" }, metadata: { managedFields: undefined } });
  }
});

test("managedFields may be rewritten by an update, the update itself is added", async () => {
  const { path, body } = await make(client, configMaps, { data: { a: "1" } });
  const mine = {
    manager: "made-up",
    operation: "Update",
    apiVersion: "v1",
    time: "2020-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": {} },
  };
  const metadata = { ...body.metadata, managedFields: [mine] };
  const answer = await client.update(path, { ...body, metadata, data: { a: "2" } });
  assert.deepEqual(answer.body.metadata.managedFields[0], mine);
  assert.deepEqual(managersOf(answer.body).conformance, { "f:data": { "f:a": {} } });
});

test("managedFields that make no sense in an update leave things as they were", async () => {
  const { path, body } = await make(client, configMaps, { data: { a: "1" } });
  const [entry] = body.metadata.managedFields;
  const metadata = { ...body.metadata, managedFields: [{ ...entry, operation: "Nope" }] };
  const answer = await client.update(path, { ...body, metadata });
  assert.deepEqual(answer.body, body);
});

test("entries are sorted by time, so that the last writer comes last", async () => {
  const { name, path } = await make(client, configMaps, { data: { a: "1" } });
  for (const [agent, data] of [
    ["zeta/1", { a: "1", b: "1" }],
    ["alpha/1", { a: "1", b: "1", c: "1" }],
  ] as const)
    assertAnswer(await client.update(path, { metadata: { name }, data }, {}, by(agent)), 200);
  const { managedFields } = (await client.get(path)).body.metadata;
  // Times are whole seconds; within one, names decide.
  const keys = managedFields.map(({ time, manager }: Json) => `${time} ${manager}`);
  assert.deepEqual(keys, keys.toSorted());
});
