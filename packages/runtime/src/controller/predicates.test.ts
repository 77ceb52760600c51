import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubernetesObject } from "@pintle/machinery";
import { changeOf, objectOf } from "./change-fixture.test.ts";
import {
  and,
  annotationsChanged,
  generationChanged,
  hashChanged,
  labelsChanged,
  labelsMatch,
  not,
  or,
  type Predicate,
  resourceVersionChanged,
} from "./predicates.ts";

const before = objectOf({ name: "a", generation: 1, resourceVersion: "1", labels: { app: "web" } }, { data: { x: 1 } });

const update = (metadata: Partial<KubernetesObject["metadata"]>, fields: object = { data: { x: 1 } }) =>
  changeOf("update", objectOf({ ...before.metadata, name: "a", resourceVersion: "2", ...metadata }, fields), {
    previous: before,
  });
const resync = () => changeOf("update", before, { previous: before, isResync: true });

const data = hashChanged<KubernetesObject>((object) => (object as unknown as { data?: unknown }).data);

test("each predicate lets through the change that it is about, and no other", () => {
  const changes = {
    generation: update({ generation: 2 }),
    labels: update({ labels: { app: "db" } }),
    annotations: update({ annotations: { note: "x" } }),
    data: update({}, { data: { x: 2 } }),
    resync: resync(),
  };
  const letThrough = (predicate: Predicate<KubernetesObject>) =>
    Object.entries(changes).flatMap(([name, change]) => (predicate(change) ? [name] : []));
  assert.deepEqual(letThrough(generationChanged), ["generation"]);
  assert.deepEqual(letThrough(labelsChanged), ["labels"]);
  assert.deepEqual(letThrough(annotationsChanged), ["annotations"]);
  assert.deepEqual(letThrough(data), ["data"]);
  assert.deepEqual(letThrough(resourceVersionChanged), ["generation", "labels", "annotations", "data"]);
});

test("what has come or gone is let through without a look at it", () => {
  for (const predicate of [generationChanged, labelsChanged, annotationsChanged, resourceVersionChanged, data]) {
    for (const type of ["add", "delete"] as const) {
      const change = changeOf(type, before);
      assert.equal(predicate(change), true);
      assert.equal(change.looks, 0);
    }
  }
});

test("what is told again is left out without a look at it", () => {
  for (const predicate of [generationChanged, labelsChanged, annotationsChanged, resourceVersionChanged, data]) {
    const change = resync();
    assert.equal(predicate(change), false);
    assert.equal(change.looks, 0);
  }
});

test("equal content is no change, whatever the order of its keys", () => {
  const previous = objectOf({ name: "a", labels: { x: "1", y: "2" } });
  const object = objectOf({ name: "a", labels: { y: "2", x: "1" } });
  assert.equal(labelsChanged(changeOf("update", object, { previous })), false);
});

test("an object that leaves the selection is let through, one that was never in it is not", () => {
  const web = labelsMatch("app=web");
  assert.equal(web(changeOf("add", before)), true);
  assert.equal(web(update({ labels: { app: "db" } })), true);
  assert.equal(web(changeOf("add", objectOf({ name: "b" }))), false);
  assert.equal(labelsMatch({ matchLabels: { app: "web" } })(changeOf("delete", before)), true);
  assert.equal(labelsMatch("!app")(changeOf("add", before)), false);
});

test("predicates combine, and the later ones are asked only where they matter", () => {
  const yes: Predicate<KubernetesObject> = () => true;
  const never: Predicate<KubernetesObject> = () => assert.fail("asked for nothing");
  const change = changeOf("add", before);
  assert.equal(and(yes, not(yes))(change), false);
  assert.equal(and(not(yes), never)(change), false);
  assert.equal(or(yes, never)(change), true);
  assert.equal(or<KubernetesObject>()(change), false);
  assert.equal(and<KubernetesObject>()(change), true);
});

test("a wrong selector is refused where it is written", () => {
  assert.throws(() => labelsMatch("app in ("), { name: "InvalidSelectorError" });
});
