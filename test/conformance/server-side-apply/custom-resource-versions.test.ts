import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { eventually } from "../eventually.ts";
import { assertConflicts, assertOwners } from "./applying.ts";

const client = connect();
let namespace: string;
let crd: Installed;

// Two versions of the same content, both without a schema; nothing is converted but the version itself.
before(async () => {
  crd = await install(client, widgets([version("v1"), version("v2")]));
  namespace = await client.namespace();
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

function apply(name: string, as: string, manager: string, spec: Json, query: Json = {}) {
  const body = crd.widget(as, name, spec === undefined ? {} : { spec });
  return client.patch("apply", crd.at(as, namespace, name), body, { fieldManager: manager, ...query });
}

/** Manager, operation and version of each entry, and what it owns below the spec. */
function entries(object: Json): Json[] {
  const order = (entry: Json) => `${entry.manager} ${entry.operation} ${entry.apiVersion}`;
  return object.metadata.managedFields
    .toSorted((one: Json, other: Json) => (order(one) < order(other) ? -1 : 1))
    .map((entry: Json) => [entry.manager, entry.operation, entry.apiVersion.split("/")[1], entry.fieldsV1["f:spec"]]);
}

test("without a schema maps are owned key by key, with the maps themselves, and lists whole", async () => {
  const answer = await apply("free", "v1", "one", {
    list: [{ name: "a" }],
    deep: { er: { k: 1 } },
    none: null,
    empty: {},
  });
  assertOwners(answer, 201, {
    "one Apply": {
      "f:spec": {
        ".": {},
        "f:deep": { ".": {}, "f:er": { ".": {}, "f:k": {} } },
        "f:empty": {},
        "f:list": {},
        "f:none": {},
      },
    },
  });
  assert.deepEqual(answer.body.spec, { list: [{ name: "a" }], deep: { er: { k: 1 } }, none: null, empty: {} });
});

test("without a schema a second manager adds to a map and conflicts on a list", async () => {
  await apply("shared", "v1", "one", { list: [{ name: "a" }], deep: { er: { k: 1 } } });
  const answer = await apply("shared", "v1", "two", { deep: { er: { l: 2 } } });
  assertAnswer(answer, 200, { spec: { deep: { er: { k: 1, l: 2 } } } });
  assertConflicts(
    await apply("shared", "v1", "two", { list: [{ name: "b" }], deep: { er: { k: 2 } } }),
    ['"one"', ".spec.list"],
    ['"one"', ".spec.deep.er.k"],
  );
  assertAnswer(await apply("shared", "v1", "two", undefined), 200, { spec: { deep: { er: { k: 1, l: undefined } } } });
});

test("without a schema the type of a field may change", async () => {
  await apply("typed", "v1", "one", { deep: { er: { k: 1 } } });
  const answer = await apply("typed", "v1", "one", { deep: "text" });
  assertOwners(answer, 200, { "one Apply": { "f:spec": { ".": {}, "f:deep": {} } } });
  assertAnswer(answer, 200, { spec: { deep: "text" } });
});

test("a body has to be of the version of the endpoint", async () => {
  const answer = await client.patch("apply", crd.at("v2", namespace, "x"), crd.widget("v1", "x"), {
    fieldManager: "one",
  });
  assertStatus(answer, 400, "BadRequest", `invalid object type: ${crd.group}/v1, Kind=Widget`);
});

test("an applier has one entry, of the version that it applied last", async () => {
  await apply("moved", "v1", "one", { size: 1, gone: true });
  const answer = await apply("moved", "v2", "one", { size: 2 });
  assertAnswer(answer, 200, { apiVersion: `${crd.group}/v2`, spec: { size: 2, gone: undefined } });
  assert.deepEqual(entries(answer.body), [["one", "Apply", "v2", { ".": {}, "f:size": {} }]]);
});

test("an updater has an entry for each version", async () => {
  await apply("updated", "v1", "one", { size: 1 });
  const patch = (as: string, spec: Json) =>
    client.patch("merge", crd.at(as, namespace, "updated"), { spec }, { fieldManager: "editor" });
  await patch("v2", { size: 2, color: "red" });
  const answer = await patch("v1", { color: "blue" });
  assert.deepEqual(entries(answer.body), [
    ["editor", "Update", "v1", { "f:color": {} }],
    ["editor", "Update", "v2", { "f:size": {} }],
    ["one", "Apply", "v1", {}],
  ]);
});

test("managers conflict across versions, and the version of an updater is named", async () => {
  await apply("disputed", "v1", "one", { size: 1 });
  assertConflicts(await apply("disputed", "v2", "two", { size: 2 }), ['"one"', ".spec.size"]);
  assertAnswer(await apply("disputed", "v2", "two", { size: 1 }), 200);
  const path = crd.at("v2", namespace, "disputed");
  await client.patch("merge", path, { spec: { size: 3 } }, { fieldManager: "editor" });
  const conflict = [`"editor" using ${crd.group}/v2`, ".spec.size"] as const;
  assertConflicts(await apply("disputed", "v1", "one", { size: 1 }), conflict);
  assertAnswer(await apply("disputed", "v1", "one", { size: 1 }, { force: true }), 200, { spec: { size: 1 } });
});

// The owned fields of such a manager cannot be converted, and nobody expected that (kubernetes/kubernetes#111937).
test("managers of a version that is gone fail every apply, until an update drops all managers", async () => {
  await using own = await install(client, widgets([version("v1"), version("v2")]));
  const send = (as: string, manager: string, spec: Json, query: Json = {}) =>
    client.patch("apply", own.at(as, namespace, "w"), own.widget(as, "w", { spec }), {
      fieldManager: manager,
      ...query,
    });
  assertAnswer(await send("v2", "two", { color: "red" }), 201);
  assertAnswer(await send("v1", "one", { size: 1 }), 200);
  const { spec } = (await client.get(own.path)).body;
  const value = spec.versions.filter(({ name }: Json) => name === "v1");
  assertAnswer(await client.patch("json", own.path, [{ op: "replace", path: "/spec/versions", value }]), 200);
  const message = `request to convert CR to an invalid group/version: ${own.group}/v2`;
  await eventually(async () =>
    assertAnswer(await send("v1", "one", { size: 2 }, { dryRun: "All" }), 500, {
      reason: undefined,
      message,
      code: 500,
    }),
  );
  assertAnswer(await client.patch("merge", own.at("v1", namespace, "w"), { spec: { size: 2 } }), 200, {
    metadata: { managedFields: undefined },
    spec: { size: 2, color: "red" },
  });
  assertOwners(await send("v1", "one", { size: 2 }), 200, {
    "before-first-apply Update": { "f:spec": { ".": {}, "f:color": {}, "f:size": {} } },
    "one Apply": { "f:spec": { ".": {}, "f:size": {} } },
  });
});

test("a built-in kind of two versions has its managers in both", async () => {
  const at = (as: string) => `/apis/autoscaling/${as}/namespaces/${namespace}/horizontalpodautoscalers/h`;
  const send = (as: string, manager: string, maxReplicas: number) => {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
    const body = { apiVersion: `autoscaling/${as}`, kind: "HorizontalPodAutoscaler", metadata: { name: "h" } };
    return client.patch("apply", at(as), { ...body, spec: { maxReplicas, scaleTargetRef } }, { fieldManager: manager });
  };
  assertAnswer(await send("v2", "one", 3), 201);
  assertConflicts(await send("v1", "two", 4), ['"one"', ".spec.maxReplicas"]);
  const answer = await send("v1", "one", 4);
  assertAnswer(answer, 200, { spec: { maxReplicas: 4 } });
  // In v1 the target is an atomic struct, in v2 it is not.
  assert.deepEqual(entries(answer.body), [["one", "Apply", "v1", { "f:maxReplicas": {}, "f:scaleTargetRef": {} }]]);
});
