import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { anything, assertNotCreated, type Installed, install, version, widgets } from "./widgets.ts";

const client = connect();
let crd: Installed;

const text = { type: "string" };
const openAPIV3Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        color: text,
        on: { type: "boolean" },
        count: { type: "integer" },
        size: { type: "string", default: "small" },
        ...Object.fromEntries([..."abcdefghi"].map((letter) => [letter, text])),
        share: { type: "number" },
        list: { type: "array", items: text },
        map: { type: "object", additionalProperties: text },
        either: { "x-kubernetes-int-or-string": true },
      },
    },
    status: { type: "object", properties: { phase: text } },
  },
};

function selectable(...paths: string[]): Json {
  return version("v1", {
    schema: { openAPIV3Schema },
    subresources: { status: {} },
    selectableFields: paths.map((jsonPath) => ({ jsonPath })),
  });
}

before(async () => {
  const v1 = selectable(".spec.color", ".spec.on", ".spec.count", ".spec.size", ".status.phase");
  crd = await install(client, widgets([v1, version("v2")]));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

/** A namespace with Widgets of these names and specs. */
async function given(specs: Record<string, Json>): Promise<string> {
  const namespace = await client.namespace();
  for (const [name, spec] of Object.entries(specs)) {
    assertAnswer(await client.create(crd.at("v1", namespace), crd.widget("v1", name, { spec })), 201);
  }
  return namespace;
}

async function namesOf(namespace: string, fieldSelector: string): Promise<string[]> {
  const answer = await client.get(crd.at("v1", namespace), { fieldSelector });
  assertAnswer(answer, 200);
  return answer.body.items.map(({ metadata }: Json) => metadata.name);
}

async function assertPathRefused(path: string, message: string): Promise<void> {
  await assertNotCreated(client, widgets([selectable(path)]), [
    "FieldValueInvalid",
    "spec.selectableFields[0].jsonPath",
    `Invalid value: "${path}": ${message}`,
  ]);
}

test("a selectable field is a field of the schema", async () => {
  await assertPathRefused(".spec.unknown", "is an invalid path: does not refer to a valid field");
  await assertPathRefused(".metadata.name", "is an invalid path: does not refer to a valid field");
  await assertPathRefused("spec.color", "is an invalid path: expected [ or . but got: spec");
  await assertPathRefused(".spec.list[0]", "is an invalid path: array notation is not allowed");
  await assertPathRefused(".spec.map['key']", "is an invalid path: array notation is not allowed");
  await assertNotCreated(client, widgets([selectable("")]), [
    "FieldValueRequired",
    "spec.selectableFields[0].jsonPath",
    "Required value",
  ]);
});

test("a selectable field is a string, a boolean or an integer", async () => {
  const message =
    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
  for (const path of [".spec", ".spec.share", ".spec.list", ".spec.map", ".spec.either"]) {
    await assertPathRefused(path, message);
  }
});

test("selectable fields are unique and at most eight", async () => {
  await assertNotCreated(client, widgets([selectable(".spec.a", ".spec.a")]), [
    "FieldValueDuplicate",
    "spec.selectableFields[1].jsonPath",
    'Duplicate value: ".spec.a"',
  ]);
  await assertNotCreated(client, widgets([selectable(...[..."abcdefghi"].map((letter) => `.spec.${letter}`))]), [
    "FieldValueTooMany",
    "spec.selectableFields",
    "Too many: 9: must have at most 8 items",
  ]);
});

test("versions with one schema between them cannot differ in selectable fields", async () => {
  // What all versions share moves to the top of the internal type, where the check of a version's fields finds no schema. The
  // message says the opposite of what it means.
  const v2 = version("v2", { schema: { openAPIV3Schema }, subresources: { status: {} } });
  await assertNotCreated(client, widgets([selectable(".spec.color"), v2]), [
    "FieldValueInvalid",
    "spec.versions[0].selectableFields",
    'Invalid value: "": may only be set when `version.schema.openAPIV3Schema` is not included',
  ]);
});

test("a field of a schema that only preserves unknown fields is not selectable", async () => {
  const open = version("v1", {
    schema: { openAPIV3Schema: anything },
    selectableFields: [{ jsonPath: ".spec.color" }],
  });
  await assertNotCreated(client, widgets([open]), [
    "FieldValueInvalid",
    "spec.selectableFields[0].jsonPath",
    'Invalid value: ".spec.color": is an invalid path: does not refer to a valid field',
  ]);
});

test("a list is selected by strings, booleans and integers", async () => {
  const namespace = await given({
    blue: { color: "blue", on: false, count: 0 },
    red: { color: "red", on: true, count: 3 },
  });
  assert.deepEqual(await namesOf(namespace, "spec.color=red"), ["red"]);
  assert.deepEqual(await namesOf(namespace, "spec.color==blue"), ["blue"]);
  assert.deepEqual(await namesOf(namespace, "spec.color!=red"), ["blue"]);
  assert.deepEqual(await namesOf(namespace, "spec.on=true"), ["red"]);
  assert.deepEqual(await namesOf(namespace, "spec.on=TRUE"), []);
  assert.deepEqual(await namesOf(namespace, "spec.count=0"), ["blue"]);
  assert.deepEqual(await namesOf(namespace, "spec.count=3"), ["red"]);
});

test("all requirements of a selector must hold, those on metadata too", async () => {
  const namespace = await given({ a: { color: "red", on: true }, b: { color: "red", on: false } });
  assert.deepEqual(await namesOf(namespace, "spec.color=red,spec.on=true"), ["a"]);
  assert.deepEqual(await namesOf(namespace, "spec.color=red,metadata.name=b"), ["b"]);
  assert.deepEqual(await namesOf(namespace, `metadata.namespace=${namespace},spec.on!=true`), ["b"]);
});

test("an absent field equals the empty text, whatever its type", async () => {
  const namespace = await given({ plain: {}, red: { color: "red", on: false } });
  assert.deepEqual(await namesOf(namespace, "spec.color="), ["plain"]);
  assert.deepEqual(await namesOf(namespace, "spec.on="), ["plain"]);
  assert.deepEqual(await namesOf(namespace, "spec.color!=red"), ["plain"]);
  assert.deepEqual(await namesOf(namespace, "status.phase="), ["plain", "red"]);
});

test("a defaulted field is selected by its default", async () => {
  const namespace = await given({ defaulted: {}, large: { size: "large" } });
  assert.deepEqual(await namesOf(namespace, "spec.size=small"), ["defaulted"]);
});

test("a list is selected by fields of the status", async () => {
  const namespace = await given({ a: {}, b: {} });
  assertAnswer(
    await client.patch("merge", `${crd.at("v1", namespace, "b")}/status`, { status: { phase: "Ready" } }),
    200,
  );
  assert.deepEqual(await namesOf(namespace, "status.phase=Ready"), ["b"]);
});

test("lists across namespaces are selected too", async () => {
  const color = uniqueName("color");
  const namespaces = [await given({ a: { color } }), await given({ b: { color }, c: {} })];
  const answer = await client.get(`/apis/${crd.group}/v1/widgets`, { fieldSelector: `spec.color=${color}` });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.items.map(({ metadata }: Json) => metadata.namespace).toSorted(), namespaces.toSorted());
});

test("other fields cannot be selected by", async () => {
  const namespace = await client.namespace();
  for (const field of ["spec.a", ".spec.color", "metadata.uid", "spec"]) {
    const answer = await client.get(crd.at("v1", namespace), { fieldSelector: `${field}=x` });
    assertStatus(answer, 400, "BadRequest", `field label not supported: ${field}`);
  }
});

test("selectable fields belong to a version", async () => {
  const namespace = await client.namespace();
  const answer = await client.get(crd.at("v2", namespace), { fieldSelector: "spec.color=red" });
  assertStatus(answer, 400, "BadRequest", "field label not supported: spec.color");
});

test("a watch tells when an object comes into the selection and leaves it", async () => {
  const namespace = await given({ a: { color: "red" }, b: { color: "blue" } });
  await using watch = await client.watch(crd.at("v1", namespace), { fieldSelector: "spec.color=red" });
  assertContains(await watch.take(1), [{ type: "ADDED", object: { metadata: { name: "a" } } }]);

  const left = await client.patch("merge", crd.at("v1", namespace, "a"), { spec: { color: "green" } });
  assertAnswer(await client.patch("merge", crd.at("v1", namespace, "b"), { spec: { color: "red" } }), 200);
  assertAnswer(await client.patch("merge", crd.at("v1", namespace, "b"), { spec: { count: 1 } }), 200);
  const { resourceVersion } = left.body.metadata;
  assertContains(await watch.take(3), [
    // The object as it was last selected, with the resourceVersion of the change.
    { type: "DELETED", object: { metadata: { name: "a", resourceVersion }, spec: { color: "red" } } },
    { type: "ADDED", object: { metadata: { name: "b" }, spec: { color: "red" } } },
    { type: "MODIFIED", object: { metadata: { name: "b" }, spec: { count: 1 } } },
  ]);
});

test("a collection is deleted by a selectable field", async () => {
  const namespace = await given({ a: { color: "red" }, b: { color: "blue" } });
  const deleted = await client.delete(crd.at("v1", namespace), undefined, { fieldSelector: "spec.color=red" });
  assertAnswer(deleted, 200, { kind: "WidgetList", items: [{ metadata: { name: "a" } }] });
  assert.deepEqual(await namesOf(namespace, "spec.color!=none"), ["b"]);
});

test("OpenAPI tells the selectable fields", async () => {
  await eventually(async () => {
    const answer = await client.get(`/openapi/v3/apis/${crd.group}/v1`);
    assertAnswer(answer, 200);
    const widget = Object.entries<Json>(answer.body.components.schemas).find(([name]) => name.endsWith(".v1.Widget"));
    assertContains(widget?.[1]["x-kubernetes-selectable-fields"], [
      { fieldPath: "spec.color" },
      { fieldPath: "spec.on" },
      { fieldPath: "spec.count" },
      { fieldPath: "spec.size" },
      { fieldPath: "status.phase" },
    ]);
  });
});

test("a field can be made selectable later", async () => {
  await using own = await install(client, widgets([selectable(".spec.color")]));
  const namespace = await client.namespace();
  assertAnswer(await client.create(own.at("v1", namespace), own.widget("v1", "a", { spec: { count: 1 } })), 201);
  const add = [{ op: "add", path: "/spec/versions/0/selectableFields/-", value: { jsonPath: ".spec.count" } }];
  assertAnswer(await client.patch("json", own.path, add), 200);
  await eventually(async () =>
    assertAnswer(await client.get(own.at("v1", namespace), { fieldSelector: "spec.count=1" }), 200, {
      items: [{ metadata: { name: "a" } }],
    }),
  );
});
