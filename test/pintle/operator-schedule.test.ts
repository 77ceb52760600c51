/** What fails at the end of a run is told once: a status that says that all went well is not written before that is so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { absent, defineOperator, type Operator, yes } from "pintle";
import { Box, box, boxesOf, sayConditions, textsOf } from "./operator-boxes.ts";
import { type Life, type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

const statusWrites = ({ writes }: Life) => writes.filter(({ path }) => path.endsWith("/status")).length;

/** So that a test of what never comes to rest ends. */
function limitStatusWrites({ life }: OperatorPlane): void {
  life.faults.request = ({ path }) =>
    path.endsWith("/status") && statusWrites(life) > 50 ? Promise.reject(new Error("enough")) : undefined;
}

test("a schedule that gives no time is told once with the remedy, and the children are made", async () => {
  const operator = defineOperator(Box, {
    owns: { text: ConfigMap },
    desired: ({ spec }) => ({ text: ConfigMap({ data: { text: spec.text } }) }),
    status: () => ({ conditions: { Ready: yes("Made") } }),
    schedule: ({ spec }) => (spec.text === "good" ? "10m" : "soon"),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  limitStatusWrites(plane);
  await boxesOf(plane).create(box("a"));
  await plane.advance("1m");
  const failed = await boxesOf(plane).get("a");
  assert.equal(statusWrites(plane.life), 1);
  assert.equal(sayConditions(failed).Ready, "False/ReconcileFailed");
  assert.match(
    failed.status?.conditions?.find(({ type }) => type === "Ready")?.message ?? "",
    /^a time is "90s", .* not "soon"$/,
  );
  assert.deepEqual(await textsOf(plane), { a: "hello" });
  await boxesOf(plane).patch("a", { merge: { spec: { text: "good" } } });
  await plane.settle();
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "True/Made");
});

/** A Namespace, for which there is a finalizer, as long as there is a text. */
function spaceBoxes(): Operator {
  return defineOperator(Box, {
    owns: { space: Namespace },
    desired: ({ spec }) => ({
      space: spec.text === "" ? absent : Namespace({ metadata: { name: `space-of-${spec.text}` } }),
    }),
    status: () => ({ conditions: { Ready: yes("Made") } }),
  });
}

test("a finalizer that cannot be taken off is told once, tried again ever more slowly, and taken off in the end", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [spaceBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { life } = plane;
  let tries = 0;
  life.faults.request = ({ method, path }) => {
    if (path.endsWith("/status") && statusWrites(life) > 50) return Promise.reject(new Error("enough"));
    if (method !== "PATCH" || !path.endsWith("/boxes/a")) return undefined;
    tries += 1;
    return Promise.reject(ApiError.serviceUnavailable("not today"));
  };
  life.writes.length = 0;
  await boxesOf(plane).patch("a", { merge: { spec: { text: "" } } });
  await plane.advance("10m");
  assert.equal(sayConditions(await boxesOf(plane).get("a")).Ready, "False/ServiceUnavailable");
  assert.ok(statusWrites(life) <= 2, `${statusWrites(life)} writes of the status`);
  assert.ok(tries > 5 && tries < 30, `${tries} tries`);
  delete life.faults.request;
  await plane.settle();
  const { metadata, status } = await boxesOf(plane).get("a");
  assert.equal(metadata.finalizers, undefined);
  assert.equal(sayConditions({ status }).Ready, "True/Made");
});
