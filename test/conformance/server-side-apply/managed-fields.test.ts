import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertConflicts, assertOwners, configMap, owners } from "./applying.ts";

const client = connect();
let namespace: string;
let collection: string;
before(async () => {
  namespace = await client.namespace();
  collection = `/api/v1/namespaces/${namespace}/configmaps`;
});
after(() => client.close());

const owned = { "f:data": { "f:k": {} } };

test("a create records all that was sent, with the maps themselves", async () => {
  const { name } = configMap(client, namespace);
  const metadata = { name, labels: { a: "1" }, annotations: { b: "2" }, finalizers: ["e.io/1"] };
  const object = { metadata, data: { k: "v" }, binaryData: { x: "YQ==" } };
  assertOwners(await client.create(collection, object, { fieldManager: "creator" }), 201, {
    "creator Update": {
      "f:binaryData": { ".": {}, "f:x": {} },
      "f:data": { ".": {}, "f:k": {} },
      "f:metadata": {
        "f:annotations": { ".": {}, "f:b": {} },
        "f:finalizers": { ".": {}, 'v:"e.io/1"': {} },
        "f:labels": { ".": {}, "f:a": {} },
      },
    },
  });
});

test("an entry names its manager, operation, version, time and type of fields", async () => {
  const { name } = configMap(client, namespace);
  const answer = await client.create(collection, { metadata: { name }, data: { k: "v" } });
  assertAnswer(answer, 201);
  const { creationTimestamp, managedFields } = answer.body.metadata;
  const [{ time, ...entry }] = managedFields;
  assert.deepEqual(entry, {
    manager: "conformance",
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { ".": {}, "f:k": {} } },
  });
  assert.ok(Math.abs(Date.parse(time) - Date.parse(creationTimestamp)) <= 1000, `${time} ${creationTimestamp}`);
});

test("an update records what it changes and added, and takes it from the others", async () => {
  const target = configMap(client, namespace);
  const metadata = { name: target.name, labels: { a: "1" } };
  await client.create(collection, { metadata, data: { k: "v" } }, { fieldManager: "creator" });
  const changed = { metadata: { ...metadata, labels: { a: "9" } }, data: { k: "v", l: "w" } };
  assertOwners(await client.update(target.path, changed, { fieldManager: "putter" }), 200, {
    "creator Update": { "f:data": { ".": {}, "f:k": {} }, "f:metadata": { "f:labels": {} } },
    "putter Update": { "f:data": { "f:l": {} }, "f:metadata": { "f:labels": { "f:a": {} } } },
  });
});

test("who only removes fields is not recorded, and the fields are nobody's", async () => {
  const target = configMap(client, namespace);
  await client.create(
    collection,
    { metadata: { name: target.name }, data: { k: "v", l: "w" } },
    { fieldManager: "creator" },
  );
  assertOwners(await target.merge("remover", { data: { l: null } }), 200, {
    "creator Update": { "f:data": { ".": {}, "f:k": {} } },
  });
});

test("an update without managedFields keeps those of the object", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  for (const [index, managedFields] of [undefined, null].entries()) {
    const object = { metadata: { name: target.name, managedFields }, data: { k: "v", l: String(index) } };
    assertOwners(await client.update(target.path, object, { fieldManager: "putter" }), 200, {
      "one Apply": owned,
      "putter Update": { "f:data": { "f:l": {} } },
    });
  }
});

test("an update may set managedFields", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  const entry = {
    manager: "other",
    operation: "Apply",
    apiVersion: "v1",
    time: "2020-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: owned,
  };
  const answer = await target.merge("editor", { metadata: { managedFields: [entry] } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.metadata.managedFields, [entry]);
  assertConflicts(await target.apply("one", { data: { k: "w" } }), ['"other"', ".data.k"]);
});

test("managedFields that cannot be read are ignored", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v" } });
  const update = { manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  const unreadable: Json[] = [
    [{ manager: "x" }],
    [{ manager: "x", operation: "Other" }],
    [{ ...update, fieldsType: "FieldsV2" }],
    [{ ...update, fieldsV1: { "f:data": 5 } }],
    [{ ...update, fieldsV1: { data: {} } }],
    [{}, {}],
  ];
  for (const managedFields of unreadable) {
    const answer = await target.merge("editor", { metadata: { managedFields } });
    assertAnswer(answer, 200);
    assert.deepEqual(answer.body, created.body);
  }
});

test("an empty list or a list of one empty entry resets managedFields; on create it does nothing", async () => {
  for (const managedFields of [[], [{}]]) {
    const target = configMap(client, namespace);
    const object = { metadata: { name: target.name, managedFields }, data: { k: "v" } };
    assertOwners(await client.create(collection, object), 201, {
      "conformance Update": { "f:data": { ".": {}, "f:k": {} } },
    });
    const answer = await target.merge("editor", { metadata: { managedFields }, data: { l: "w" } });
    assertAnswer(answer, 200, { metadata: { managedFields: undefined }, data: { k: "v", l: "w" } });
  }
});

test("an object without managedFields is not tracked before the first apply: all is before-first-apply", async () => {
  const target = configMap(client, namespace);
  await client.create(collection, { metadata: { name: target.name }, data: { k: "v" } });
  await target.merge("editor", { metadata: { managedFields: [] } });
  assertAnswer(await target.merge("editor", { data: { l: "w" } }), 200, { metadata: { managedFields: undefined } });
  const conflict = ['"before-first-apply" using v1', ".data.k"] as const;
  assertConflicts(await target.apply("one", { data: { k: "x" } }), conflict);
  assertOwners(await target.apply("one", { data: { k: "v", m: "y" } }), 200, {
    "one Apply": { "f:data": { "f:k": {}, "f:m": {} } },
    "before-first-apply Update": { "f:data": { ".": {}, "f:k": {}, "f:l": {} } },
  });
});

test("an object that was created empty is not tracked until the first apply either", async () => {
  const target = configMap(client, namespace);
  assertOwners(await client.create(collection, { metadata: { name: target.name, labels: {} }, data: {} }), 201, {});
  assertOwners(await target.merge("editor", { data: { k: "v" } }), 200, {});
  assertOwners(await target.apply("one", { data: { k: "v" } }), 200, {
    "one Apply": owned,
    "before-first-apply Update": { "f:data": { ".": {}, "f:k": {} } },
  });
});

test("of more than ten updaters the oldest are merged into ancient-changes", async () => {
  const target = configMap(client, namespace);
  const number = (index: number) => String(index).padStart(2, "0");
  await client.create(collection, { metadata: { name: target.name }, data: { k00: "v" } }, { fieldManager: "m00" });
  await target.apply("applier", { metadata: { labels: { a: "1" } } });
  let answer = await client.get(target.path);
  for (let index = 1; index <= 12; index += 1) {
    answer = await target.merge(`m${number(index)}`, { data: { [`k${number(index)}`]: "v" } });
  }
  const ancient = { ".": {}, "f:k00": {}, "f:k01": {}, "f:k02": {}, "f:k03": {} };
  const recent = Array.from({ length: 9 }, (_, index) => number(index + 4));
  assertOwners(answer, 200, {
    "applier Apply": { "f:metadata": { "f:labels": { "f:a": {} } } },
    "ancient-changes Update": { "f:data": ancient },
    ...Object.fromEntries(recent.map((index) => [`m${index} Update`, { "f:data": { [`f:k${index}`]: {} } }])),
  });
});

const old = "2020-01-01T00:00:00Z";

/** Makes all entries old. Together with a change of something else: by themselves, times are not worth a write. */
async function makeOld(path: string): Promise<void> {
  const { managedFields } = (await client.get(path)).body.metadata;
  const older = managedFields.map((entry: Json) => ({ ...entry, time: old }));
  const metadata = { managedFields: older, annotations: { touched: "yes" } };
  assertAnswer(await client.patch("merge", path, { metadata }, { fieldManager: "toucher" }), 200);
}

test("an update of nothing but the times of managedFields is not stored", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v" } });
  const [entry] = created.body.metadata.managedFields;
  const answer = await target.merge("editor", { metadata: { managedFields: [{ ...entry, time: old }] } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, created.body);
});

const timeOf = (object: Json, manager: string) =>
  object.metadata.managedFields.find((entry: Json) => entry.manager === manager)?.time;

test("an entry's time is that of its last change of something, not of the last request", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  await makeOld(target.path);
  assert.equal(timeOf((await target.apply("one", { data: { k: "v" } })).body, "one"), old, "no effect");
  const edited = (await target.merge("editor", { data: { l: "w" } })).body;
  assert.equal(timeOf(edited, "one"), old, "a change by another");
  assert.notEqual(timeOf(edited, "editor"), old);
  assert.notEqual(timeOf((await target.apply("one", { data: { k: "x" } })).body, "one"), old, "another value");
});

test("an updater's time changes with a value that it already owns", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  await target.merge("editor", { data: { l: "w" } });
  await makeOld(target.path);
  const answer = await target.merge("editor", { data: { l: "x" } });
  assert.equal(timeOf(answer.body, "one"), old);
  assert.notEqual(timeOf(answer.body, "editor"), old);
});

// The time is set when the apply changes the object; here it only changes the owners.
test("an entry that came by sharing fields has no time, and comes first", async () => {
  const target = configMap(client, namespace);
  await target.apply("one", { data: { k: "v" } });
  const answer = await target.apply("two", { data: { k: "v" } });
  assertAnswer(answer, 200);
  const [first, second] = answer.body.metadata.managedFields;
  assert.deepEqual([first.manager, "time" in first], ["two", false]);
  assert.deepEqual([second.manager, "time" in second], ["one", true]);
});

test("entries are in the order of operation, time and manager", async () => {
  const target = configMap(client, namespace);
  await target.apply("b", { data: { b: "1" } });
  await target.apply("a", { data: { a: "1" } });
  await target.merge("0", { data: { c: "1" } });
  await makeOld(target.path);
  const managers = (object: Json) => object.metadata.managedFields.map(({ manager }: Json) => manager);
  assert.deepEqual(managers((await client.get(target.path)).body), ["a", "b", "0", "toucher"]);
  const answer = await target.apply("a", { data: { a: "2" } });
  assert.deepEqual(managers(answer.body), ["b", "a", "0", "toucher"]);
});

test("managedFields come along in lists and watches", async () => {
  const target = configMap(client, namespace);
  const created = await target.apply("one", { data: { k: "v" } });
  const { resourceVersion } = created.body.metadata;
  const fieldSelector = `metadata.name=${target.name}`;
  await using watch = await client.watch(collection, { resourceVersion, fieldSelector });
  const list = await client.get(collection, { fieldSelector });
  assert.deepEqual(list.body.items[0].metadata.managedFields, created.body.metadata.managedFields);
  await target.apply("two", { data: { l: "w" } });
  const [event] = await watch.take(1);
  assert.equal(event?.object.metadata.managedFields.length, 2);
});

test("defaults are owned by the one who created the object, addresses by nobody", async () => {
  const services = `/api/v1/namespaces/${namespace}/services`;
  const answer = await client.create(services, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  assertAnswer(answer, 201, { spec: { clusterIP: /^\d/ } });
  // Addresses are given when the object is stored, which is after the managers have been recorded.
  assert.deepEqual(owners(answer), {
    "conformance Update": {
      "f:spec": {
        "f:internalTrafficPolicy": {},
        "f:ports": {
          ".": {},
          'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {}, "f:protocol": {}, "f:targetPort": {} },
        },
        "f:sessionAffinity": {},
        "f:type": {},
      },
    },
  });
});
