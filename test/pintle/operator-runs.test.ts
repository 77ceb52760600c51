/** How often an operator runs, and that its own writes, a slow watch and other operators beside it do not mislead it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { defineOperator, type Operator, yes } from "pintle";
import { LaggingWatch } from "../runtime/lagging-watch.ts";
import { Box, box, boxesOf, Crate, mapsOf, textBoxes, textsOf } from "./operator-boxes.ts";
import { startOperatorPlane, summarize } from "./operator-plane.ts";

function countingBoxes(runs: string[]): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ metadata, spec }) => {
      runs.push(metadata.name ?? "");
      return { map: ConfigMap({ data: { text: spec.text } }) };
    },
    status: (_box, { map }) => ({ seen: map?.data?.text ?? "", conditions: { Ready: yes("Seen") } }),
  });
}

test("an operator's own writes lead to as many runs as there were writes at most", async () => {
  const runs: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [countingBoxes(runs)] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), ["PATCH configmaps/a", "PATCH boxes/a/status"]);
  assert.ok(runs.length <= 3, `${runs.length} runs`);
});

test("with a watch that lags behind, what was written is known, and nothing is written twice", async () => {
  const runs: string[] = [];
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [countingBoxes(runs)] });
  const lag = new LaggingWatch();
  const { life } = plane;
  life.faults.request = (request, send) => lag.fault(request, send);
  // Watches end after ten minutes at the latest, and those that follow can be held.
  await plane.advance("10m");
  lag.hold("/configmaps");
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await boxesOf(plane).patch("a", { merge: { metadata: { annotations: { look: "again" } } } });
  await plane.settle();
  const writes = ["PATCH configmaps/a", "PATCH boxes/a/status"];
  assert.deepEqual(summarize(life.writes), writes);
  assert.equal((await boxesOf(plane).get("a")).status?.seen, "hello");
  // It is really held: nobody hears of this before it is let through.
  await mapsOf(plane).delete("a");
  await plane.settle();
  assert.deepEqual(summarize(life.writes), writes);
  lag.release();
  await plane.settle();
  assert.deepEqual(summarize(life.writes), [...writes, "PATCH configmaps/a"]);
});

test("two operators in one program that own the same kind see to their own children alone", async () => {
  const crates = defineOperator(Crate, {
    owns: { map: ConfigMap },
    desired: () => ({ map: ConfigMap({ metadata: { namespace: "default" }, data: { text: "of the crate" } }) }),
  });
  await using plane = await startOperatorPlane({ resources: [Box, Crate], operators: () => [textBoxes(), crates] });
  await boxesOf(plane).create(box("a"));
  await plane.client.resource(Crate).create(Crate({ metadata: { name: "c" }, spec: {} }));
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "hello", c: "of the crate" });
  await plane.client.resource(Crate).delete("c");
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "hello" });
});

test("an operator can own objects of another one, which has children of its own, and all go together", async () => {
  const crates = defineOperator(Crate, {
    owns: { inner: Box },
    desired: ({ spec }) => ({
      inner: Box({ metadata: { namespace: spec.namespace ?? "default" }, spec: { text: "from the crate" } }),
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box, Crate], operators: () => [textBoxes(), crates] });
  await plane.client.resource(Crate).create(Crate({ metadata: { name: "c" }, spec: {} }));
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { c: "from the crate" });
  plane.life.writes.length = 0;
  await boxesOf(plane).patch("c", { merge: { spec: { text: "edited" } } });
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { c: "from the crate" });
  await plane.client.resource(Crate).delete("c");
  await plane.settle();
  assert.deepEqual(await textsOf(plane), {});
  assert.deepEqual((await boxesOf(plane).list()).items, []);
});

test("many objects at once are worked on by as many workers as the operator says", async () => {
  let atWork = 0;
  let most = 0;
  const operator = defineOperator(Box, {
    workers: 4,
    owns: { map: ConfigMap },
    desired: async ({ spec }) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
      return { map: ConfigMap({ data: { text: spec.text } }) };
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  for (let index = 0; index < 20; index += 1) await boxesOf(plane).create(box(`box-${index}`));
  await plane.settle();
  assert.equal(Object.keys(await textsOf(plane)).length, 20);
  assert.equal(most, 4);
});

test("the texts of a Secret are kept as data, so that what somebody changes there is repaired and what is not desired goes", async () => {
  const operator = defineOperator(Box, {
    owns: { secret: Secret },
    desired: ({ spec }) => ({
      secret: Secret({ data: { a: "YQ==" }, stringData: spec.text ? { text: spec.text } : {} }),
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  const secrets = plane.client.resource(Secret, { namespace: "default" });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual((await secrets.get("a")).data, { a: "YQ==", text: "aGVsbG8=" });
  await secrets.patch("a", { merge: { data: { text: "b3RoZXI=" } } });
  await plane.settle();
  assert.deepEqual((await secrets.get("a")).data, { a: "YQ==", text: "aGVsbG8=" });
  await boxesOf(plane).patch("a", { merge: { spec: { text: "" } } });
  await plane.settle();
  assert.deepEqual((await secrets.get("a")).data, { a: "YQ==" });
});

test("a child that is built from the one that there is does not carry over what is the server's", async () => {
  const operator = defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ spec }, { owned }) => ({
      map: ConfigMap({ ...owned.map, data: { ...owned.map?.data, [spec.text]: "yes" } }),
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a", { text: "one" }));
  await plane.settle();
  await boxesOf(plane).patch("a", { merge: { spec: { text: "two" } } });
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, { one: "yes", two: "yes" });
});

test("a server that keeps answering with conflicts is told of, and not asked for ever in silence", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const conflict = {
    apiVersion: "v1",
    kind: "Status",
    status: "Failure",
    reason: "Conflict",
    code: 409,
    message: "the quota was changed",
  };
  plane.life.faults.request = ({ method, path }) =>
    method === "PATCH" && path.endsWith("/configmaps/a")
      ? Promise.resolve({
          status: 409,
          headers: { "content-type": "application/json" },
          body: (async function* () {
            yield new TextEncoder().encode(JSON.stringify(conflict));
          })(),
        })
      : undefined;
  await boxesOf(plane).create(box("a"));
  await plane.advance("1m");
  const ready = (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal(ready?.reason, "Conflict");
  delete plane.life.faults.request;
  await plane.settle();
  assert.deepEqual(await textsOf(plane), { a: "hello" });
});

test("a desired that gives something else each time is slowed down and told of, and goes on when it has come to rest", async () => {
  let isRestless = true;
  let number = 0;
  const operator = defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ spec }) => {
      if (isRestless) number += 1;
      return { map: ConfigMap({ data: { text: spec.text, number: String(number) } }) };
    },
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.advance("5m");
  const ready = (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");
  assert.equal(ready?.reason, "UnstableDesired");
  assert.match(
    ready?.message ?? "",
    /^desired gives another ConfigMap default\/a each time that it is asked: leave out of it /,
  );
  const applies = summarize(plane.life.writes).filter((write) => write === "PATCH configmaps/a").length;
  assert.ok(applies < 200, `${applies} applies in five minutes`);
  isRestless = false;
  await plane.advance("2m");
  await plane.settle();
  assert.equal((await mapsOf(plane).get("a")).data?.number, String(number));
});
