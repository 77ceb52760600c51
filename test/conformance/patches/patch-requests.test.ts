import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertOperationFailed, createConfigMap } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const mergeLike = ["merge", "strategic"] as const;
const configMaps = () => `/api/v1/namespaces/${namespace}/configmaps`;

test("a patch needs one of the four content types", async () => {
  const { path } = await createConfigMap(client, namespace);
  const others = [
    "application/json",
    "application/yaml",
    "text/plain",
    "application/MERGE-PATCH+json",
    "application/apply-patch+json",
    "application/apply-patch+cbor",
    "",
  ];
  for (const type of others) {
    const answer = await client.request("PATCH", path, { body: {}, headers: { "content-type": type } });
    assertStatus(answer, 415, "UnsupportedMediaType", "415: Unsupported Media Type", {
      details: (details: Json) => Object.keys(details).length === 0,
    });
  }
});

test("parameters of the content type are ignored", async () => {
  const { path } = await createConfigMap(client, namespace);
  const headers = { "content-type": "application/merge-patch+json; charset=utf-8" };
  assertAnswer(await client.request("PATCH", path, { body: { data: { k: "x" } }, headers }), 200, { data: { k: "x" } });
});

test("a patch of an object that is not there is NotFound, whatever the body", async () => {
  for (const type of ["json", "merge", "strategic"] as const) {
    for (const body of [type === "json" ? [] : {}, "{{"]) {
      const answer = await client.patch(type, `${configMaps()}/absent`, body);
      assertStatus(answer, 404, "NotFound", 'configmaps "absent" not found', {
        details: { name: "absent", kind: "configmaps" },
      });
    }
  }
});

test("a patch does not create, not even where an update would", async () => {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/absent`;
  for (const type of mergeLike) {
    const answer = await client.patch(type, path, { spec: { holderIdentity: "me" } });
    assertStatus(answer, 404, "NotFound", 'leases.coordination.k8s.io "absent" not found');
  }
});

test("a collection cannot be patched", async () => {
  const message = "the server does not allow this method on the requested resource";
  assertStatus(await client.patch("merge", configMaps(), {}), 405, "MethodNotAllowed", message);
});

test("a patch may not change the name or the namespace", async () => {
  const target = await createConfigMap(client, namespace);
  for (const type of mergeLike) {
    const name = `the name of the object (other) does not match the name on the URL (${target.name})`;
    assertStatus(await target.patch(type, { metadata: { name: "other" } }), 400, "BadRequest", name);
    const space = "the namespace of the provided object does not match the namespace sent on the request";
    assertStatus(await target.patch(type, { metadata: { namespace: "other" } }), 400, "BadRequest", space);
  }
  const none = `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await target.patch("merge", { metadata: { name: null } }), 400, "BadRequest", none);
  assertStatus(await target.patch("merge", { metadata: null }), 400, "BadRequest", none);
});

test("a namespace taken away is put back", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("json", [{ op: "remove", path: "/metadata/namespace" }]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, target.created);
});

// The cause comes twice: two layers of the server check the same rule.
test("a patch may not change the uid", async () => {
  const target = await createConfigMap(client, namespace);
  const cause = {
    reason: "FieldValueInvalid",
    message: 'Invalid value: "other": field is immutable',
    field: "metadata.uid",
  };
  for (const type of mergeLike) {
    assertStatus(
      await target.patch(type, { metadata: { uid: "other" } }),
      422,
      "Invalid",
      `ConfigMap "${target.name}" is invalid: metadata.uid: Invalid value: "other": field is immutable`,
      { details: { name: target.name, kind: "ConfigMap", causes: [cause, cause] } },
    );
  }
  assertAnswer(await target.patch("merge", { metadata: { uid: null } }), 200, {
    metadata: { uid: target.created.metadata.uid },
  });
});

test("a patch with a stale resourceVersion is a conflict, even if it changes nothing", async () => {
  const target = await createConfigMap(client, namespace);
  const message =
    `Operation cannot be fulfilled on configmaps "${target.name}": ` +
    "the object has been modified; please apply your changes to the latest version and try again";
  for (const type of mergeLike) {
    for (const data of [{ k: "other" }, {}]) {
      const answer = await target.patch(type, { metadata: { resourceVersion: "1" }, data });
      assertStatus(answer, 409, "Conflict", message, { details: { name: target.name, kind: "configmaps" } });
    }
  }
  const add = { op: "add", path: "/metadata/resourceVersion", value: "1" };
  assertStatus(await target.patch("json", [add]), 409, "Conflict", message);
});

test("a patch with the current resourceVersion, 0 or null goes through", async () => {
  const target = await createConfigMap(client, namespace);
  let { resourceVersion } = target.created.metadata;
  for (const [k, sent] of [["1", resourceVersion] as const, ["2", "0"] as const, ["3", null] as const]) {
    const answer = await target.patch("merge", { metadata: { resourceVersion: sent }, data: { k } });
    assertAnswer(answer, 200, { data: { k } });
    assert.notEqual(answer.body.metadata.resourceVersion, resourceVersion);
    resourceVersion = answer.body.metadata.resourceVersion;
  }
});

test("a resourceVersion that is no number is a mistake of the server", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { metadata: { resourceVersion: "x" }, data: { k: "x" } });
  assertAnswer(answer, 500, {
    reason: undefined,
    message: 'strconv.ParseUint: parsing "x": invalid syntax',
    code: 500,
  });
});

test("what the server owns in metadata stays as it is", async () => {
  const target = await createConfigMap(client, namespace);
  for (const metadata of [
    { creationTimestamp: "2000-01-01T00:00:00Z" },
    { creationTimestamp: null },
    { generation: 7 },
    { selfLink: "/x" },
  ]) {
    const answer = await target.patch("merge", { metadata });
    assertAnswer(answer, 200);
    assert.deepEqual(answer.body, target.created);
  }
  assertStatus(
    await target.patch("merge", { metadata: { deletionTimestamp: "2000-01-01T00:00:00Z" } }),
    422,
    "Invalid",
    `ConfigMap "${target.name}" is invalid: metadata.deletionTimestamp: ` +
      'Invalid value: "2000-01-01T00:00:00Z": field is immutable',
  );
});

test("a patch without effect keeps the resourceVersion and sends no event", async () => {
  const target = await createConfigMap(client, namespace);
  const { resourceVersion } = target.created.metadata;
  await using watch = await client.watch(configMaps(), {
    resourceVersion,
    fieldSelector: `metadata.name=${target.name}`,
  });
  for (const type of mergeLike) {
    assertAnswer(await target.patch(type, { data: { k: "v" } }), 200, { metadata: { resourceVersion } });
  }
  assertAnswer(await target.patch("json", [{ op: "replace", path: "/data/k", value: "v" }]), 200, {
    metadata: { resourceVersion },
  });
  assertAnswer(await target.patch("merge", { data: { k: "changed" } }), 200);
  const [event] = await watch.take(1);
  assert.equal(event?.object.data.k, "changed");
});

test("patches at the same time never conflict", async () => {
  const target = await createConfigMap(client, namespace);
  const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
  const answers = await Promise.all(keys.map((key) => target.patch("merge", { data: { [key]: "1" } })));
  for (const answer of answers) assertAnswer(answer, 200);
  const { data } = (await client.get(target.path)).body;
  assert.deepEqual(Object.keys(data).toSorted(), ["k", "l", ...keys].toSorted());
});

test("a test operation guards against a change in between", async () => {
  const target = await createConfigMap(client, namespace, { data: { count: "0" } });
  const operations = [
    { op: "test", path: "/data/count", value: "0" },
    { op: "replace", path: "/data/count", value: "1" },
  ];
  const answers = await Promise.all(Array.from({ length: 5 }, () => target.patch("json", operations)));
  const [first, ...others] = answers.toSorted((one, other) => one.status - other.status);
  assert.equal(first?.status, 200);
  for (const other of others) assertOperationFailed(other);
});

test("dryRun=All answers the result and stores nothing", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("merge", { data: { k: "dry" } }, { dryRun: "All" });
  assertAnswer(answer, 200, {
    metadata: { resourceVersion: target.created.metadata.resourceVersion },
    data: { k: "dry", l: "w" },
  });
  assert.deepEqual((await client.get(target.path)).body, target.created);
});

test("the options of a patch are checked", async () => {
  const target = await createConfigMap(client, namespace);
  const cases: [query: Record<string, string>, reason: string, field: string, message: string][] = [
    [{ dryRun: "Some" }, "FieldValueNotSupported", "dryRun", 'Unsupported value: ["Some"]: supported values: "All"'],
    [{ force: "true" }, "FieldValueForbidden", "force", "Forbidden: may not be specified for non-apply patch"],
    [{ force: "false" }, "FieldValueForbidden", "force", "Forbidden: may not be specified for non-apply patch"],
    [
      { fieldValidation: "Maybe" },
      "FieldValueNotSupported",
      "fieldValidation",
      'Unsupported value: "Maybe": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [
      { fieldManager: "x".repeat(129) },
      "FieldValueTooLong",
      "fieldManager",
      "Too long: may not be more than 128 bytes",
    ],
    [
      { fieldManager: "a\u0007b" },
      "FieldValueInvalid",
      "fieldManager",
      'Invalid value: "a\\ab": invalid character U+0007 (at position 1)',
    ],
  ];
  for (const [query, reason, field, message] of cases) {
    const whole = `PatchOptions.meta.k8s.io "" is invalid: ${field}: ${message}`;
    assertStatus(await target.patch("merge", {}, query), 422, "Invalid", whole, {
      details: { group: "meta.k8s.io", kind: "PatchOptions", causes: [{ reason, field, message }] },
    });
  }
});

test("a patch can be answered as PartialObjectMetadata", async () => {
  const target = await createConfigMap(client, namespace);
  const headers = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
  const answer = await client.patch("merge", target.path, { metadata: { labels: { c: "3" } } }, {}, { headers });
  assertAnswer(answer, 200, {
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: { name: target.name, labels: { a: "1", c: "3" } },
    data: undefined,
  });
});

test("a patch that takes the last finalizer away ends an object that is being deleted", async () => {
  const target = await createConfigMap(client, namespace);
  assertAnswer(await client.delete(target.path), 200, { metadata: { deletionTimestamp: /./ } });
  assertStatus(
    await target.patch("json", [{ op: "add", path: "/metadata/finalizers/-", value: "e.io/4" }]),
    422,
    "Invalid",
    `ConfigMap "${target.name}" is invalid: metadata.finalizers: Forbidden: ` +
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"e.io/4"}',
  );
  assertAnswer(await target.patch("merge", { metadata: { finalizers: null } }), 200);
  assertAnswer(await client.get(target.path), 404);
});

test("a patch needs the right to patch, and no other", async () => {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const { path } = await createConfigMap(client, namespace);
  const forbidden =
    /^configmaps "\S+" is forbidden: User "eve" cannot patch resource "configmaps" in API group "" in the namespace "/;
  assertStatus(await client.patch("merge", path, {}, {}, { as: "eve" }), 403, "Forbidden", forbidden);
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["patch"] }];
  assertAnswer(await client.create(`${rbac}/roles`, { metadata: { name: "patcher" }, rules }), 201);
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "patcher" };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }];
  assertAnswer(await client.create(`${rbac}/rolebindings`, { metadata: { name: "patcher" }, roleRef, subjects }), 201);
  await eventually(async () => {
    const answer = await client.patch("merge", path, { data: { k: "alice" } }, {}, { as: "alice" });
    assertAnswer(answer, 200, { data: { k: "alice" } });
  });
});
