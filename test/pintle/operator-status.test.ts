/** The status that an operator writes: as the API conventions want it, only when it changes, and beside what others write there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { defineOperator, no, type Operator, unknown, yes } from "pintle";
import { Box, box, boxesOf, Crate, mapsOf, sayConditions, textBoxes } from "./operator-boxes.ts";
import { type OperatorPlane, startOperatorPlane, summarize } from "./operator-plane.ts";

const readyOf = async (plane: OperatorPlane) =>
  (await boxesOf(plane).get("a")).status?.conditions?.find(({ type }) => type === "Ready");

test("conditions carry the generation, and the time of the last change of their status alone", async () => {
  const operator = defineOperator(Box, {
    status: ({ spec }) => ({
      conditions: {
        Ready: spec.text === "yes" ? yes("Said", spec.name) : spec.text === "no" ? no("Said") : unknown("Unsaid"),
      },
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a", { text: "yes", name: "one" }));
  await plane.settle();
  const first = await readyOf(plane);
  assert.deepEqual(
    { ...first, lastTransitionTime: "" },
    { type: "Ready", status: "True", reason: "Said", message: "one", observedGeneration: 1, lastTransitionTime: "" },
  );

  await plane.advance("1h");
  await boxesOf(plane).patch("a", { merge: { spec: { name: "two" } } });
  await plane.settle();
  const second = await readyOf(plane);
  assert.deepEqual(second, { ...first, message: "two", observedGeneration: 2 });
  assert.equal((await boxesOf(plane).get("a")).status?.observedGeneration, 2);

  await boxesOf(plane).patch("a", { merge: { spec: { text: "no" } } });
  await plane.settle();
  const third = await readyOf(plane);
  assert.equal(third?.status, "False");
  assert.notEqual(third?.lastTransitionTime, first?.lastTransitionTime);
});

test("keys that are not reported any more go, and conditions and keys of others stay", async () => {
  const operator = defineOperator(Box, {
    status: ({ spec }) => ({ ...(spec.text && { seen: spec.text }), conditions: { Ready: yes("Seen") } }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  const theirs = {
    type: "Theirs",
    status: "True",
    reason: "Other",
    message: "",
    lastTransitionTime: "2020-01-01T00:00:00Z",
  } as const;
  await boxesOf(plane).status.patch("a", {
    merge: { status: { conditions: [...(status?.conditions ?? []), theirs] } },
  });
  await boxesOf(plane).patch("a", { merge: { spec: { text: "" } } });
  await plane.settle();
  const after = await boxesOf(plane).get("a");
  assert.equal(after.status?.seen, undefined);
  assert.deepEqual(sayConditions(after), { Ready: "True/Seen", Degraded: "False/AsDesired", Theirs: "True/Other" });
});

test("a condition that somebody else writes at the same moment is not lost", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const theirs = {
    type: "Theirs",
    status: "True",
    reason: "Other",
    message: "",
    lastTransitionTime: "2020-01-01T00:00:00Z",
  } as const;
  let statusWrites = 0;
  plane.life.faults.request = async ({ method, path }, send) => {
    if (method === "PATCH" && path.endsWith("/status")) {
      statusWrites += 1;
      if (statusWrites === 1) await boxesOf(plane).status.patch("a", { merge: { status: { conditions: [theirs] } } });
    }
    return await send();
  };
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(sayConditions(await boxesOf(plane).get("a")), {
    Theirs: "True/Other",
    Ready: "True/Seen",
    Degraded: "False/AsDesired",
  });
});

test("what was worked out for a generation is not written over a newer one", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  const told: string[] = [];
  let isFirst = true;
  plane.life.faults.request = async ({ method, path, body }, send) => {
    if (method !== "PATCH" || !path.endsWith("/status")) return await send();
    const text = new TextDecoder().decode(body as Uint8Array);
    if (text.includes('"seen"') && isFirst) {
      isFirst = false;
      await boxesOf(plane).patch("a", { merge: { spec: { text: "newer" } } });
    }
    const answer = await send();
    if (answer.status === 200) told.push(/"seen":"(\w+)"/.exec(text)?.[1] ?? "nothing");
    return answer;
  };
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual(told, ["newer"]);
  assert.equal((await boxesOf(plane).get("a")).status?.observedGeneration, 2);
});

test("a status that is as it should be is not written", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [textBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  plane.life.writes.length = 0;
  await mapsOf(plane).patch("a", { merge: { metadata: { labels: { theirs: "yes" } } } });
  await boxesOf(plane).patch("a", { merge: { metadata: { labels: { mine: "no" } } } });
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), []);
});

test("a null is a key that is not there: it takes the key away, once, and is not written again", async () => {
  let seen: string | null = "something";
  const operator = defineOperator(Box, {
    status: () => ({ seen: seen as string, parts: null as unknown as number, conditions: { Ready: yes("Seen") } }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  seen = null;
  await boxesOf(plane).patch("a", { merge: { metadata: { labels: { look: "again" } } } });
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  assert.deepEqual(Object.keys(status ?? {}).sort(), ["conditions", "observedGeneration"]);
  plane.life.writes.length = 0;
  await boxesOf(plane).patch("a", { merge: { metadata: { labels: { look: "once-more" } } } });
  await plane.settle();
  assert.deepEqual(summarize(plane.life.writes), []);
});

test("a status that the server refuses is told by a condition that it takes", async () => {
  const operator = defineOperator(Box, {
    status: ({ spec }) => ({
      parts: (spec.text === "bad" ? "many" : 1) as number,
      conditions: { Ready: yes("Counted") },
    }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a", { text: "bad" }));
  await plane.advance("1m");
  const ready = await readyOf(plane);
  assert.equal(ready?.reason, "Invalid");
  assert.match(ready?.message ?? "", /status\.parts/);
  await boxesOf(plane).patch("a", { merge: { spec: { text: "good" } } });
  await plane.settle();
  assert.equal((await readyOf(plane))?.reason, "Counted");
});

test("where no conditions are declared, Ready is reported without a word of the operator", async () => {
  let isFailing = true;
  const operator = defineOperator(Crate, {
    owns: { map: ConfigMap },
    desired: () => {
      if (isFailing) throw new Error("not yet");
      return { map: ConfigMap({ metadata: { namespace: "default" } }) };
    },
  });
  await using plane = await startOperatorPlane({ resources: [Crate], operators: () => [operator] });
  const crates = plane.client.resource(Crate);
  await crates.create(Crate({ metadata: { name: "c" }, spec: {} }));
  await plane.advance("1s");
  assert.deepEqual(sayConditions(await crates.get("c")), { Ready: "False/ReconcileFailed" });
  isFailing = false;
  await plane.settle();
  assert.deepEqual(sayConditions(await crates.get("c")), { Ready: "True/Reconciled" });
});

test("desired sees the status that was reported before, so that an operator can go step by step", async () => {
  const operator: Operator = defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ status }) => ({ map: ConfigMap({ data: { text: `after ${status?.parts ?? 0}` } }) }),
    status: ({ status }) => ({ parts: Math.min(3, (status?.parts ?? 0) + 1), conditions: { Ready: yes("Counted") } }),
  });
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [operator] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.equal((await mapsOf(plane).get("a")).data?.text, "after 3");
});
