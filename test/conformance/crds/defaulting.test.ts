import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";
import {
  assertSchemaRefused,
  assertSpecRefused,
  forbidden,
  installSpecs,
  invalid,
  required,
  type Specs,
  unsupported,
  withSchema,
  withSpec,
  wrongType,
} from "./schemas.ts";
import { definitions, dnsLabel, untilListed } from "./widgets.ts";

const client = connect();
let crd: Specs;

const text = { type: "string" };
const preserve = { "x-kubernetes-preserve-unknown-fields": true };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true, ...preserve };
const labelRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

function fallback(value: string): Json {
  return { type: "string", default: value };
}

const deep = { type: "object", default: {}, properties: { color: fallback("red") } };
const spec = {
  type: "object",
  properties: {
    size: fallback("small"),
    count: { type: "integer", default: 0 },
    on: { type: "boolean", default: false },
    names: { type: "array", items: text, default: ["first"] },
    maybe: { type: "string", nullable: true, default: "yes" },
    chain: { type: "object", default: {}, properties: { link: fallback("iron"), deep } },
    object: { type: "object", required: ["size"], properties: { size: fallback("medium") } },
    list: { type: "array", items: { type: "object", properties: { size: fallback("large") } } },
    map: { type: "object", additionalProperties: { type: "object", properties: { size: fallback("huge") } } },
    words: { type: "array", items: fallback("word") },
    dictionary: { type: "object", additionalProperties: fallback("meaning") },
    kept: { type: "object", ...preserve, properties: { size: fallback("kept") } },
  },
};
const status = { type: "object", default: {}, properties: { phase: fallback("Pending") } };

/** What a spec without anything becomes. */
const defaulted = {
  size: "small",
  count: 0,
  on: false,
  names: ["first"],
  maybe: "yes",
  chain: { link: "iron", deep: { color: "red" } },
};

before(async () => {
  const schema = { type: "object", properties: { spec, status } };
  crd = await installSpecs(client, withSchema(schema, { subresources: { status: {} } }));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

async function assertDefaulted(given: Json, expected: Json): Promise<void> {
  const answer = await crd.judge(given);
  assertAnswer(answer, 201);
  assert.deepEqual(answer.body.spec, { ...defaulted, ...expected });
}

describe("defaults of objects", () => {
  test("a field that is missing gets its default, and a default is defaulted itself", async () => {
    await assertDefaulted({}, {});
    await assertDefaulted({ chain: { link: "steel" } }, { chain: { link: "steel", deep: { color: "red" } } });
  });

  test("a field that is there keeps its value, be it empty", async () => {
    const given = { size: "", count: 5, on: true, names: [] };
    await assertDefaulted(given, given);
  });

  test("what is inside of an object that is missing is not defaulted", async () => {
    const answer = await client.create(crd.at("v1", crd.namespace), crd.widget("v1", "a"), { dryRun: "All" });
    assertAnswer(answer, 201, { spec: undefined });
    await assertDefaulted({ object: {} }, { object: { size: "medium" } });
  });

  test("null gets the default, unless the field is nullable", async () => {
    await assertDefaulted({ size: null, names: null, chain: null, maybe: null }, { maybe: null });
  });

  test("items of lists and values of maps get their fields' defaults", async () => {
    await assertDefaulted(
      { list: [{}, { size: "own" }], map: { a: {}, b: { size: "own" } } },
      { list: [{ size: "large" }, { size: "own" }], map: { a: { size: "huge" }, b: { size: "own" } } },
    );
  });

  test("an item or a value that is null gets the default of items or values", async () => {
    await assertDefaulted(
      { words: [null, "a"], dictionary: { a: null, b: "own" } },
      { words: ["word", "a"], dictionary: { a: "meaning", b: "own" } },
    );
    await crd.assertRefused({ list: [null] }, wrongType("spec.list[0]", "object", "null"));
  });

  test("a required field with a default need not be said", async () => {
    await assertDefaulted({ object: { size: null } }, { object: { size: "medium" } });
  });

  test("defaults come where unknown fields are preserved, too", async () => {
    await assertDefaulted({ kept: { other: 1 } }, { kept: { other: 1, size: "kept" } });
  });

  test("a status that cannot be set by a create has its defaults in the answer", async () => {
    assertAnswer(await crd.create("with-status", { spec: {}, status: { phase: "Running" } }), 201, {
      status: { phase: "Pending" },
    });
    const path = `${crd.at("v1", crd.namespace, "with-status")}/status`;
    assertAnswer(await client.patch("merge", path, { status: { phase: "Running" } }), 200, {
      status: { phase: "Running" },
    });
    assertAnswer(await client.patch("merge", path, { status: null }), 200, { status: { phase: "Pending" } });
  });

  test("removing a field by a patch brings its default back", async () => {
    assertAnswer(await crd.create("patched", { spec: { size: "own" } }), 201);
    const path = crd.at("v1", crd.namespace, "patched");
    const merged = await client.patch("merge", path, { spec: { size: null } });
    assertAnswer(merged, 200, { spec: { size: "small" }, metadata: { generation: 2 } });
    // Removed and defaulted again to what it was, the object is the same, and nothing is written.
    assertAnswer(await client.patch("json", path, [{ op: "remove", path: "/spec/size" }]), 200, {
      spec: { size: "small" },
      metadata: { generation: 2, resourceVersion: merged.body.metadata.resourceVersion },
    });
  });

  test("an update without the field gets the default as well", async () => {
    const created = await crd.create("updated", { spec: { size: "own", count: 3 } });
    assertAnswer(created, 201);
    const widget = { ...created.body, spec: { count: 4 } };
    assertAnswer(await client.update(crd.at("v1", crd.namespace, "updated"), widget), 200, {
      spec: { ...defaulted, count: 4 },
    });
  });

  test("a creator owns the defaults, one who applies does not", async () => {
    const created = await crd.create("owned", { spec: {} });
    const { chain, ...simple } = defaulted;
    const owned = Object.fromEntries(Object.keys(simple).map((field) => [`f:${field}`, {}]));
    const inChain = { ".": {}, "f:link": {}, "f:deep": { ".": {}, "f:color": {} } };
    assertAnswer(created, 201, {
      metadata: { managedFields: [{ operation: "Update", fieldsV1: { "f:spec": { ...owned, "f:chain": inChain } } }] },
    });
    const applied = await client.patch(
      "apply",
      crd.at("v1", crd.namespace, "applied"),
      crd.widget("v1", "applied", { spec: { size: "own" } }),
      { fieldManager: "tests" },
    );
    assertAnswer(applied, 201, { spec: { ...defaulted, size: "own" } });
    assert.deepEqual(applied.body.metadata.managedFields[0].fieldsV1, { "f:spec": { "f:size": {} } });
  });

  test("a new default is in what is read of old objects, and a changed one only in new objects", async () => {
    await using changing = await installSpecs(client, withSpec({ type: "object", properties: { old: fallback("a") } }));
    const created = await changing.create("a", { spec: {} });
    assertAnswer(created, 201, { spec: { old: "a" } });
    const path = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
    const change = [
      { op: "replace", path: `${path}/old/default`, value: "b" },
      { op: "add", path: `${path}/new`, value: fallback("c") },
    ];
    assertAnswer(await client.patch("json", changing.path, change), 200);
    const { resourceVersion } = created.body.metadata;
    const expected = { spec: { old: "a", new: "c" }, metadata: { resourceVersion, generation: 1 } };
    const own = changing.at("v1", changing.namespace, "a");
    await eventually(async () => assertAnswer(await client.get(own), 200, expected));
    const all = changing.at("v1", changing.namespace);
    await untilListed(client, all);
    assertAnswer(await client.get(all), 200, { items: [expected] });
    await using watch = await client.watch(all);
    assert.equal((await watch.take(1))[0]?.object.spec.new, "c");
    // It is stored with the next write, which is no change of the spec.
    assertAnswer(await client.patch("merge", own, { metadata: { labels: { a: "b" } } }), 200, {
      spec: { old: "a", new: "c" },
      metadata: { generation: 1 },
    });
    assertAnswer(await changing.judge({}), 201, { spec: { old: "b", new: "c" } });
  });
});

describe("defaults in a schema", { concurrency: true }, () => {
  test("a default is valid by its own schema", async () => {
    // The validator begins at the default, so that the path in front of "in body" is empty.
    await assertSpecRefused(client, { type: "string", default: 1 }, [
      "FieldValueTypeInvalid",
      ".default",
      'Invalid value: "integer":  in body must be of type string: "integer"',
    ]);
    await assertSpecRefused(client, { type: "string", maxLength: 1, default: "abc" }, [
      "FieldValueTooLong",
      ".default",
      "Too long: may not be more than 1 byte",
    ]);
    await assertSpecRefused(
      client,
      { type: "string", enum: ["a"], default: "b" },
      unsupported(".default", '"b": supported values: "a"'),
    );
    await assertSpecRefused(
      client,
      { type: "string", pattern: "^a$", default: "b" },
      invalid(".default", `"b":  in body should match '^a$'`),
    );
    const items = { type: "object", properties: { a: { type: "boolean", default: "yes" } } };
    await assertSpecRefused(client, { type: "array", items }, [
      "FieldValueTypeInvalid",
      ".items.properties[a].default",
      'Invalid value: "string":  in body must be of type boolean: "string"',
    ]);
  });

  test("a default has what is required, even if that has a default itself", async () => {
    const object = { type: "object", properties: { a: fallback("x") }, required: ["a"] };
    await assertSpecRefused(client, { ...object, default: {} }, required(".default.a"));
  });

  test("a default has no unknown fields, unless they are preserved", async () => {
    const given = { type: "object", properties: { a: text }, default: { a: "x", b: 1 } };
    await assertSpecRefused(client, given, invalid(".default", '{"a":"x","b":1}: must not have unknown fields'));
    assertAnswer(await client.create(definitions, withSpec({ ...given, ...preserve }), { dryRun: "All" }), 201);
  });

  test("a default of null is no default", async () => {
    for (const nullable of [true, false]) {
      const definition = withSpec({ type: "string", nullable, default: null });
      const answer = await client.create(definitions, definition, { dryRun: "All" });
      assertAnswer(answer, 201);
      const { spec } = answer.body.spec.versions[0].schema.openAPIV3Schema.properties;
      assert.equal(spec.default, undefined);
    }
  });

  test("a default is valid by the rules on its own schema, not by those around it", async () => {
    const rule = { rule: "self < 3", message: "too large" };
    await assertSpecRefused(
      client,
      { type: "integer", default: 5, "x-kubernetes-validations": [rule] },
      invalid(".default", "5: too large"),
    );
    const around = {
      type: "object",
      properties: { a: { type: "integer", default: 5 } },
      "x-kubernetes-validations": [{ rule: "self.a < 3" }],
    };
    assertAnswer(await client.create(definitions, withSpec(around), { dryRun: "All" }), 201);
  });

  test("a transition rule sees the default as the old value, and as the first one", async () => {
    const schema = (rule: Json) => ({ type: "integer", default: 5, "x-kubernetes-validations": [rule] });
    await assertSpecRefused(
      client,
      schema({ rule: "self < oldSelf" }),
      invalid(".default", "5: failed rule: self < oldSelf"),
    );
    await assertSpecRefused(
      client,
      schema({ rule: "oldSelf.hasValue()", optionalOldSelf: true }),
      invalid(".default", "5: failed rule: oldSelf.hasValue()"),
    );
  });

  test("kind, apiVersion and metadata of the root have no defaults", async () => {
    await assertSchemaRefused(
      client,
      { type: "object", properties: { apiVersion: fallback("v1") } },
      forbidden(".properties[apiVersion].default", "must not be set in top-level apiVersion"),
    );
    await assertSchemaRefused(
      client,
      { type: "object", properties: { metadata: { type: "object", properties: { name: fallback("a") } } } },
      forbidden(".properties[metadata].properties[name].default", "must not be set in top-level metadata"),
    );
    await assertSchemaRefused(
      client,
      { type: "object", default: {} },
      required(".default.apiVersion"),
      required(".default.kind"),
    );
  });

  test("the default of an embedded resource is a resource", async () => {
    await assertSpecRefused(
      client,
      { ...embedded, default: {} },
      required(".default.apiVersion"),
      required(".default.kind"),
    );
    await assertSpecRefused(
      client,
      { ...embedded, default: { apiVersion: "v1", kind: "Thing", metadata: { labels: { a: "b c" } } } },
      invalid(".default.metadata.labels", `"b c": ${labelRule}`),
    );
  });

  test("defaults inside of an embedded resource's metadata make it valid", async () => {
    await assertSpecRefused(
      client,
      { ...embedded, properties: { kind: fallback("a thing") } },
      invalid(
        ".properties[kind].default",
        `"a thing": must result in valid metadata: kind: Invalid value: "a thing": may have mixed case, but should otherwise match: ${dnsLabel}`,
      ),
    );
    const labels = { type: "object", properties: { a: fallback("b c") } };
    await assertSpecRefused(
      client,
      { ...embedded, properties: { metadata: { type: "object", properties: { labels } } } },
      invalid(
        ".properties[metadata].properties[labels].properties[a].default",
        `"b c": must result in valid metadata: metadata.labels: Invalid value: "b c": ${labelRule}`,
      ),
    );
  });

  test("a default that breaks its list type or is no int or string is not noticed", async () => {
    const set = { type: "array", items: text, "x-kubernetes-list-type": "set", default: ["a", "a"] };
    for (const schema of [set, { "x-kubernetes-int-or-string": true, default: 1.5 }]) {
      assertAnswer(await client.create(definitions, withSpec(schema), { dryRun: "All" }), 201);
    }
  });
});
