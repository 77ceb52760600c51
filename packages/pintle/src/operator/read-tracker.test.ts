import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { parseLabelSelector } from "@pintle/machinery";
import fc from "fast-check";
import type { AnyObject } from "./children.ts";
import { ReadTracker } from "./read-tracker.ts";

function map(name: string, labels: Readonly<Record<string, string>> = {}, namespace = "default"): AnyObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace, labels } };
}

test("a look counts from the moment at which it is taken, before the run has ended", () => {
  const tracker = new ReadTracker();
  const run = tracker.begin("default/a");
  run.read(ConfigMap, { namespace: "default", name: "x" });
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("x"))], ["default/a"]);
  run.end();
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("x"))], ["default/a"]);
});

test("a look that the next run does not take again counts until that has ended", () => {
  const tracker = new ReadTracker();
  const first = tracker.begin("default/a");
  first.read(ConfigMap, { namespace: "default", name: "x" });
  first.end();
  const second = tracker.begin("default/a");
  second.read(ConfigMap, { namespace: "default", name: "y" });
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("x"))], ["default/a"]);
  second.end();
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("x"))], []);
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("y"))], ["default/a"]);
});

test("an object of another kind, namespace or name concerns nobody", () => {
  const tracker = new ReadTracker();
  const run = tracker.begin("default/a");
  run.read(ConfigMap, { namespace: "default", name: "x" });
  run.listed(ConfigMap, "default", parseLabelSelector("a=b"));
  run.end();
  assert.deepEqual([...tracker.requestsFor(Secret, map("x", { a: "b" }))], []);
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("x", { a: "b" }, "other"))], []);
  assert.deepEqual([...tracker.requestsFor(ConfigMap, map("y", { a: "c" }))], []);
});

test("in any sequence of runs, those run whose last run looked at the object", () => {
  const names = fc.constantFrom("x", "y", "z");
  const look = fc.oneof(
    fc.record({ by: fc.constant("key" as const), name: names }),
    fc.record({ by: fc.constant("label" as const), name: names, everywhere: fc.boolean() }),
  );
  const step = fc.record({
    request: fc.constantFrom("default/a", "default/b"),
    looks: fc.array(look, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      names,
      fc.constantFrom("default", "other"),
      (steps, name, namespace) => {
        const tracker = new ReadTracker();
        const last = new Map<string, (typeof steps)[number]["looks"]>();
        for (const { request, looks } of steps) {
          const run = tracker.begin(request);
          for (const each of looks) {
            if (each.by === "key") run.read(ConfigMap, { namespace: "default", name: each.name });
            else
              run.listed(ConfigMap, each.everywhere ? undefined : "default", parseLabelSelector(`name=${each.name}`));
          }
          run.end();
          last.set(request, looks);
        }
        const expected = [...last].filter(([, looks]) =>
          looks.some(
            (each) => each.name === name && (namespace === "default" || (each.by === "label" && each.everywhere)),
          ),
        );
        const found = tracker.requestsFor(ConfigMap, map(name, { name }, namespace));
        assert.deepEqual([...found].sort(), expected.map(([request]) => request).sort());
      },
    ),
  );
});
