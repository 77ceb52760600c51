import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, type PatchType } from "../client.ts";
import { configMapsIn, deployment, deploymentsIn, make } from "../crud/objects.ts";
import { assertPatchRefused, assertWarned, type Send } from "./levels.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

interface Patching {
  readonly send: Send;
  readonly created: Json;
}

async function patching(type: PatchType, body: Json): Promise<Patching> {
  const { path, body: created } = await make(client, configMapsIn(namespace));
  return { send: (query) => client.patch(type, path, body, query), created };
}

/** The patched object as it is quoted: its own keys are sorted, those of metadata are in the order of the kind. */
function quotedObject(created: Json, more: Json): string {
  const { metadata } = created;
  return JSON.stringify({ apiVersion: "v1", ...more, kind: "ConfigMap", metadata });
}

test("an unknown field in a merge patch is told of the patched object", async () => {
  const { send, created } = await patching("merge", { foo: 1 });
  const problems = ['unknown field "foo"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), quotedObject(created, { foo: 1 }), problems);
  const answer = await assertWarned(send, 200, problems);
  assert.equal(answer.body.metadata.resourceVersion, created.metadata.resourceVersion, "nothing else was changed");
});

test("an unknown field in a JSON patch is told of the patched object", async () => {
  const { send, created } = await patching("json", [{ op: "add", path: "/foo", value: 1 }]);
  const problems = ['unknown field "foo"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), quotedObject(created, { foo: 1 }), problems);
  await assertWarned(send, 200, problems);
});

test("an unknown field in a strategic merge patch is told of the patch, in Go's way to write maps", async () => {
  const { send } = await patching("strategic", { foo: 1, metadata: { bar: "x" } });
  const problems = ['unknown field "foo"', 'unknown field "metadata.bar"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), "map[foo:1 metadata:map[bar:x]]", problems);
  await assertWarned(send, 200, problems);
});

test("unknown fields of a strategic merge patch are told with their paths through merged lists", async () => {
  const { path } = await make(client, deploymentsIn(namespace), deployment());
  const containers = [
    { name: "new", image: "i" },
    { name: "c", imagePolicy: "x" },
  ];
  const patch = { spec: { bar: 1, template: { spec: { containers, zed: 1 } } } };
  const send: Send = (query) => client.patch("strategic", path, patch, { dryRun: "All", ...query });
  const problems = [
    'unknown field "spec.bar"',
    'unknown field "spec.template.spec.containers[1].imagePolicy"',
    'unknown field "spec.template.spec.zed"',
  ];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), /map\[spec:map\[bar:1 template:/, problems);
  await assertWarned(send, 200, problems);
});

test("directives of a strategic merge patch are no unknown fields", async () => {
  const { path } = await make(client, deploymentsIn(namespace), deployment());
  const containers = [
    { name: "c", image: "j" },
    { name: "d", $patch: "delete" },
  ];
  const spec = { "$setElementOrder/containers": [{ name: "c" }], containers };
  const answer = await client.patch("strategic", path, { spec: { template: { spec } } }, { fieldValidation: "Strict" });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.warnings, []);
});

test("a field given twice in a merge patch is told, the last value counts", async () => {
  const { send, created } = await patching("merge", '{"data":{"a":"1","a":"2"}}');
  const problems = ['duplicate field "data.a"'];
  const quoted = JSON.stringify({ apiVersion: "v1", data: { a: "2" }, kind: "ConfigMap", metadata: created.metadata });
  assertPatchRefused(await send({ fieldValidation: "Strict" }), quoted, problems);
  assertAnswer(await assertWarned(send, 200, problems), 200, { data: { a: "2" } });
});

test("a field given twice in a strategic merge patch is told, the last value counts", async () => {
  const { send } = await patching("strategic", '{"data":{"a":"1","a":"2"}}');
  const problems = ['duplicate field "data.a"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), "map[data:map[a:2]]", problems);
  assertAnswer(await assertWarned(send, 200, problems), 200, { data: { a: "2" } });
});

test("a field given twice in a JSON patch is told twice if it ends up in the object", async () => {
  const text = '[{"op":"add","op":"add","path":"/data","value":{"a":"1","a":"2"}}]';
  const { send } = await patching("json", text);
  const problems = [
    'json patch duplicate field "[0].op"',
    'json patch duplicate field "[0].value.a"',
    'duplicate field "data.a"',
  ];
  assertPatchRefused(
    await send({ fieldValidation: "Strict" }),
    /"data\\":\{\\"a\\":\\"1\\",\\"a\\":\\"2\\"\}/,
    problems,
  );
  assertAnswer(await assertWarned(send, 200, problems), 200, { data: { a: "2" } });
});

test("an operation of a JSON patch has unknown fields too", async () => {
  const { send } = await patching("json", [{ op: "add", path: "/data", value: { a: "1" }, extra: 1 }]);
  const problems = ['json patch unknown field "[0].extra"'];
  assertPatchRefused(await send({ fieldValidation: "Strict" }), /"data\\":\{\\"a\\":\\"1\\"\}/, problems);
  await assertWarned(send, 200, problems);
});

test("an unknown field in what is applied is an error of the server at every level", async () => {
  const { name, path } = await make(client, configMapsIn(namespace));
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, foo: 1 };
  for (const fieldValidation of ["", "Ignore", "Warn", "Strict"]) {
    const answer = await client.patch("apply", path, object, { fieldManager: "m", fieldValidation });
    assertAnswer(answer, 500, {
      kind: "Status",
      reason: undefined,
      // The namespace would be before the slash, had the body named it.
      message: `failed to create typed patch object (/${name}; /v1, Kind=ConfigMap): .foo: field not declared in schema`,
    });
    assert.deepEqual(answer.warnings, []);
  }
});

test("a key given twice in what is applied is told by its line", async () => {
  const { name, path } = await make(client, configMapsIn(namespace));
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  z: "1"\n  z: "2"\n`;
  const send: Send = (query) => client.patch("apply", path, text, { fieldManager: "m", ...query });
  const refused = await send({ fieldValidation: "Strict" });
  const message =
    'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "z" already set in map';
  assertStatus(refused, 400, "BadRequest", message);
  const answer = await assertWarned(send, 200, ['line 7: key "z" already set in map']);
  assertAnswer(answer, 200, { data: { z: "2" } });
});

test("a patch of status or scale is validated as well", async () => {
  const { path } = await make(client, deploymentsIn(namespace), deployment());
  const strict = { fieldValidation: "Strict" };
  const status = await client.patch("strategic", `${path}/status`, { status: { foo: 1 } }, strict);
  assertPatchRefused(status, "map[status:map[foo:1]]", ['unknown field "status.foo"']);
  const scale = await client.patch("merge", `${path}/scale`, { spec: { foo: 1 } }, strict);
  assertPatchRefused(scale, /\\"kind\\":\\"Scale\\"/, ['unknown field "spec.foo"']);
});
