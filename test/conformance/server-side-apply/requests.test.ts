import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertOwners, assertUntyped, configMap } from "./applying.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const manager = { fieldManager: "one" };

test("apply creates an object that is not there", async () => {
  const target = configMap(client, namespace);
  const answer = await target.apply("one", { data: { k: "v" } });
  assertOwners(answer, 201, { "one Apply": { "f:data": { "f:k": {} } } });
  assertAnswer(await client.get(target.path), 200, answer.body);
});

test("apply changes an object that is there", async () => {
  const target = configMap(client, namespace);
  const { uid } = (await target.apply("one", { data: { k: "v" } })).body.metadata;
  assertAnswer(await target.apply("one", { data: { k: "w" } }), 200, { metadata: { uid }, data: { k: "w" } });
});

test("apply needs a field manager", async () => {
  const { path } = configMap(client, namespace);
  const message = "Required value: is required for apply patch";
  for (const query of [{}, { fieldManager: "" }]) {
    assertStatus(
      await client.patch("apply", path, {}, query),
      422,
      "Invalid",
      `PatchOptions.meta.k8s.io "" is invalid: fieldManager: ${message}`,
      {
        details: {
          group: "meta.k8s.io",
          kind: "PatchOptions",
          causes: [{ reason: "FieldValueRequired", message, field: "fieldManager" }],
        },
      },
    );
  }
});

test("a field manager has at most 128 printable bytes", async () => {
  const target = configMap(client, namespace);
  const invalid = 'PatchOptions.meta.k8s.io "" is invalid: fieldManager:';
  const long = `${invalid} Too long: may not be more than 128 bytes`;
  assertStatus(await target.apply("x".repeat(129), {}), 422, "Invalid", long);
  const unprintable = `${invalid} Invalid value: "a\\nb": invalid character U+000A (at position 1)`;
  assertStatus(await target.apply("a\nb", {}), 422, "Invalid", unprintable);
  assertOwners(await target.apply("ä ö", { data: { k: "v" } }), 201, { "ä ö Apply": { "f:data": { "f:k": {} } } });
});

test("kind and apiVersion have to be those of the endpoint", async () => {
  const target = configMap(client, namespace);
  const cases: [body: Json, type: string][] = [
    [{ kind: "Secret" }, "/v1, Kind=Secret"],
    [{ kind: undefined }, "/v1, Kind="],
    [{ apiVersion: "v2" }, "/v2, Kind=ConfigMap"],
    [{ apiVersion: "apps/v1" }, "apps/v1, Kind=ConfigMap"],
    [{ apiVersion: undefined }, "/, Kind=ConfigMap"],
    [{ apiVersion: "a/b/c" }, "/, Kind="],
  ];
  for (const [body, type] of cases) {
    assertStatus(await target.apply("one", body), 400, "BadRequest", `invalid object type: ${type}`);
  }
  for (const body of ["", "{}", "null", "---\n"]) {
    const answer = await client.patch("apply", target.path, body, manager);
    assertStatus(answer, 400, "BadRequest", "invalid object type: /, Kind=");
  }
});

test("a body that is no map or no YAML cannot be decoded", async () => {
  const { path } = configMap(client, namespace);
  const json = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal";
  const cases: [body: string, message: string][] = [
    ["[]", `${json} array into Go value of type map[string]interface {}`],
    ["text", `${json} string into Go value of type map[string]interface {}`],
    ["a: b: c", "error converting YAML to JSON: yaml: mapping values are not allowed in this context"],
    ["a:\n\t- b", "error converting YAML to JSON: yaml: line 2: found character that cannot start any token"],
  ];
  for (const [body, message] of cases) {
    const answer = await client.patch("apply", path, body, manager);
    assertStatus(answer, 400, "BadRequest", `error decoding YAML: ${message}`);
  }
});

test("the body may be YAML, with comments, anchors and block texts; only the first document counts", async () => {
  const target = configMap(client, namespace);
  const body = `# A comment.
apiVersion: v1
kind: ConfigMap
metadata: &meta
  name: ${target.name}
data:
  text: |
    line one
    line two
  name: &name "5"
  same: *name
---
apiVersion: v1
kind: ConfigMap
data: { other: "document" }
`;
  assertAnswer(await client.patch("apply", target.path, body, manager), 201);
  const { data } = (await client.get(target.path)).body;
  assert.deepEqual(data, { text: "line one\nline two\n", name: "5", same: "5" });
});

// In YAML 1.1 y, yes, on and their opposites are booleans. As keys they become "true" and "false".
test("the YAML is of version 1.1: y and n are booleans", async () => {
  const target = configMap(client, namespace);
  const yaml = (data: string) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${target.name}}, data: ${data}}`;
  const object = `/${target.name}; /v1, Kind=ConfigMap`;
  const patch = (data: string) => client.patch("apply", target.path, yaml(data), manager);
  const got = (value: string) => `expected string, got &value.valueUnstructured{Value:${value}}`;
  assertUntyped(await patch("{k: y}"), object, `.data.k: ${got("true")}`);
  assertUntyped(await patch("{k: off}"), object, `.data.k: ${got("false")}`);
  assertUntyped(await patch("{k: 0o7}"), object, `.data.k: ${got("7")}`);
  const answer = await patch('{y: "1", no: "2"}');
  assertAnswer(answer, 201);
  assert.deepEqual(answer.body.data, { true: "1", false: "2" });
});

test("a key that comes twice counts once, with a warning, or is refused if validation is strict", async () => {
  const target = configMap(client, namespace);
  const body = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${target.name}\ndata:\n  k: v\n  k: w\n`;
  const send = (fieldValidation: string) => client.patch("apply", target.path, body, { ...manager, fieldValidation });
  assertStatus(
    await send("Strict"),
    400,
    "BadRequest",
    "error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n" +
      '  line 7: key "k" already set in map',
  );
  const warned = await send("Warn");
  assertAnswer(warned, 201, { data: { k: "w" } });
  assert.deepEqual(warned.warnings, ['line 7: key "k" already set in map']);
  assert.deepEqual((await send("Ignore")).warnings, []);
});

test("what the schema does not know or has with another type is refused, whatever the validation", async () => {
  const target = configMap(client, namespace);
  const object = `/${target.name}; /v1, Kind=ConfigMap`;
  const cases: [body: Json, why: string][] = [
    [{ spec: 1 }, ".spec: field not declared in schema"],
    [{ metadata: { extra: 1 } }, ".metadata.extra: field not declared in schema"],
    [{ data: "x" }, ".data: expected map, got &{x}"],
    [{ data: { k: 5 } }, ".data.k: expected string, got &value.valueUnstructured{Value:5}"],
  ];
  for (const [body, why] of cases) {
    for (const fieldValidation of ["Ignore", "Warn", "Strict"]) {
      assertUntyped(await target.apply("one", body, { fieldValidation }), object, why);
    }
  }
});

test("the body may not have managedFields, not even none, but null", async () => {
  const target = configMap(client, namespace);
  for (const managedFields of [[], [{}], [{ manager: "x" }]]) {
    const answer = await target.apply("one", { metadata: { managedFields } });
    assertStatus(answer, 400, "BadRequest", "metadata.managedFields must be nil");
  }
  assertAnswer(await target.apply("one", { metadata: { managedFields: null } }), 201);
});

test("the body has to name the object that it creates, in the namespace of the URL", async () => {
  const target = configMap(client, namespace);
  const none = `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await target.apply("one", { metadata: { name: undefined } }), 400, "BadRequest", none);
  const other = `the name of the object (other) does not match the name on the URL (${target.name})`;
  assertStatus(await target.apply("one", { metadata: { name: "other" } }), 400, "BadRequest", other);
  const space = "the namespace of the provided object does not match the namespace sent on the request";
  assertStatus(await target.apply("one", { metadata: { namespace: "other" } }), 400, "BadRequest", space);
});

// The struct `metadata` goes with what the manager gave up of it, and the name goes with the struct.
test("a body without metadata will do, unless the manager gives up metadata", async () => {
  const target = configMap(client, namespace);
  const bare = (body: Json) =>
    client.patch("apply", target.path, { apiVersion: "v1", kind: "ConfigMap", ...body }, manager);
  assertAnswer(await target.apply("one", { data: { k: "v" } }), 201);
  assertAnswer(await bare({ data: { k: "w" } }), 200, { data: { k: "w" } });
  assertAnswer(await target.apply("one", { metadata: { labels: { a: "1" } } }), 200);
  const none = `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await bare({}), 400, "BadRequest", none);
  assertAnswer(await bare({ metadata: {} }), 200, { metadata: { labels: undefined } });
});

test("a stale resourceVersion is a conflict, even for an apply without effect; to create, it is ignored", async () => {
  const target = configMap(client, namespace);
  assertAnswer(await target.apply("one", { metadata: { resourceVersion: "1" }, data: { k: "v" } }), 201);
  for (const k of ["v", "w"]) {
    const answer = await target.apply("one", { metadata: { resourceVersion: "1" }, data: { k } }, { force: true });
    const message =
      `Operation cannot be fulfilled on configmaps "${target.name}": ` +
      "the object has been modified; please apply your changes to the latest version and try again";
    assertStatus(answer, 409, "Conflict", message, { details: { name: target.name, kind: "configmaps" } });
  }
  const { resourceVersion } = (await client.get(target.path)).body.metadata;
  assertAnswer(await target.apply("one", { metadata: { resourceVersion }, data: { k: "w" } }), 200);
});

test("a uid in the body has to be the object's, and there has to be one", async () => {
  const target = configMap(client, namespace);
  assertStatus(
    await target.apply("one", { metadata: { uid: "x" } }),
    409,
    "Conflict",
    `Operation cannot be fulfilled on configmaps "${target.name}": ` +
      "uid mismatch: the provided object specified uid x, and no existing object was found",
  );
  const { uid } = (await target.apply("one", {})).body.metadata;
  const immutable = `ConfigMap "${target.name}" is invalid: metadata.uid: Invalid value: "x": field is immutable`;
  assertStatus(await target.apply("one", { metadata: { uid: "x" } }), 422, "Invalid", immutable);
  assertAnswer(await target.apply("one", { metadata: { uid } }), 200);
});

test("what the server owns in metadata is never owned by a manager", async () => {
  const target = configMap(client, namespace);
  const metadata = { namespace, creationTimestamp: "2000-01-01T00:00:00Z", generation: 7, resourceVersion: "0" };
  const answer = await target.apply("one", { metadata: { ...metadata, generateName: "g-" }, data: { k: "v" } });
  assertOwners(answer, 201, { "one Apply": { "f:data": { "f:k": {} }, "f:metadata": { "f:generateName": {} } } });
  assert.notEqual(answer.body.metadata.creationTimestamp, metadata.creationTimestamp);
});

test("dryRun=All creates nothing", async () => {
  const target = configMap(client, namespace);
  const answer = await target.apply("one", { data: { k: "v" } }, { dryRun: "All" });
  assertOwners(answer, 201, { "one Apply": { "f:data": { "f:k": {} } } });
  assert.equal(answer.body.metadata.resourceVersion, undefined);
  assertAnswer(await client.get(target.path), 404);
});

test("an invalid object is not created", async () => {
  const target = configMap(client, namespace);
  const message = /^ConfigMap "\S+" is invalid: data\[a b\]: Invalid value: "a b": a valid config key must consist of /;
  assertStatus(await target.apply("one", { data: { "a b": "c" } }), 422, "Invalid", message);
  assertAnswer(await client.get(target.path), 404);
});

test("force is true unless it is 0 or false, in any letters", async () => {
  const target = configMap(client, namespace);
  assertAnswer(await target.apply("one", { data: { k: "one" } }), 201);
  for (const force of ["0", "false", "FALSE"]) {
    assertAnswer(await target.apply("two", { data: { k: "two" } }, { force }), 409);
  }
  assertAnswer(await target.apply("two", { data: { k: "two" } }, { force: "maybe" }), 200, { data: { k: "two" } });
});

test("apply needs the right to patch, and to create what is not there", async () => {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["patch"] }];
  assertAnswer(await client.create(`${rbac}/roles`, { metadata: { name: "patcher" }, rules }), 201);
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "patcher" };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }];
  assertAnswer(await client.create(`${rbac}/rolebindings`, { metadata: { name: "patcher" }, roleRef, subjects }), 201);
  const target = configMap(client, namespace);
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: target.name }, data: { k: "v" } };
  const asAlice = () => client.patch("apply", target.path, body, manager, { as: "alice" });
  const message =
    `configmaps "${target.name}" is forbidden: User "alice" cannot create resource "configmaps" ` +
    `in API group "" in the namespace "${namespace}"`;
  await eventually(async () => assertStatus(await asAlice(), 403, "Forbidden", message));
  assertAnswer(await target.apply("two", { data: { k: "v" } }), 201);
  assertAnswer(await asAlice(), 200);
});

test("applies at the same time by different managers all go through, and one of them creates", async () => {
  const target = configMap(client, namespace);
  const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
  const answers = await Promise.all(keys.map((key) => target.apply(key, { data: { [key]: "v" } })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(9).fill(200), 201]);
  assert.deepEqual(Object.keys((await client.get(target.path)).body.data).toSorted(), keys);
});
