import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertUnreadable, createConfigMap, createDeployment } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

test("a merge patch sets, adds and, by null, removes keys", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { data: { k: "x", l: null, m: "y" } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.data, { k: "x", m: "y" });
});

test("null for a whole map removes it, and an empty map changes nothing", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await target.patch("merge", { data: {} }), 200, { data: { k: "v", l: "w" } });
  assertAnswer(await target.patch("merge", {}), 200, { data: { k: "v", l: "w" } });
  assertAnswer(await target.patch("merge", { data: null }), 200, { data: undefined });
});

test("null for a key that is not there does nothing", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { data: { none: null }, binaryData: null });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, target.created);
});

test("nulls in a map that is new are left out", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { metadata: { annotations: { a: "b", c: null } } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.metadata.annotations, { a: "b" });
});

test("a merge patch replaces lists whole", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await target.patch("merge", { metadata: { finalizers: ["e.io/9"] } }), 200, {
    metadata: { finalizers: ["e.io/9"] },
  });
  const deployment = await createDeployment(client, namespace);
  const containers = [{ name: "c", image: "c:1" }];
  const answer = await deployment.patch("merge", { spec: { template: { spec: { containers } } } });
  assertAnswer(answer, 200);
  assert.deepEqual(
    answer.body.spec.template.spec.containers.map(({ name }: Json) => name),
    ["c"],
  );
});

test("the directives of a strategic merge patch mean nothing in a merge patch", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { data: { $patch: "replace", m: "x" } });
  assertStatus(
    answer,
    422,
    "Invalid",
    /^ConfigMap "\S+" is invalid: data\[\$patch\]: Invalid value: "\$patch": a valid config key /,
  );
});

test("a field with a default that is removed has the default again", async () => {
  const target = await createDeployment(client, namespace);
  assertAnswer(await target.patch("merge", { spec: { replicas: 3, revisionHistoryLimit: 2 } }), 200, {
    metadata: { generation: 2 },
    spec: { replicas: 3, revisionHistoryLimit: 2 },
  });
  for (const type of ["merge", "strategic"] as const) {
    assertAnswer(await target.patch(type, { spec: { replicas: null, revisionHistoryLimit: null } }), 200, {
      metadata: { generation: 3 },
      spec: { replicas: 1, revisionHistoryLimit: 10 },
    });
  }
});

test("a merge patch may not make an object one of another kind", async () => {
  const target = await createConfigMap(client, namespace);
  const scheme = 'in scheme "pkg/runtime/scheme.go:111"';
  assertUnreadable(
    await target.patch("merge", { kind: "Other" }),
    /\\"kind\\":\\"Other\\"/,
    `no kind "Other" is registered for version "v1" ${scheme}`,
  );
  assertUnreadable(
    await target.patch("merge", { apiVersion: "v2" }),
    /\\"apiVersion\\":\\"v2\\"/,
    `no kind "ConfigMap" is registered for version "v2" ${scheme}`,
  );
  assertUnreadable(
    await target.patch("merge", { apiVersion: "apps/v1", kind: "Deployment" }),
    /\\"kind\\":\\"Deployment\\"/,
    "converting (v1.Deployment) to (core.ConfigMap): unknown conversion",
  );
});

test("a strategic merge patch may name any kind and version: they are not looked at", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("strategic", { apiVersion: "other/v2", kind: "Other", data: { k: "x" } });
  assertAnswer(answer, 200, { apiVersion: "v1", kind: "ConfigMap", data: { k: "x" } });
});

test("a patch of an immutable ConfigMap is refused", async () => {
  const target = await createConfigMap(client, namespace, { immutable: true });
  assertStatus(
    await target.patch("merge", { data: { k: "x" } }),
    422,
    "Invalid",
    `ConfigMap "${target.name}" is invalid: data: Forbidden: field is immutable when \`immutable\` is set`,
  );
});

test("owners named twice are kept once, with a warning", async () => {
  const target = await createConfigMap(client, namespace);
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u" };
  const answer = await target.patch("merge", { metadata: { ownerReferences: [owner, owner] } });
  assertAnswer(answer, 200, { metadata: { ownerReferences: [owner] } });
  assert.deepEqual(answer.warnings, [
    ".metadata.ownerReferences contains duplicate entries after mutating admission happens; " +
      "API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; " +
      "please fix your requests; duplicate UID(s) observed: u",
  ]);
});

/** Manager, operation and owned fields of each entry, by the manager's name: entries are in order of time. */
function managers(object: Json): Json[] {
  return object.metadata.managedFields
    .map(({ manager, operation, fieldsV1 }: Json) => [manager, operation, fieldsV1])
    .toSorted(([one]: [string], [other]: [string]) => (one < other ? -1 : 1));
}

test("each patch records what it changed for its field manager", async () => {
  const target = await createConfigMap(client, namespace, { metadata: {}, data: { k: "v" } });
  await target.patch("merge", { data: { m: "1" } }, { fieldManager: "one" });
  await target.patch("json", [{ op: "add", path: "/data/n", value: "1" }], { fieldManager: "two" });
  const answer = await target.patch("strategic", { data: { o: "1", k: "v" } }, { fieldManager: "three" });
  assertAnswer(answer, 200);
  assert.deepEqual(managers(answer.body), [
    ["conformance", "Update", { "f:data": { ".": {}, "f:k": {} } }],
    ["one", "Update", { "f:data": { "f:m": {} } }],
    ["three", "Update", { "f:data": { "f:o": {} } }],
    ["two", "Update", { "f:data": { "f:n": {} } }],
  ]);
});

test("the field manager is the User-Agent up to its slash, if the query names none", async () => {
  const target = await createConfigMap(client, namespace, { metadata: {}, data: { k: "v", l: "w" } });
  const agents: [agent: string, manager: string][] = [
    ["some tool/1.2 (linux)", "some tool"],
    ["", "unknown"],
    ["x".repeat(200), "x".repeat(128)],
  ];
  for (const [agent, manager] of agents) {
    const options = { headers: { "user-agent": agent } };
    const answer = await client.patch("merge", target.path, { data: { k: manager } }, {}, options);
    assertAnswer(answer, 200);
    assert.deepEqual(managers(answer.body), [
      ["conformance", "Update", { "f:data": { ".": {}, "f:l": {} } }],
      [manager, "Update", { "f:data": { "f:k": {} } }],
    ]);
  }
});
