import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { createConfigMap, createDeployment } from "./objects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

async function patchPods(patch: Json, more: Json = {}): Promise<Answer> {
  const target = await createDeployment(client, namespace, more);
  return target.patch("strategic", { spec: { template: { spec: patch } } });
}

/** The names of the containers, `a` and `b` before the patch of the pods' spec. */
async function namesAfter(patch: Json): Promise<string[]> {
  const answer = await patchPods(patch);
  assertAnswer(answer, 200);
  return answer.body.spec.template.spec.containers.map(({ name }: Json) => name);
}

/** Directives that make no sense are the client's mistake, but most of them are answered as the server's. */
function assertServerError(answer: Answer, message: string): void {
  assertAnswer(answer, 500, { kind: "Status", reason: undefined, message, code: 500 });
}

test("$patch: delete removes an item, and is content if there is none", async () => {
  assert.deepEqual(await namesAfter({ containers: [{ name: "a", $patch: "delete" }] }), ["b"]);
  assert.deepEqual(await namesAfter({ containers: [{ name: "none", $patch: "delete" }] }), ["a", "b"]);
});

test("$patch: delete removes an item of a list within an item", async () => {
  const answer = await patchPods({ containers: [{ name: "a", env: [{ name: "X", $patch: "delete" }] }] });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.template.spec.containers[0].env, [{ name: "Y", value: "2" }]);
});

test("$patch: replace as an item of its own replaces the list by the other items", async () => {
  assert.deepEqual(await namesAfter({ containers: [{ $patch: "replace" }, { name: "z", image: "z:1" }] }), ["z"]);
  assert.deepEqual(await namesAfter({ containers: [{ name: "z", image: "z:1" }, { $patch: "replace" }] }), ["z"]);
});

// One would think that it replaces the item; in fact the item is only taken for its directive.
test("$patch: replace within an item replaces the list and loses that item", async () => {
  const z = { name: "z", image: "z:1" };
  assert.deepEqual(await namesAfter({ containers: [{ name: "a", image: "a:9", $patch: "replace" }, z] }), ["z"]);
  const answer = await patchPods({ containers: [{ name: "a", image: "a:9", $patch: "replace" }] });
  assertStatus(answer, 422, "Invalid", /is invalid: spec\.template\.spec\.containers: Required value$/);
});

test("other directives for an item are refused", async () => {
  const item = (directive: string) => patchPods({ containers: [{ name: "a", image: "a:9", $patch: directive }] });
  assertServerError(await item("merge"), "merging lists cannot yet be specified in the patch");
  assertServerError(await item("other"), "unknown patch type: other in map: map[$patch:other image:a:9 name:a]");
});

test("$patch: delete removes a map, $patch: replace replaces it", async () => {
  const target = await createConfigMap(client, namespace);
  const replaced = await target.patch("strategic", { data: { $patch: "replace", z: "1" } });
  assertAnswer(replaced, 200);
  assert.deepEqual(replaced.body.data, { z: "1" });
  const deleted = await target.patch("strategic", { data: { $patch: "delete", ignored: "1" } });
  assertAnswer(deleted, 200, { data: undefined });
});

test("other directives for a map are refused, merge among them", async () => {
  const target = await createConfigMap(client, namespace);
  const data = (directive: Json) => target.patch("strategic", { data: { $patch: directive, z: "1" } });
  assertServerError(await data("merge"), "unknown patch type: merge in map: map[$patch:merge z:1]");
  assertServerError(await data("other"), "unknown patch type: other in map: map[$patch:other z:1]");
  assertServerError(await data(5), "unknown patch type: %!s(int64=5) in map: map[$patch:5 z:1]");
});

test("$patch: delete of the whole object leaves it without a name", async () => {
  const target = await createConfigMap(client, namespace);
  const message = `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`;
  assertStatus(await target.patch("strategic", { $patch: "delete" }), 400, "BadRequest", message);
});

test("$patch: replace of the whole object sets what the patch has and drops the rest", async () => {
  const target = await createConfigMap(client, namespace, { metadata: { labels: { a: "1" } } });
  const { name } = target;
  const answer = await target.patch("strategic", { $patch: "replace", metadata: { name }, data: { only: "this" } });
  assertAnswer(answer, 200, { metadata: { labels: undefined, uid: target.created.metadata.uid } });
  assert.deepEqual(answer.body.data, { only: "this" });
});

test("$setElementOrder gives the order", async () => {
  const order = "$setElementOrder/containers";
  assert.deepEqual(await namesAfter({ [order]: [{ name: "b" }, { name: "a" }] }), ["b", "a"]);
  const n = { name: "n", image: "n:1" };
  assert.deepEqual(await namesAfter({ [order]: [{ name: "b" }, { name: "n" }, { name: "a" }], containers: [n] }), [
    "b",
    "n",
    "a",
  ]);
});

test("$setElementOrder may name items that are not there, and leaves the others before them", async () => {
  assert.deepEqual(await namesAfter({ "$setElementOrder/containers": [{ name: "b" }, { name: "none" }] }), ["a", "b"]);
});

test("$setElementOrder works within items and for lists of texts", async () => {
  const containers = [{ name: "a", "$setElementOrder/env": [{ name: "Y" }, { name: "X" }] }];
  const answer = await patchPods({ containers });
  assertAnswer(answer, 200);
  assert.deepEqual(
    answer.body.spec.template.spec.containers[0].env.map(({ name }: Json) => name),
    ["Y", "X"],
  );
  const target = await createConfigMap(client, namespace);
  const order = ["e.io/3", "e.io/4", "e.io/1"];
  const ordered = { "$setElementOrder/finalizers": order, finalizers: ["e.io/4"] };
  assertAnswer(await target.patch("strategic", { metadata: ordered }), 200, {
    metadata: { finalizers: ["e.io/2", "e.io/3", "e.io/4", "e.io/1"] },
  });
});

test("$setElementOrder has to name all items of the patch, by their key", async () => {
  const order = "$setElementOrder/containers";
  const n = { name: "n", image: "n:1" };
  assertServerError(
    await patchPods({ [order]: [{ name: "b" }], containers: [n] }),
    "The order in patch list:\n[map[image:n:1 name:n]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
  );
  assertServerError(
    await patchPods({ [order]: [{ other: "b" }], containers: [n] }),
    "map: map[other:b] does not contain declared merge key: name",
  );
  assertServerError(await patchPods({ [order]: "x" }), "expected a []interface {}, but received a string");
  const target = await createConfigMap(client, namespace);
  assertServerError(
    await target.patch("strategic", {
      metadata: { "$setElementOrder/finalizers": ["e.io/1"], finalizers: ["e.io/4"] },
    }),
    "The order in patch list:\n[e.io/4]\n doesn't match $setElementOrder list:\n[e.io/1]\n",
  );
});

test("$deleteFromPrimitiveList removes texts from a list", async () => {
  const target = await createConfigMap(client, namespace);
  const remove = { "$deleteFromPrimitiveList/finalizers": ["e.io/1", "e.io/3", "none"] };
  assertAnswer(await target.patch("strategic", { metadata: remove }), 200, { metadata: { finalizers: ["e.io/2"] } });
});

test("$deleteFromPrimitiveList without a list does nothing, and on objects it fails", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("strategic", { metadata: { "$deleteFromPrimitiveList/finalizers": "e.io/1" } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, target.created);
  const onObjects = await patchPods({ "$deleteFromPrimitiveList/containers": ["a"] });
  assertAnswer(onObjects, 500, { message: /^list element types are not identical: / });
});

const volume = { name: "v", emptyDir: {} };

test("$retainKeys clears the other fields of a union", async () => {
  const configMap = { name: "c" };
  const without = await patchPods({ volumes: [{ name: "v", configMap }] }, { volumes: [volume] });
  const two = /: spec\.template\.spec\.volumes\[0\]\.configMap: Forbidden: may not specify more than 1 volume type$/;
  assertStatus(without, 422, "Invalid", two);
  const patch = { volumes: [{ name: "v", $retainKeys: ["name", "configMap"], configMap }] };
  const answer = await patchPods(patch, { volumes: [volume] });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.spec.template.spec.volumes, [{ name: "v", configMap: { name: "c", defaultMode: 420 } }]);
});

test("$retainKeys has to be a list that names what the patch sets", async () => {
  for (const $retainKeys of [["name"], "name"]) {
    const patch = { volumes: [{ name: "v", $retainKeys, configMap: { name: "c" } }] };
    const answer = await patchPods(patch, { volumes: [volume] });
    assertStatus(answer, 400, "BadRequest", "invalid patch format of retainKeys");
  }
});

test("a Deployment changes its strategy with $retainKeys or null", async () => {
  const strategies = [
    { $retainKeys: ["type"], type: "Recreate" },
    { type: "Recreate", rollingUpdate: null },
  ];
  for (const strategy of strategies) {
    const target = await createDeployment(client, namespace);
    const answer = await target.patch("strategic", { spec: { strategy } });
    assertAnswer(answer, 200);
    assert.deepEqual(answer.body.spec.strategy, { type: "Recreate" });
  }
  const target = await createDeployment(client, namespace);
  const both = "may not be specified when strategy `type` is 'Recreate'";
  const message = `Deployment.apps "${target.name}" is invalid: spec.strategy.rollingUpdate: Forbidden: ${both}`;
  assertStatus(await target.patch("strategic", { spec: { strategy: { type: "Recreate" } } }), 422, "Invalid", message);
});

test("$retainKeys works on any map", async () => {
  const target = await createConfigMap(client, namespace);
  const answer = await target.patch("strategic", { data: { $retainKeys: ["k"], k: "9" } });
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body.data, { k: "9" });
});
