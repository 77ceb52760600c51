import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { make } from "../crud/objects.ts";
import { assertLevels, assertPatchRefused, assertRefused, assertWarned, type Send } from "./levels.ts";

const text = { type: "string" };
const object = (properties: Json, more: Json = {}) => ({ type: "object", properties, ...more });
const schema = object({
  spec: object({
    a: text,
    list: { type: "array", items: object({ k: text }) },
    map: { type: "object", additionalProperties: object({ k: text }) },
    any: object({ known: object({ k: text }) }, { "x-kubernetes-preserve-unknown-fields": true }),
    template: object({ spec: { type: "object" } }, { "x-kubernetes-embedded-resource": true }),
  }),
  status: object({ ok: { type: "boolean" } }),
});

const client = connect();
let installed: Installed;
let namespace: string;
let collection: string;
before(async () => {
  installed = await install(
    client,
    widgets([version("v1", { schema: { openAPIV3Schema: schema }, subresources: { status: {} } })]),
  );
  namespace = await client.namespace();
  collection = installed.at("v1", namespace);
});
after(async () => {
  await installed[Symbol.asyncDispose]();
  await client.close();
});

const widget = (more: Json): Json => installed.widget("v1", uniqueName("w"), more);
const creating =
  (more: Json): Send =>
  (query) =>
    client.create(collection, widget(more), query);

/** Sends a Widget with one text of its JSON replaced by another. */
const creatingWith =
  (more: Json, from: string, to: string): Send =>
  (query) =>
    client.create(collection, JSON.stringify(widget(more)).replace(from, to), query);

test("an unknown field of a custom resource is pruned: silently, with a warning or with the whole object", async () => {
  const answer = await assertLevels(creating({ foo: 1 }), "Widget", 201, ['unknown field "foo"']);
  assert.ok(!("foo" in answer.body));
});

test("unknown fields of metadata are dropped as well, and told first", async () => {
  const send = creating({ foo: 1, metadata: { bar: 1, labelz: {} } });
  const problems = ['unknown field "metadata.bar"', 'unknown field "metadata.labelz"', 'unknown field "foo"'];
  const answer = await assertLevels(send, "Widget", 201, problems);
  assert.ok(!("bar" in answer.body.metadata));
});

test("unknown fields are told with their paths, sorted, whatever their order in the body", async () => {
  const spec = {
    zero: 1,
    map: { one: { other: 1 } },
    list: [{ k: "1" }, { k: "2", other: 3 }],
    any: { free: { of: "schema" }, known: { other: 1 } },
  };
  const answer = await assertLevels(creating({ spec }), "Widget", 201, [
    'unknown field "spec.any.known.other"',
    'unknown field "spec.list[1].other"',
    'unknown field "spec.map.one.other"',
    'unknown field "spec.zero"',
  ]);
  assert.deepEqual(answer.body.spec, {
    any: { free: { of: "schema" }, known: {} },
    list: [{ k: "1" }, { k: "2" }],
    map: { one: {} },
  });
});

test("unknown fields of an embedded object are told, those of its metadata last", async () => {
  const template = { apiVersion: "v1", kind: "K", metadata: { name: "x", foo: 1 }, spec: { other: 1 }, zed: 1 };
  await assertLevels(creating({ spec: { template } }), "Widget", 201, [
    'unknown field "spec.template.spec.other"',
    'unknown field "spec.template.zed"',
    'unknown field "spec.template.metadata.foo"',
  ]);
});

test("a field given twice is told, the last value counts", async () => {
  const send = creatingWith({ spec: { a: "1" } }, '"a":"1"', '"a":"1","a":"2"');
  const answer = await assertLevels(send, "Widget", 201, ['duplicate field "spec.a"']);
  assert.deepEqual(answer.body.spec, { a: "2" });
});

test("a field given twice is told where the schema says nothing, too", async () => {
  const send = creatingWith({ spec: { any: { x: "1" } } }, '"x":"1"', '"x":"1","x":"2"');
  await assertLevels(send, "Widget", 201, ['duplicate field "spec.any.x"']);
});

test("an object given twice is replaced, unlike in a built-in kind", async () => {
  const send = creatingWith({ spec: { a: "1" } }, '"spec":{"a":"1"}', '"spec":{"a":"1"},"spec":{"list":[]}');
  const answer = await assertLevels(send, "Widget", 201, ['duplicate field "spec"']);
  assert.deepEqual(answer.body.spec, { list: [] });
});

test("kind and metadata.name may be duplicates", async () => {
  const kind = creatingWith({}, '"kind":"Widget"', '"kind":"Widget","kind":"Widget"');
  await assertLevels(kind, "Widget", 201, ['duplicate field "kind"']);
  const name = creatingWith({}, '"metadata":{', '"metadata":{"name":"x",');
  await assertLevels(name, "Widget", 201, ['duplicate field "metadata.name"']);
});

test("an unknown field given twice is both, unlike in a built-in kind", async () => {
  const send = creatingWith({ foo: "1" }, '"foo":"1"', '"foo":"1","foo":"2"');
  await assertLevels(send, "Widget", 201, ['duplicate field "foo"', 'unknown field "foo"']);
});

test("in YAML a duplicate is told by its line", async () => {
  const send: Send = (query) => {
    const text = `apiVersion: ${installed.group}/v1\nkind: Widget\nmetadata:\n  name: ${uniqueName("w")}\nspec:\n  a: x\n  a: z\n  foo: 1\n`;
    return client.create(collection, text, query, { headers: { "content-type": "application/yaml" } });
  };
  await assertWarned(send, 201, ['line 7: key "a" already set in map', 'unknown field "spec.foo"']);
  const refused = 'yaml: unmarshal errors:\n  line 7: key "a" already set in map, unknown field "spec.foo"';
  assertRefused(await send({ fieldValidation: "Strict" }), "Widget", refused);
});

test("a value of the wrong type is told by the schema after warnings, and not under Strict", async () => {
  const send = creating({ foo: 1, spec: { a: 1 } });
  const answer = await assertWarned(send, 422, ['unknown field "foo"']);
  assertAnswer(answer, 422, {
    reason: "Invalid",
    details: {
      causes: [
        {
          reason: "FieldValueTypeInvalid",
          message: 'Invalid value: "integer": spec.a in body must be of type string: "integer"',
          field: "spec.a",
        },
      ],
    },
  });
  assertRefused(await send({ fieldValidation: "Strict" }), "Widget", 'unknown field "foo"');
});

test("updates of the object and of its status are validated alike", async () => {
  const { path } = await make(client, collection, widget({ spec: { a: "1" } }));
  const current = async () => (await client.get(path)).body;
  const send: Send = async (query) => client.update(path, { ...(await current()), foo: 1 }, query);
  await assertLevels(send, "Widget", 200, ['unknown field "foo"']);
  const status: Send = async (query) =>
    client.update(`${path}/status`, { ...(await current()), foo: 1, status: { ok: true, ko: 1 } }, query);
  await assertLevels(status, "Widget", 200, ['unknown field "foo"', 'unknown field "status.ko"']);
});

test("a merge patch is told of the patched object, its metadata first", async () => {
  const { path } = await make(client, collection, widget({ spec: { a: "1" } }));
  const send: Send = (query) =>
    client.patch("merge", path, { foo: 1, metadata: { labelz: {} }, spec: { zed: 1 } }, query);
  const problems = ['unknown field "metadata.labelz"', 'unknown field "foo"', 'unknown field "spec.zed"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), /\\"foo\\":1,\\"kind\\":\\"Widget\\"/, problems);
  await assertWarned(send, 200, problems);
});

test("a merge patch with a field given twice is told", async () => {
  const { path } = await make(client, collection, widget({ spec: { a: "1" } }));
  const send: Send = (query) => client.patch("merge", path, '{"spec":{"a":"2","a":"3"}}', query);
  assertPatchRefused(await send({ fieldValidation: "Strict" }), /\\"spec\\":\{\\"a\\":\\"3\\"\}/, [
    'duplicate field "spec.a"',
  ]);
  await assertWarned(send, 200, ['duplicate field "spec.a"']);
});

test("a JSON patch is told of its operations and of the patched object", async () => {
  const { path } = await make(client, collection, widget({ spec: { a: "1" } }));
  const patch = [{ op: "add", path: "/spec/foo", value: 1, extra: 1 }];
  const send: Send = (query) => client.patch("json", path, patch, query);
  const problems = ['json patch unknown field "[0].extra"', 'unknown field "spec.foo"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), /\\"foo\\":1/, problems);
  await assertWarned(send, 200, problems);
});

test("an unknown field in what is applied is an error of the server at every level", async () => {
  const { name, path } = await make(client, collection, widget({ spec: { a: "1" } }));
  for (const fieldValidation of ["", "Ignore", "Strict"]) {
    const body = installed.widget("v1", name, { spec: { foo: 1 } });
    const answer = await client.patch("apply", path, body, { fieldManager: "m", fieldValidation });
    assertAnswer(answer, 500, {
      reason: undefined,
      message: `failed to create typed patch object (/${name}; ${installed.group}/v1, Kind=Widget): .spec.foo: field not declared in schema`,
    });
  }
});

test("a key given twice in what is applied is told by its line", async () => {
  const { name, path } = await make(client, collection, widget({}));
  const text = `apiVersion: ${installed.group}/v1\nkind: Widget\nmetadata:\n  name: ${name}\nspec:\n  a: x\n  a: z\n`;
  const send: Send = (query) => client.patch("apply", path, text, { fieldManager: "m", ...query });
  const message =
    'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "a" already set in map';
  assertStatus(await send({ fieldValidation: "Strict" }), 400, "BadRequest", message);
  await assertWarned(send, 200, ['line 7: key "a" already set in map']);
});
