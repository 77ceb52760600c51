import assert from "node:assert/strict";
import { test } from "node:test";
import { createList, isList, itemsOf } from "./list.ts";

const deployment = { group: "apps", version: "v1", kind: "Deployment" };

test("a list is named after its kind, and an empty one has items", () => {
  assert.deepEqual(createList(deployment, []), {
    apiVersion: "apps/v1",
    kind: "DeploymentList",
    metadata: {},
    items: [],
  });
});

test("a list has its own array of items and the metadata that was given", () => {
  const items = [{ metadata: { name: "a" } }];
  const list = createList(deployment, items, { resourceVersion: "7", continue: "token" });
  list.items.pop();

  assert.equal(items.length, 1);
  assert.deepEqual(list.metadata, { resourceVersion: "7", continue: "token" });
});

test("items of a typed list get the type that the server left out", () => {
  const list = createList(deployment, [{ metadata: { name: "a" } }]);

  assert.deepEqual([...itemsOf(list)], [{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" } }]);
});

test("an item that says its type is handed out itself", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };

  assert.equal([...itemsOf({ apiVersion: "v1", kind: "List", items: [pod] })][0], pod);
});

test("null items are no items", () => {
  assert.deepEqual([...itemsOf({ apiVersion: "v1", kind: "PodList", items: null })], []);
});

test("a list is told from an object by its kind and items", () => {
  assert.ok(isList({ apiVersion: "v1", kind: "PodList", metadata: {}, items: [] }));
  assert.ok(isList({ apiVersion: "v1", kind: "PodList", items: null }));
  for (const other of [
    { kind: "Pod" },
    { kind: "AllowList", spec: {} },
    { kind: "ConfigMap", items: [] },
    null,
    [],
    "",
  ]) {
    assert.ok(!isList(other), JSON.stringify(other));
  }
});
