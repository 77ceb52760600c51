import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubernetesObject } from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { OwnWrites } from "./own-writes.ts";

/** A resource that shows what it is told, and nothing before. */
function slowResource(): FollowedResource & { tell(change: PlaneChange): void } {
  const listeners = new Set<(change: PlaneChange) => void>();
  const objects = new Map<string, KubernetesObject>();
  return {
    group: "",
    plural: "pods",
    get: (namespace, name) => objects.get(`${namespace}/${name}`),
    getByKey: (key) => objects.get(key),
    list: () => [...objects.values()],
    addIndex: () => undefined,
    byIndex: () => [],
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    tell(change) {
      if (change.type === "delete") objects.delete(change.key);
      else objects.set(change.key, change.object);
      for (const listener of listeners) listener(change);
    },
  };
}

const pod = (name: string, resourceVersion: string, rest: object = {}): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { namespace: "shop", name, uid: name, resourceVersion, ...rest },
});

test("who has written nothing sees everything", () => {
  using writes = new OwnWrites(slowResource());
  assert.ok(writes.areSeen("shop/web"));
});

test("a pod that was made is waited for until it is told, or something later is", () => {
  const resource = slowResource();
  using writes = new OwnWrites(resource);
  writes.wrote("shop/web", pod("a", "9"));
  writes.wrote("shop/other", pod("b", "10"));
  assert.ok(!writes.areSeen("shop/web"));
  resource.tell({ type: "add", key: "shop/x", object: pod("x", "8") });
  assert.ok(!writes.areSeen("shop/web"));
  resource.tell({ type: "add", key: "shop/b", object: pod("b", "10") });
  assert.ok(writes.areSeen("shop/web"));
  assert.ok(writes.areSeen("shop/other"));
});

test("a pod that was deleted is waited for until it is gone, ending, or another one", () => {
  const endings: readonly PlaneChange[] = [
    { type: "delete", key: "shop/a", object: pod("a", "5") },
    {
      type: "update",
      key: "shop/a",
      object: pod("a", "6", { deletionTimestamp: "2026-01-01T00:00:00Z" }),
      previous: pod("a", "5"),
    },
    { type: "add", key: "shop/a", object: pod("a", "6", { uid: "next" }) },
  ];
  for (const ending of endings) {
    const resource = slowResource();
    using writes = new OwnWrites(resource);
    resource.tell({ type: "add", key: "shop/a", object: pod("a", "5") });
    writes.deleted("shop/web", "shop/a", "a");
    assert.ok(!writes.areSeen("shop/web"));
    resource.tell(ending);
    assert.ok(writes.areSeen("shop/web"));
  }
});

test("what was written for one that is gone is forgotten", () => {
  using writes = new OwnWrites(slowResource());
  writes.wrote("shop/web", pod("a", "9"));
  writes.forget("shop/web");
  assert.ok(writes.areSeen("shop/web"));
});
