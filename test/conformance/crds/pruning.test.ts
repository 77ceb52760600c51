import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import { installSpecs, invalid, required, type Specs, withSpec } from "./schemas.ts";
import { dnsLabel, untilListed, version } from "./widgets.ts";

const client = connect();
let crd: Specs;

const text = { type: "string" };
const known = { type: "object", properties: { a: text } };
const keep = { "x-kubernetes-preserve-unknown-fields": true };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true };

const properties = {
  a: text,
  object: known,
  empty: { type: "object" },
  list: { type: "array", items: known },
  lists: { type: "array", items: { type: "array", items: known } },
  map: { type: "object", additionalProperties: known },
  anyMap: { type: "object", additionalProperties: true },
  kept: { type: "object", ...keep, properties: { known } },
  keptAny: keep,
  keptList: { type: "array", items: { type: "object", ...keep } },
  resource: { ...embedded, properties: { spec: known } },
  keptResource: { ...embedded, ...keep },
  resources: { type: "array", items: { ...embedded, ...keep } },
};

before(async () => {
  crd = await installSpecs(client, withSpec({ type: "object", properties }));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

/** Asserts what is left of a spec, and which fields the warnings name. */
async function assertPruned(spec: Json, left: Json, ...fields: string[]): Promise<void> {
  const answer = await crd.judge(spec);
  assertAnswer(answer, 201);
  assert.deepEqual(answer.body.spec, left);
  assert.deepEqual(
    answer.warnings,
    fields.map((field) => `unknown field "${field}"`),
  );
}

test("a field that the schema does not have is dropped, with a warning", async () => {
  await assertPruned({ a: "x", b: 1, c: { d: 1 } }, { a: "x" }, "spec.b", "spec.c");
  await assertPruned({ object: { a: "x", b: 1 } }, { object: { a: "x" } }, "spec.object.b");
});

test("an object without properties has none", async () => {
  await assertPruned({ empty: { a: "x" } }, { empty: {} }, "spec.empty.a");
});

test("items of lists and values of maps are pruned", async () => {
  await assertPruned(
    { list: [{ a: "x", b: 1 }, { b: 2 }] },
    { list: [{ a: "x" }, {}] },
    "spec.list[0].b",
    "spec.list[1].b",
  );
  await assertPruned({ lists: [[{ b: 1 }]] }, { lists: [[{}]] }, "spec.lists[0][0].b");
  await assertPruned({ map: { k: { a: "x", b: 1 } } }, { map: { k: { a: "x" } } }, "spec.map.k.b");
});

test("additionalProperties: true keeps any key, but no fields of its value", async () => {
  await assertPruned(
    { anyMap: { k: { a: 1 }, s: "x", l: [1] } },
    { anyMap: { k: {}, s: "x", l: [1] } },
    "spec.anyMap.k.a",
  );
});

test("nothing is warned of when field validation is Ignore, and nothing is created when it is Strict", async () => {
  const widget = crd.widget("v1", "a", { spec: { b: 1, object: { c: 1 } }, data: {} });
  const path = crd.at("v1", crd.namespace);
  const ignored = await client.create(path, widget, { fieldValidation: "Ignore", dryRun: "All" });
  assertAnswer(ignored, 201, { spec: { b: undefined }, data: undefined });
  assert.deepEqual(ignored.warnings, []);
  assertStatus(
    await client.create(path, widget, { fieldValidation: "Strict", dryRun: "All" }),
    400,
    "BadRequest",
    'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "data", unknown field "spec.b", unknown field "spec.object.c"',
  );
});

test("beside metadata the root is pruned as well, and so are unknown fields of metadata", async () => {
  const widget = crd.widget("v1", "a", { metadata: { labels: { a: "b" }, nickname: "b" }, data: 1, status: {} });
  const answer = await client.create(crd.at("v1", crd.namespace), widget, { dryRun: "All" });
  assertAnswer(answer, 201, {
    metadata: { name: "a", labels: { a: "b" }, nickname: undefined },
    data: undefined,
    status: undefined,
  });
  assert.deepEqual(answer.warnings, [
    'unknown field "metadata.nickname"',
    'unknown field "data"',
    'unknown field "status"',
  ]);
});

test("metadata of the wrong type cannot be read", async () => {
  const widget = crd.widget("v1", "a", { metadata: { labels: { a: 1 } } });
  assertStatus(
    await client.create(crd.at("v1", crd.namespace), widget, { dryRun: "All" }),
    400,
    "BadRequest",
    'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
  );
});

test("where unknown fields are preserved, known ones are still pruned inside", async () => {
  await assertPruned(
    { kept: { z: { deep: [1, { x: null }] }, known: { a: "x", b: 1 } } },
    { kept: { z: { deep: [1, { x: null }] }, known: { a: "x" } } },
    "spec.kept.known.b",
  );
});

test("a preserved value without a type is anything", async () => {
  for (const keptAny of [5, "a", true, [1, { b: null }], { a: { b: [null] } }]) {
    await assertPruned({ keptAny }, { keptAny });
  }
  await assertPruned({ keptList: [{ a: 1 }, {}] }, { keptList: [{ a: 1 }, {}] });
});

test("a patch is pruned in its result", async () => {
  assertAnswer(await crd.create("patched", { spec: { a: "x" } }), 201);
  const path = crd.at("v1", crd.namespace, "patched");
  const merged = await client.patch("merge", path, { spec: { b: 1, object: { a: "y", b: 2 } } });
  assertAnswer(merged, 200, { spec: { a: "x", b: undefined, object: { a: "y", b: undefined } } });
  assert.deepEqual(merged.warnings, ['unknown field "spec.b"', 'unknown field "spec.object.b"']);
  const added = await client.patch("json", path, [{ op: "add", path: "/spec/c", value: 1 }]);
  assertAnswer(added, 200, { spec: { c: undefined }, metadata: { generation: 2 } });
});

test("an unknown field that is applied is an error of the server", async () => {
  assertAnswer(await crd.create("applied", { spec: { a: "x" } }), 201);
  const path = crd.at("v1", crd.namespace, "applied");
  const apply = (spec: Json) =>
    client.patch("apply", path, crd.widget("v1", "applied", { spec }), { fieldManager: "tests" });
  const where = `(/applied; ${crd.group}/v1, Kind=Widget)`;
  const answer = await apply({ object: { b: 1 } });
  assertAnswer(answer, 500, {
    kind: "Status",
    message: `failed to create typed patch object ${where}: .spec.object.b: field not declared in schema`,
    code: 500,
  });
  assertAnswer(await apply({ kept: { z: 1 } }), 200, { spec: { a: "x", kept: { z: 1 } } });
});

test("what a changed schema no longer has is gone from reads, and stored until the next write", async () => {
  const before = { type: "object", properties: { a: text, b: text } };
  await using changing = await installSpecs(client, withSpec(before));
  assertAnswer(await changing.create("a", { spec: { a: "x", b: "y" } }), 201);
  const path = changing.at("v1", changing.namespace, "a");
  const versions = (spec: Json) => [
    version("v1", { schema: { openAPIV3Schema: { type: "object", properties: { spec } } } }),
  ];
  assertAnswer(await client.patch("merge", changing.path, { spec: { versions: versions(known) } }), 200);
  const read = await eventually(async () => {
    const answer = await client.get(path);
    assertAnswer(answer, 200, { spec: { a: "x", b: undefined }, metadata: { generation: 1 } });
    return answer.body;
  });
  const all = changing.at("v1", changing.namespace);
  await untilListed(client, all);
  assertAnswer(await client.get(all), 200, { items: [{ spec: { a: "x", b: undefined } }] });
  assertAnswer(await client.patch("merge", changing.path, { spec: { versions: versions(before) } }), 200);
  await eventually(async () =>
    assertAnswer(await client.get(path), 200, {
      spec: { a: "x", b: "y" },
      metadata: { resourceVersion: read.metadata.resourceVersion },
    }),
  );
});

test("an embedded resource keeps kind, apiVersion and the metadata that Kubernetes knows", async () => {
  const metadata = { name: "x", labels: { a: "b" }, finalizers: ["example.com/x"] };
  await assertPruned(
    {
      resource: {
        apiVersion: "v1",
        kind: "Thing",
        metadata: { ...metadata, nickname: "y" },
        spec: { a: "x", b: 1 },
        data: 1,
      },
    },
    { resource: { apiVersion: "v1", kind: "Thing", metadata, spec: { a: "x" } } },
    "spec.resource.data",
    "spec.resource.spec.b",
    "spec.resource.metadata.nickname",
  );
});

test("the metadata of an embedded resource is written again, without what is empty", async () => {
  await assertPruned(
    {
      keptResource: {
        apiVersion: "v1",
        kind: "Thing",
        metadata: { name: "a", creationTimestamp: null, ownerReferences: [], labels: {} },
        data: { a: 1 },
      },
    },
    { keptResource: { apiVersion: "v1", kind: "Thing", metadata: { name: "a" }, data: { a: 1 } } },
  );
});

test("an embedded resource has a kind and an apiVersion", async () => {
  await crd.assertRefused(
    { resource: { spec: {} } },
    required("spec.resource.apiVersion"),
    required("spec.resource.kind"),
  );
  await crd.assertRefused(
    { resources: [{ apiVersion: "v1", kind: "Thing" }, { kind: "Thing" }] },
    required("spec.resources[1].apiVersion"),
  );
  await crd.assertRefused(
    { resource: { apiVersion: "a/b/c", kind: "Thing" } },
    invalid("spec.resource.apiVersion", '"a/b/c": unexpected GroupVersion string: a/b/c'),
  );
  await crd.assertRefused(
    { resource: { apiVersion: "v1", kind: "a thing" } },
    invalid("spec.resource.kind", `"a thing": may have mixed case, but should otherwise match: ${dnsLabel}`),
  );
});

test("the metadata of an embedded resource is valid, but for the name, whose rules its kind decides", async () => {
  await assertPruned(
    { resource: { apiVersion: "v1", kind: "Thing", metadata: { name: "A_B" } } },
    { resource: { apiVersion: "v1", kind: "Thing", metadata: { name: "A_B" } } },
  );
  await crd.assertRefused(
    { resource: { apiVersion: "v1", kind: "Thing", metadata: { labels: { a: "b c" } } } },
    invalid(
      "spec.resource.metadata.labels",
      `"b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ),
  );
});

test("an embedded resource whose kind or metadata has the wrong type cannot be read", async () => {
  const cases: [Json, string][] = [
    [{ kind: 1 }, "kind: Invalid value: 1: must be a string"],
    [
      { metadata: { labels: { a: 1 } } },
      'metadata: Invalid value: {"labels":{"a":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    [
      { metadata: "x" },
      'metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
    ],
  ];
  for (const [wrong, message] of cases) {
    assertStatus(
      await crd.judge({ resource: { apiVersion: "v1", kind: "Thing", ...wrong } }),
      400,
      "BadRequest",
      `Widget in version "v1" cannot be handled as a Widget: spec.resource.${message}`,
    );
  }
});
