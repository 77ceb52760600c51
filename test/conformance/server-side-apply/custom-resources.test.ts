import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { assertConflicts, assertOwners, assertUntyped, owners, type Target, target } from "./applying.ts";

const client = connect();
let namespace: string;
let crd: Installed;

const item = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    protocol: { type: "string", default: "TCP" },
    value: { type: "string" },
  },
};
const spec = {
  type: "object",
  properties: {
    size: { type: "integer", default: 3 },
    texts: { type: "array", items: { type: "string" } },
    set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    items: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "protocol"],
      items: item,
    },
    whole: {
      type: "object",
      "x-kubernetes-map-type": "atomic",
      properties: { a: { type: "string" }, b: { type: "string" } },
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    amount: { "x-kubernetes-int-or-string": true },
    nothing: { type: "string", nullable: true },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  },
};
const status = { type: "object", properties: { phase: { type: "string" } } };

before(async () => {
  const openAPIV3Schema = { type: "object", properties: { spec, status } };
  crd = await install(client, widgets([version("v1", { schema: { openAPIV3Schema }, subresources: { status: {} } })]));
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

const widget = (): Target => target(client, crd.at("v1", namespace), `${crd.group}/v1`, "Widget");

test("a custom resource is applied by its schema", async () => {
  const applied = {
    texts: ["a"],
    set: ["a", "b"],
    items: [{ name: "x", value: "1" }],
    whole: { a: "1" },
    labels: { a: "1" },
    free: { map: { deep: 1 }, list: [1], empty: {} },
    amount: "50%",
    nothing: null,
  };
  const answer = await widget().apply("one", { spec: applied });
  assertOwners(answer, 201, {
    "one Apply": {
      "f:spec": {
        "f:amount": {},
        "f:free": { "f:empty": {}, "f:list": {}, "f:map": { ".": {}, "f:deep": {} } },
        "f:items": { 'k:{"name":"x","protocol":"TCP"}': { ".": {}, "f:name": {}, "f:value": {} } },
        "f:labels": { "f:a": {} },
        "f:nothing": {},
        "f:set": { 'v:"a"': {}, 'v:"b"': {} },
        "f:texts": {},
        "f:whole": {},
      },
    },
  });
  assert.deepEqual(answer.body.spec, { ...applied, items: [{ name: "x", protocol: "TCP", value: "1" }], size: 3 });
});

test("a second manager adds to lists, maps and free content", async () => {
  const object = widget();
  const first = { set: ["a", "b"], items: [{ name: "x", value: "1" }], labels: { a: "1" }, free: { map: { one: 1 } } };
  await object.apply("one", { spec: first });
  const second = {
    set: ["b", "c"],
    items: [{ name: "x", protocol: "UDP" }],
    labels: { b: "2" },
    free: { map: { two: 2 } },
  };
  const answer = await object.apply("two", { spec: second });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec, {
    set: ["a", "b", "c"],
    items: [
      { name: "x", protocol: "TCP", value: "1" },
      { name: "x", protocol: "UDP" },
    ],
    labels: { a: "1", b: "2" },
    free: { map: { one: 1, two: 2 } },
    size: 3,
  });
  const given = await object.apply("two", {});
  assert.deepEqual(given.body.spec, {
    set: ["a", "b"],
    items: [{ name: "x", protocol: "TCP", value: "1" }],
    labels: { a: "1" },
    free: { map: { one: 1 } },
    size: 3,
  });
});

test("lists without a type, atomic maps and lists in free content change whole", async () => {
  const object = widget();
  const items = (value: string) => [{ name: "x", value }];
  const first = { texts: ["a"], whole: { a: "1" }, free: { list: [1] }, amount: "50%", items: items("1") };
  await object.apply("one", { spec: first });
  const second = { texts: ["b"], whole: { b: "2" }, free: { list: [2] }, amount: 5, items: items("2"), size: 4 };
  assertConflicts(
    await object.apply("two", { spec: second }),
    ['"one"', ".spec.amount"],
    ['"one"', ".spec.texts"],
    ['"one"', ".spec.whole"],
    ['"one"', ".spec.free.list"],
    ['"one"', '.spec.items[name="x",protocol="TCP"].value'],
  );
  const answer = await object.apply("two", { spec: second }, { force: true });
  assertAnswer(answer, 200, { spec: { texts: ["b"], free: { list: [2] }, amount: 5, size: 4 } });
  assert.deepEqual(answer.body.spec.whole, { b: "2" });
});

test("an embedded object is owned field by field, with its name", async () => {
  const object = widget();
  const embedded = (name: string, labels: Json) => ({
    spec: { embedded: { apiVersion: "v1", kind: "Pod", metadata: { name, labels }, spec: { x: 1 } } },
  });
  const answer = await object.apply("one", embedded("p", { a: "1" }));
  assertAnswer(answer, 201);
  assert.deepEqual(owners(answer)["one Apply"]["f:spec"]["f:embedded"], {
    "f:apiVersion": {},
    "f:kind": {},
    "f:metadata": { "f:labels": { "f:a": {} }, "f:name": {} },
    "f:spec": { ".": {}, "f:x": {} },
  });
  const conflict = ['"one"', ".spec.embedded.metadata.name"] as const;
  assertConflicts(await object.apply("two", embedded("q", { b: "1" })), conflict);
});

test("what the schema does not know or has with another type is refused", async () => {
  const object = widget();
  const cases: [body: Json, why: string][] = [
    [{ spec: { extra: 1 } }, ".spec.extra: field not declared in schema"],
    [{ extra: 1 }, ".extra: field not declared in schema"],
    [{ metadata: { extra: 1 } }, ".metadata.extra: field not declared in schema"],
    [{ spec: { size: "x" } }, ".spec.size: expected numeric (int or float), got string"],
    [{ spec: { set: ["a", "a"] } }, '.spec.set: duplicate entries for key [="a"]'],
    [
      { spec: { items: [{ name: "a" }, { name: "a", protocol: "TCP" }] } },
      '.spec.items: duplicate entries for key [name="a",protocol="TCP"]',
    ],
  ];
  for (const [body, why] of cases) {
    const subject = `/${object.name}; ${crd.group}/v1, Kind=Widget`;
    assertUntyped(await object.apply("one", body, { fieldValidation: "Ignore" }), subject, why);
  }
});

test("an item without a key that has no default is judged by the schema", async () => {
  const object = widget();
  const message = `Widget.${crd.group} "${object.name}" is invalid: spec.items[0].name: Required value`;
  assertStatus(await object.apply("one", { spec: { items: [{ value: "1" }] } }), 422, "Invalid", message);
});

test("an apply without effect keeps everything, one with effect raises the generation", async () => {
  const object = widget();
  const created = await object.apply("one", { spec: { set: ["a", "b"], free: { a: { b: [] } } } });
  const again = await object.apply("one", { spec: { set: ["a", "b"], free: { a: { b: [] } } } });
  assertAnswer(again, 200);
  assert.deepEqual(again.body, created.body);
  assertAnswer(await object.apply("one", { spec: { set: ["a"] } }), 200, { metadata: { generation: 2 } });
});

test("the status of a custom resource is applied at its own endpoint", async () => {
  const object = widget();
  const created = await object.apply("one", { spec: { size: 1 }, status: { phase: "ignored" } });
  assertOwners(created, 201, { "one Apply": { "f:spec": { "f:size": {} } } });
  assert.equal(created.body.status, undefined);
  const body = {
    metadata: { labels: { a: "1" }, annotations: { b: "2" } },
    spec: { size: 9 },
    status: { phase: "On" },
  };
  const answer = await object.apply("controller", body, {}, "status");
  assertOwners(answer, 200, {
    "controller Apply status": { "f:status": { "f:phase": {} } },
    "one Apply": { "f:spec": { "f:size": {} } },
  });
  const untouched = { generation: 1, labels: undefined, annotations: undefined };
  assertAnswer(answer, 200, { metadata: untouched, spec: { size: 1 }, status: { phase: "On" } });
  const conflict = ['"controller" with subresource "status"', ".status.phase"] as const;
  assertConflicts(await object.apply("one", { status: { phase: "Off" } }, {}, "status"), conflict);
  assertAnswer(await object.apply("controller", {}, {}, "status"), 200, { status: undefined });
});

test("a status of a custom resource that is not there is not created", async () => {
  const object = widget();
  const message = `widgets.${crd.group} "${object.name}" not found`;
  assertStatus(await object.apply("one", { status: {} }, {}, "status"), 404, "NotFound", message);
});

test("a stale resourceVersion is a conflict for custom resources too, and none is needed", async () => {
  const object = widget();
  assertAnswer(await object.apply("one", { metadata: { resourceVersion: "1" }, spec: { size: 1 } }), 201);
  const message =
    `Operation cannot be fulfilled on widgets.${crd.group} "${object.name}": ` +
    "the object has been modified; please apply your changes to the latest version and try again";
  const stale = { metadata: { resourceVersion: "1" }, spec: { size: 2 } };
  assertStatus(await object.apply("one", stale), 409, "Conflict", message);
  assertAnswer(await object.apply("one", { spec: { size: 2 } }), 200);
});

test("whole numbers up to 64 bits stay exact", async () => {
  const object = widget();
  const body =
    `apiVersion: ${crd.group}/v1\nkind: Widget\nmetadata:\n  name: ${object.name}\n` +
    "spec:\n  size: 9223372036854775807\n  free:\n    min: -9223372036854775808\n";
  const answer = await client.patch("apply", object.path, body, { fieldManager: "one" });
  assertAnswer(answer, 201);
  assert.match(answer.text, /"min":-9223372036854775808\b/);
  assert.match(answer.text, /"size":9223372036854775807\b/);
});
