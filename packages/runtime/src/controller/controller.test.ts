import assert from "node:assert/strict";
import { test } from "node:test";
import { defineKind, UsageError } from "@pintle/machinery";
import { controller } from "./controller.ts";
import type { ControllerOptions } from "./controller-definition.ts";
import { createPushSource } from "./request-source.ts";

const FooBar = defineKind({
  group: "samples.dev",
  version: "v1",
  kind: "FooBar",
  plural: "foobars",
  scope: "Namespaced",
})<object>();
const Pod = defineKind({ group: "", version: "v1", kind: "Pod", plural: "pods", scope: "Namespaced" })<object>();
const done = () => {};

test("a controller is named after its kind unless said, and has its options by default", () => {
  const definition = controller(FooBar).reconcile(done);
  assert.equal(definition.name, "foobar");
  assert.deepEqual(definition.options, {});
  assert.equal(definition.own.toRequests, undefined);
  assert.equal(definition.own.predicate, undefined);
  assert.equal(controller(FooBar).named("cleaner").reconcile(done).name, "cleaner");
});

test("each step leaves the one before as it was", () => {
  const base = controller(FooBar, { namespace: "prod", labelSelector: "app=web" });
  const step = base
    .owns(Pod)
    .reads(Pod, { namespace: "prod" })
    .watchesSource(createPushSource("orders"))
    .withOptions({ workers: 4 })
    .withOptions({ resyncMs: 0 });
  const before = base.reconcile(done);
  const after = step.reconcile(done);
  assert.deepEqual([before.watches.length, before.reads.length, before.sources.length], [0, 0, 0]);
  assert.deepEqual([after.watches.length, after.reads.length, after.sources.length], [1, 1, 1]);
  assert.deepEqual(after.options, { workers: 4, resyncMs: 0 });
  assert.deepEqual(after.own.objects, { namespace: "prod", labelSelector: "app=web" });
});

test("filters count for every kind, also for those that were named before them", () => {
  const isNever = () => false;
  const definition = controller(FooBar).owns(Pod).filteredBy(isNever).reconcile(done);
  assert.equal(definition.own.predicate, isNever);
  assert.equal(definition.watches[0]?.predicate, isNever);
});

test("options and names that make no sense are refused where they are written", () => {
  const wrong: readonly ControllerOptions[] = [
    { workers: 0 },
    { workers: 1.5 },
    { reconcileTimeoutMs: 0 },
    { cacheSyncTimeoutMs: Number.NaN },
    { resyncMs: -1 },
  ];
  for (const options of wrong) assert.throws(() => controller(FooBar).withOptions(options), UsageError);
  assert.throws(() => controller(FooBar).named(" "), { code: "PINTLE_CONTROLLER_INVALID" });
});
