import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { assertOperationFailed, assertUnreadable, createTarget, type Target } from "./objects.ts";

const client = connect();
let namespace: string;
let crd: Installed;

const openAPIV3Schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        size: { type: "integer", minimum: 1, default: 3 },
        names: { type: "array", items: { type: "string" } },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    },
    status: { type: "object", properties: { phase: { type: "string" } } },
  },
};

before(async () => {
  const scale = { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" };
  const subresources = { status: {}, scale };
  crd = await install(client, widgets([version("v1", { schema: { openAPIV3Schema }, subresources })]));
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

function createWidget(spec: Json = { size: 5, names: ["a", "b"] }): Promise<Target> {
  const { metadata: _, ...widget } = crd.widget("v1", "", { spec });
  return createTarget(client, crd.at("v1", namespace), widget);
}

test("custom resources take no strategic merge patches, nor do their subresources", async () => {
  const { path } = await createWidget();
  const message =
    "the body of the request was in an unknown format - accepted media types include: " +
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
  for (const at of [path, `${path}/status`, `${path}/scale`, crd.at("v1", namespace, "absent")]) {
    assertStatus(await client.patch("strategic", at, {}), 415, "UnsupportedMediaType", message);
  }
});

test("a definition, being a built-in object, takes them", async () => {
  const answer = await client.patch("strategic", crd.path, { spec: { names: { shortNames: ["wd"] } } });
  assertAnswer(answer, 200, { spec: { names: { shortNames: ["wd"] } } });
});

test("a merge patch changes a custom resource and its generation", async () => {
  const target = await createWidget();
  assertAnswer(await target.patch("merge", { spec: { size: 6 } }), 200, {
    metadata: { generation: 2 },
    spec: { size: 6, names: ["a", "b"] },
  });
});

test("a merge patch without effect keeps the resourceVersion", async () => {
  const target = await createWidget();
  const answer = await target.patch("merge", { spec: { size: 5 } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, target.created);
});

test("a removed field has its default from the schema again", async () => {
  const target = await createWidget();
  assertAnswer(await target.patch("merge", { spec: { size: null } }), 200, { spec: { size: 3 } });
  assertAnswer(await target.patch("json", [{ op: "remove", path: "/spec/names" }]), 200, {
    spec: { size: 3, names: undefined },
  });
});

test("the result is validated by the schema", async () => {
  const target = await createWidget();
  const message = "Invalid value: 0: spec.size in body should be greater than or equal to 1";
  assertStatus(
    await target.patch("merge", { spec: { size: 0 } }),
    422,
    "Invalid",
    `Widget.${crd.group} "${target.name}" is invalid: spec.size: ${message}`,
    {
      details: {
        name: target.name,
        group: crd.group,
        kind: "Widget",
        causes: [{ reason: "FieldValueInvalid", message, field: "spec.size" }],
      },
    },
  );
});

test("unknown fields are pruned with a warning, or refused when the validation is strict", async () => {
  const target = await createWidget();
  const answer = await target.patch("merge", { spec: { extra: "x" } });
  assertAnswer(answer, 200, { metadata: { generation: 1 }, spec: { extra: undefined } });
  assert.deepEqual(answer.warnings, ['unknown field "spec.extra"']);
  const strict = { fieldValidation: "Strict" };
  const unknown = 'strict decoding error: unknown field "spec.extra"';
  assertUnreadable(await target.patch("merge", { spec: { extra: "x" } }, strict), /\\"extra\\":\\"x\\"/, unknown);
  const twice = 'strict decoding error: duplicate field "spec.size"';
  assertUnreadable(await target.patch("merge", '{"spec":{"size":7,"size":8}}', strict), /\\"size\\":8/, twice);
});

test("a JSON patch works on custom resources, with negative indexes", async () => {
  const target = await createWidget();
  const operations = [
    { op: "add", path: "/spec/names/-1", value: "c" },
    { op: "replace", path: "/spec/names/-3", value: "z" },
  ];
  assertAnswer(await target.patch("json", operations), 200, { spec: { names: ["z", "b", "c"] } });
  assertOperationFailed(await target.patch("json", [{ op: "test", path: "/spec/names/0", value: "a" }]));
});

test("~0 in a path stands for a tilde, ~1 for a slash, and ~01 for ~1", async () => {
  const target = await createWidget({ free: { "a~b": 1, "a/b": 2, "a~1b": 3 } });
  const replace = (key: string, value: number) => ({ op: "replace", path: `/spec/free/${key}`, value });
  const answer = await target.patch("json", [replace("a~0b", 10), replace("a~1b", 20), replace("a~01b", 30)]);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.free, { "a~b": 10, "a/b": 20, "a~1b": 30 });
});

test("in free content replace adds a key, and copy of a missing one adds null", async () => {
  const target = await createWidget({ free: { a: 1 } });
  const operations = [
    { op: "replace", path: "/spec/free/b", value: { deep: [] } },
    { op: "copy", from: "/spec/free/none", path: "/spec/free/c" },
  ];
  const answer = await target.patch("json", operations);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.free, { a: 1, b: { deep: [] }, c: null });
});

test("a merge patch cannot write null into a map, not even into one in a list, but into a list", async () => {
  const target = await createWidget({ free: { a: 1, b: 2 } });
  const answer = await target.patch("merge", {
    spec: { free: { a: null, c: { d: null, e: 1 }, f: [null, { g: null }] } },
  });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.free, { b: 2, c: { e: 1 }, f: [null, {}] });
});

test("whole numbers up to 64 bits stay exact", async () => {
  const target = await createWidget({ free: {} });
  const answer = await target.patch(
    "merge",
    '{"spec":{"free":{"max":9223372036854775807,"min":-9223372036854775808}}}',
  );
  assertAnswer(answer, 200);
  assert.match(answer.text, /"max":9223372036854775807,"min":-9223372036854775808\b/);
});

test("keys that JavaScript objects inherit are keys like others", async () => {
  const target = await createWidget({ free: {} });
  const merged = await target.patch("merge", '{"spec":{"free":{"__proto__":{"a":1},"constructor":2}}}');
  assertAnswer(merged, 200);
  assert.match(merged.text, /"free":\{"__proto__":\{"a":1\},"constructor":2\}/);
  const operations = [
    { op: "test", path: "/spec/free/toString", value: null },
    { op: "replace", path: "/spec/free/__proto__/a", value: 3 },
  ];
  assert.match((await target.patch("json", operations)).text, /"free":\{"__proto__":\{"a":3\},"constructor":2\}/);
});

test("a custom resource keeps its resourceVersion: a patch may not take it away", async () => {
  const target = await createWidget();
  const message = "Invalid value: 0: must be specified for an update";
  for (const resourceVersion of [null, ""]) {
    assertStatus(
      await target.patch("merge", { metadata: { resourceVersion }, spec: { size: 7 } }),
      422,
      "Invalid",
      `widgets.${crd.group} "${target.name}" is invalid: metadata.resourceVersion: ${message}`,
      { details: { name: target.name, group: crd.group, kind: "widgets" } },
    );
  }
  const stale = await target.patch("merge", { metadata: { resourceVersion: "1" }, spec: { size: 7 } });
  const modified = "the object has been modified; please apply your changes to the latest version and try again";
  const conflict = `Operation cannot be fulfilled on widgets.${crd.group} "${target.name}": ${modified}`;
  assertStatus(stale, 409, "Conflict", conflict);
});

test("kind and apiVersion of a custom resource are checked last, with the names that the patch gave it", async () => {
  const target = await createWidget();
  assertStatus(
    await target.patch("merge", { kind: "Other" }),
    422,
    "Invalid",
    `Other.${crd.group} "${target.name}" is invalid: kind: Invalid value: "Other": must be Widget`,
  );
  assertStatus(
    await target.patch("merge", { apiVersion: "other/v1" }),
    422,
    "Invalid",
    `Widget.other "${target.name}" is invalid: apiVersion: Invalid value: "other/v1": must be ${crd.group}/v1`,
  );
});

test("metadata of a custom resource has types", async () => {
  const target = await createWidget();
  assertUnreadable(
    await target.patch("merge", { metadata: "x" }),
    /\\"metadata\\":\\"x\\"/,
    "json: cannot unmarshal string into Go value of type v1.ObjectMeta",
  );
  assertUnreadable(
    await target.patch("merge", { metadata: { labels: { a: 5 } } }),
    /\\"labels\\":\{\\"a\\":5\}/,
    "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
  );
});

test("the status has its own endpoint, which leaves the spec and the metadata alone", async () => {
  const target = await createWidget();
  const metadata = { labels: { a: "1" }, annotations: { a: "1" }, finalizers: ["e.io/1"] };
  const body = { metadata, spec: { size: 8 }, status: { phase: "On" } };
  assertAnswer(await client.patch("merge", `${target.path}/status`, body), 200, {
    metadata: { generation: 1, labels: undefined, annotations: undefined, finalizers: undefined },
    spec: { size: 5 },
    status: { phase: "On" },
  });
  assertAnswer(await target.patch("merge", { status: { phase: "Off" } }), 200, {
    metadata: { generation: 1 },
    status: { phase: "On" },
  });
});

test("a patch of the scale writes through the path of the definition and its schema", async () => {
  const target = await createWidget();
  const patch = (replicas: number) => client.patch("merge", `${target.path}/scale`, { spec: { replicas } });
  assertAnswer(await patch(2), 200, { kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 2 } });
  assertAnswer(await client.get(target.path), 200, { metadata: { generation: 2 }, spec: { size: 2 } });
  const low = "spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1";
  assertStatus(await patch(0), 422, "Invalid", `Widget.${crd.group} "${target.name}" is invalid: ${low}`);
});
