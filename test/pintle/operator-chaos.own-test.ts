/**
 * Whatever people and others do to boxes and their children, however often the network fails or loses an answer, and whenever the operator is
 * started anew: once all that is over, there is exactly what the boxes ask for, and nothing is written any more.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace, Secret } from "@pintle/kinds";
import { ApiError, createSeededRandom, randomBelow, type TransportResponse } from "@pintle/machinery";
import fc from "fast-check";
import { absent, defineOperator, many, type Operator, yes } from "pintle";
import { Box, type BoxSpec, box, boxesOf, mapsOf, sayConditions } from "./operator-boxes.ts";
import { type Life, type OperatorPlane, startOperatorPlane } from "./operator-plane.ts";

/** A map under a name that may change, a Secret unless the text is empty, a map for each part, and a Namespace for those with a part `far`. */
function chaoticBoxes(): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap, secret: Secret, parts: many(ConfigMap), space: Namespace },
    workers: 2,
    desired: ({ metadata: { name = "" }, spec: { text, name: mapName, parts = [] } }) => ({
      map: ConfigMap({ metadata: { name: mapName ?? `${name}-map` }, data: { text } }),
      secret: text === "" ? absent : Secret({ stringData: { text } }),
      parts: Object.fromEntries(parts.map((part) => [part, ConfigMap({ data: { text: part } })])),
      space: parts.includes("far") ? Namespace({ metadata: { name: `space-of-${name}` } }) : absent,
    }),
    status: ({ spec }, { parts }) => ({
      ...{ seen: spec.text, parts: Object.keys(parts).length },
      conditions: { Ready: yes("Seen") },
    }),
  });
}

const names = fc.constantFrom("a", "b");
const spec: fc.Arbitrary<BoxSpec> = fc.record({
  text: fc.constantFrom("", "one", "two"),
  name: fc.constantFrom("first", "second"),
  parts: fc.uniqueArray(fc.constantFrom("x", "y", "far")),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("write" as const), name: names, spec }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), name: names }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("break a child" as const), number: fc.nat(20), how: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wipe" as const), name: names }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(3_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(plane: OperatorPlane, next: Step, failing: (life: Life) => void): Promise<void> {
  const boxes = boxesOf(plane);
  if (next.do === "write") {
    const { name, parts = [], ...rest } = next.spec;
    // Two boxes never want the same name.
    const full = { ...rest, parts, ...(name && { name: `${next.name}-${name}` }) };
    const written = await ignoreNotFound(boxes.patch(next.name, { merge: { spec: full } }));
    if (written === undefined) await boxes.create(box(next.name, full));
  } else if (next.do === "delete") await ignoreNotFound(boxes.delete(next.name));
  else if (next.do === "break a child") await breakChild(plane, next.number, next.how);
  else if (next.do === "wipe") await ignoreNotFound(boxes.status.patch(next.name, { merge: { status: null } }));
  else if (next.do === "wait") await plane.advance(next.ms);
  else failing(await plane.restart());
}

async function breakChild(plane: OperatorPlane, number: number, how: number): Promise<void> {
  const { items } = await mapsOf(plane).list({ labelSelector: "pintle.dev/owner-uid" });
  const name = items[number % Math.max(1, items.length)]?.metadata.name;
  if (name === undefined) return;
  const patches = [
    { data: { text: "broken" } },
    { data: null },
    { metadata: { labels: null } },
    { metadata: { annotations: null } },
  ];
  const patch = patches[how];
  if (patch === undefined) await ignoreNotFound(mapsOf(plane).delete(name));
  else await ignoreNotFound(mapsOf(plane).patch(name, { merge: patch as object }));
}

/** Every fifth request of the operator fails: it is refused, does not arrive, or its answer is lost. */
function failAtTimes(seed: number): (life: Life) => void {
  const random = createSeededRandom(seed);
  return (life) => {
    life.faults.request = ({ method }, send) => {
      if (method === "GET" || randomBelow(random, 5) > 0) return undefined;
      const lost = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      const fates = [
        async () => refusal(),
        () => Promise.reject(lost()),
        async () => {
          await send();
          throw lost();
        },
      ];
      return fates[randomBelow(random, fates.length)]?.();
    };
  };
}

function refusal(): TransportResponse {
  const { status } = ApiError.internalError("the storage is on fire");
  const body = new TextEncoder().encode(JSON.stringify(status));
  const chunks = (async function* () {
    yield body;
  })();
  return { status: 500, headers: { "content-type": "application/json" }, body: chunks };
}

async function checkEnd(plane: OperatorPlane): Promise<void> {
  const labelSelector = "pintle.dev/owner-uid";
  const expected: string[] = [];
  for (const object of (await boxesOf(plane).list()).items) {
    const { metadata, spec, status } = object;
    const { text, parts = [], name: mapName = `${metadata.name}-map` } = spec;
    expected.push(`${mapName}=${text}`, ...parts.map((part) => `${metadata.name}-parts-${part}=${part}`));
    if (text !== "") expected.push(`secret ${metadata.name}`);
    if (parts.includes("far")) expected.push(`space space-of-${metadata.name}`);
    assert.deepEqual(sayConditions(object), { Ready: "True/Seen", Degraded: "False/AsDesired" });
    assert.equal(status?.observedGeneration, metadata.generation);
    assert.equal(status?.parts, parts.length);
    assert.deepEqual(metadata.finalizers, parts.includes("far") ? ["pintle.dev/box"] : undefined);
  }
  const maps = await mapsOf(plane).list({ labelSelector });
  const secrets = await plane.client.resource(Secret).list({ labelSelector });
  const spaces = await plane.client.resource(Namespace).list({ labelSelector });
  const found = [
    ...maps.items.map(({ metadata, data }) => `${metadata.name}=${data?.text}`),
    ...secrets.items.map(({ metadata }) => `secret ${metadata.name}`),
    ...spaces.items.map(({ metadata }) => `space ${metadata.name}`),
  ];
  assert.deepEqual(found.sort(), expected.sort());
}

test("after any course of events there is exactly what the boxes ask for, and nothing is written any more", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.nat(), async (steps, seed) => {
      await using plane = await startOperatorPlane({ resources: [Box], operators: () => [chaoticBoxes()] });
      const failing = failAtTimes(seed);
      failing(plane.life);
      for (const next of steps) await take(plane, next, failing);
      delete plane.life.faults.request;
      await plane.settle();
      await plane.advance("30m");
      await plane.settle();
      await checkEnd(plane);
      plane.life.writes.length = 0;
      for (const { metadata } of (await boxesOf(plane).list()).items) {
        await boxesOf(plane).patch(metadata.name ?? "", { merge: { metadata: { annotations: { look: "again" } } } });
      }
      await plane.settle();
      assert.deepEqual(plane.life.writes, []);
    }),
    { numRuns: Number(process.env.PINTLE_CHAOS_RUNS ?? 25), seed: Number(process.env.PINTLE_SEED ?? 11) },
  );
});
