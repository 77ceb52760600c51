/** What an operator looks up: whenever it changes, comes or goes there is another run, and nothing else leads to one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { defineOperator, type Operator } from "pintle";
import { Box, box, boxesOf, mapsOf, sayConditions, textsOf } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

const secretsOf = ({ client }: OperatorPlane) => client.resource(Secret, { namespace: "default" });

/** The text of the map is in the Secret that the box names. `runs` collects the names of boxes in the order of runs. */
function secretReaders(runs: string[] = []): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    reads: [Secret],
    desired: ({ metadata, spec }, { read }) => {
      runs.push(metadata.name ?? "");
      return { map: ConfigMap({ data: { text: read(Secret, spec.text)?.data?.text ?? "none" } }) };
    },
  });
}

test("an object that was read, or missed, leads to another run when it comes, changes or goes", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretReaders()] });
  await boxesOf(plane).create(box("a", { text: "key" }));
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "none" });
  await secretsOf(plane).create({ metadata: { name: "key" }, data: { text: "b25l" } });
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "b25l" });
  await secretsOf(plane).patch("key", { merge: { data: { text: "dHdv" } } });
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "dHdv" });
  await secretsOf(plane).delete("key");
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "none" });
});

test("only those who have read it run, and not any more when they have read something else or are gone", async () => {
  const runs: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [secretReaders(runs)] });
  await boxesOf(plane).create(box("a", { text: "one" }));
  await boxesOf(plane).create(box("b", { text: "two" }));
  await plane.settle();
  runs.length = 0;
  await secretsOf(plane).create({ metadata: { name: "one" } });
  await plane.settle();
  assert.deepEqual(runs, ["a"]);

  await boxesOf(plane).patch("a", { merge: { spec: { text: "two" } } });
  await boxesOf(plane).delete("b");
  await plane.settle();
  runs.length = 0;
  await secretsOf(plane).delete("one");
  await plane.settle();
  assert.deepEqual(runs, []);
  await secretsOf(plane).create({ metadata: { name: "two" } });
  await plane.settle();
  assert.deepEqual(runs, ["a"]);
});

/** Counts what it finds by a selector, and looks at the labels of its namespace. */
function counters(runs: string[], namespace?: string): Operator {
  return defineOperator(Box, {
    reads: [Secret, Namespace],
    status: ({ metadata }, _owned, { list, read }) => {
      runs.push(metadata.name ?? "");
      const found = list(Secret, { labelSelector: "counted=yes", ...(namespace !== undefined && { namespace }) });
      const space = read(Namespace, metadata.namespace ?? "");
      const ready = { status: "True", reason: "Counted", message: space?.metadata.labels?.color ?? "" } as const;
      return { parts: found.length, conditions: { Ready: ready } };
    },
  });
}

test("what was listed leads to another run when it comes under the selector, leaves it, or changes", async () => {
  const runs: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [counters(runs)] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const parts = async () => (await boxesOf(plane).get("a")).status?.parts;
  assert.equal(await parts(), 0);
  await secretsOf(plane).create({ metadata: { name: "s", labels: { counted: "yes" } } });
  await plane.settle();
  assert.equal(await parts(), 1);
  await secretsOf(plane).patch("s", { merge: { metadata: { labels: { counted: "no" } } } });
  await plane.settle();
  assert.equal(await parts(), 0);
  runs.length = 0;
  await secretsOf(plane).patch("s", { merge: { metadata: { labels: { other: "label" } } } });
  await plane.client
    .resource(Secret, { namespace: "kube-public" })
    .create({ metadata: { name: "s", labels: { counted: "yes" } } });
  await plane.settle();
  assert.deepEqual(runs, []);
  await plane.client.resource(Namespace).patch("default", { merge: { metadata: { labels: { color: "red" } } } });
  await plane.settle();
  assert.equal(
    (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready")?.message,
    "red",
  );
});

test("with an empty namespace those of all namespaces are listed and lead to runs", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [counters([], "")] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.client
    .resource(Secret, { namespace: "kube-public" })
    .create({ metadata: { name: "s", labels: { counted: "yes" } } });
  await plane.settle();
  assert.equal((await boxesOf(plane).get("a")).status?.parts, 1);
});

test("objects of the operator's own kind can be read like others", async () => {
  const operator = defineOperator(Box, {
    reads: [Box],
    status: ({ spec }, _owned, { read }) => ({
      seen: spec.name ? (read(Box, spec.name)?.spec.text ?? "none") : "",
      conditions: { Ready: { status: "True", reason: "Looked", message: "" } },
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a", { name: "b" }));
  await plane.settle();
  assert.equal((await boxesOf(plane).get("a")).status?.seen, "none");
  await boxesOf(plane).create(box("b", { text: "from b" }));
  await plane.settle();
  assert.equal((await boxesOf(plane).get("a")).status?.seen, "from b");
});

test("a kind that was not declared is refused with the remedy, in a condition, and is not tried again", async () => {
  let runs = 0;
  const operator = defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: (_box, { read }) => {
      runs += 1;
      return { map: ConfigMap({ data: { text: read(Secret, "x")?.type ?? "" } }) };
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal(ready?.message, "the operator box looks up Secret, which it has not declared: add it to reads");
  // The second run is for the status that the first has written.
  assert.equal(runs, 2);
  assert.equal((await mapsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" })).items.length, 0);
  assert.equal(sayConditions({ status }).Degraded, "True/ReconcileFailed");
});
