import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AnyKind,
  createVirtualClock,
  createWorkQueue,
  defineKind,
  type KubernetesObject,
  type ObjectKey,
  type OwnerReference,
  type QueueItem,
} from "@pintle/machinery";
import { WatchedKinds } from "./cache-reader.ts";
import { CauseMemory } from "./causes.ts";
import { changeOf, objectOf } from "./change-fixture.test.ts";
import { controller } from "./controller.ts";
import type { WatchDefinition } from "./controller-definition.ts";
import type { Cause } from "./reconcile.ts";
import { observerOf } from "./watch-events.ts";

const FooBar = defineKind({
  group: "samples.dev",
  version: "v1",
  kind: "FooBar",
  plural: "foobars",
  scope: "Namespaced",
})<{
  spec?: { nodeName?: string };
}>();
const Fleet = defineKind({
  group: "samples.dev",
  version: "v1",
  kind: "Fleet",
  plural: "fleets",
  scope: "Cluster",
})<object>();
const Child = defineKind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
})<object>();

function listen(watch: WatchDefinition | undefined, kind: AnyKind = FooBar) {
  assert.ok(watch);
  const queue = createWorkQueue<string, Cause>({ name: "test", clock: createVirtualClock() });
  const errors: string[] = [];
  const onError = (message: string, error: unknown) => void errors.push(`${message}: ${(error as Error).message}`);
  const observe = observerOf(watch, { kind, queue, causes: new CauseMemory(), cache: new WatchedKinds(), onError });
  const taken = async () => {
    const items: QueueItem<string, Cause>[] = [];
    while (queue.length > 0) {
      const item = await queue.get();
      if (item) items.push(item);
    }
    return items;
  };
  return { observe, errors, taken, keys: async () => (await taken()).map(({ key }) => key) };
}

const done = async () => {};
const owned = (name: string, owner: Partial<OwnerReference>): KubernetesObject =>
  objectOf({
    name,
    ownerReferences: [
      { apiVersion: "samples.dev/v1", kind: "FooBar", name: "a", uid: "1", controller: true, ...owner },
    ],
  });

test("an object of the controller's own kind is queued by its key, and nobody looks at it", async () => {
  const { observe, taken } = listen(controller(FooBar).reconcile(done).own);
  const change = changeOf("update", objectOf({ name: "a" }), { previous: objectOf({ name: "a" }) });
  observe(change);
  assert.equal(change.looks, 0);
  const [item] = await taken();
  assert.equal(item?.key, "default/a");
  assert.equal(String(item?.causes[0]), "update of FooBar default/a");
});

test("what there was at the beginning and what is told again comes behind all news", async () => {
  const { observe, keys } = listen(controller(FooBar).reconcile(done).own);
  observe(changeOf("add", objectOf({ name: "old" }), { isInitial: true }));
  observe(changeOf("update", objectOf({ name: "same" }), { isResync: true }));
  observe(changeOf("add", objectOf({ name: "new" })));
  assert.deepEqual(await keys(), ["default/new", "default/old", "default/same"]);
});

test("filters of the controller and predicates of a kind all have to agree", async () => {
  const asked: string[] = [];
  const named = (name: string, answer: boolean) => () => {
    asked.push(name);
    return answer;
  };
  const { own, watches } = controller(FooBar, { predicates: [named("own", true)] })
    .owns(Child, { predicates: [named("child", false)] })
    .filteredBy(named("filter", true))
    .reconcile(done);
  const first = listen(own);
  first.observe(changeOf("add", objectOf({ name: "a" })));
  assert.deepEqual(await first.keys(), ["default/a"]);
  const second = listen(watches[0]);
  second.observe(changeOf("add", owned("c", {})));
  assert.deepEqual(await second.keys(), []);
  assert.deepEqual(asked, ["filter", "own", "filter", "child"]);
});

test("a predicate that throws counts as yes and is reported", async () => {
  const predicate = () => {
    throw new Error("broken");
  };
  const { observe, errors, keys } = listen(controller(FooBar, { predicates: [predicate] }).reconcile(done).own);
  observe(changeOf("add", objectOf({ name: "a" })));
  assert.deepEqual(await keys(), ["default/a"]);
  assert.deepEqual(errors, ["a predicate threw, which counts as yes: broken"]);
});

test("a child leads to its controlling owner, whatever the version of the reference", async () => {
  const { observe, keys } = listen(controller(FooBar).owns(Child).reconcile(done).watches[0]);
  observe(changeOf("add", owned("1", { name: "same" })));
  observe(changeOf("add", owned("2", { name: "newer", apiVersion: "samples.dev/v9" })));
  observe(changeOf("add", owned("3", { name: "other-group", apiVersion: "other.dev/v1" })));
  observe(changeOf("add", owned("4", { name: "other-kind", kind: "Bar" })));
  observe(changeOf("add", owned("5", { name: "no-controller", controller: false })));
  observe(changeOf("add", owned("6", { name: "nonsense", apiVersion: "a/b/c" })));
  observe(changeOf("add", objectOf({ name: "7" })));
  assert.deepEqual(await keys(), ["default/same", "default/newer"]);
});

test("every owner of the kind counts where that is said", async () => {
  const definition = controller(FooBar).owns(Child, { matchesEveryOwner: true }).reconcile(done);
  const { observe, keys } = listen(definition.watches[0]);
  observe(changeOf("add", owned("1", { name: "plain", controller: false })));
  assert.deepEqual(await keys(), ["default/plain"]);
});

test("a child that changes hands leads to both owners, once each", async () => {
  const { observe, taken } = listen(controller(FooBar).owns(Child).reconcile(done).watches[0]);
  observe(changeOf("update", owned("c", { name: "new" }), { previous: owned("c", { name: "old" }) }));
  observe(changeOf("update", owned("c", { name: "new" }), { previous: owned("c", { name: "new" }) }));
  const items = await taken();
  assert.deepEqual(
    items.map(({ key, causes }) => [key, causes.length]),
    [
      ["default/new", 2],
      ["default/old", 1],
    ],
  );
});

test("an owner of cluster scope has no namespace", async () => {
  const { observe, keys } = listen(controller(Fleet).owns(Child).reconcile(done).watches[0], Fleet);
  observe(changeOf("add", owned("c", { kind: "Fleet", name: "all" })));
  assert.deepEqual(await keys(), ["all"]);
});

test("a function is asked with both states, and what both name is queued once", async () => {
  const definition = controller(FooBar)
    .watches(Child, (child) => [{ namespace: "default", name: child.metadata.labels?.for ?? "all" }])
    .reconcile(done);
  const { observe, keys } = listen(definition.watches[0]);
  const labelled = (value: string) => objectOf({ name: "c", labels: { for: value } });
  observe(changeOf("update", labelled("b"), { previous: labelled("a") }));
  observe(changeOf("update", labelled("a"), { previous: labelled("a") }));
  assert.deepEqual(await keys(), ["default/b", "default/a"]);
});

test("a function that throws for one state costs that state only, and is reported", async () => {
  const definition = controller(FooBar)
    .watches(Child, (child) => {
      if (child.metadata.labels === undefined) throw new Error("no labels");
      return [{ namespace: "default", name: "found" }];
    })
    .reconcile(done);
  const { observe, errors, keys } = listen(definition.watches[0]);
  observe(changeOf("update", objectOf({ name: "c" }), { previous: objectOf({ name: "c", labels: {} }) }));
  observe(changeOf("add", objectOf({ name: "d", labels: {} })));
  assert.deepEqual(await keys(), ["default/found"]);
  assert.deepEqual(errors, ["no requests could be made of a change: no labels"]);
});

test("requests that name nothing are reported, not queued", async () => {
  const wrong = [
    { namespace: "x", name: "" },
    { namespace: "x", name: "a/b" },
    { namespace: "x/y", name: "a" },
    {},
    { name: "a" },
  ];
  for (const request of wrong) {
    const definition = controller(FooBar)
      .watches(Child, () => [request as ObjectKey])
      .reconcile(done);
    const { observe, errors, keys } = listen(definition.watches[0]);
    observe(changeOf("add", objectOf({ name: "c" })));
    assert.deepEqual(await keys(), []);
    assert.match(errors[0] ?? "", /a request for a FooBar is \{ namespace, name \}/);
  }
});
