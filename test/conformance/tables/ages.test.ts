import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { asTable } from "./tables.ts";

const client = connect();
after(() => client.close());

let collection: string;
before(async () => {
  collection = `/api/v1/namespaces/${await client.namespace()}/events`;
});

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, "");
}

/** The cells of an event that is not kept. */
async function cellsOf(more: Json): Promise<Json> {
  const event = {
    metadata: { name: "a" },
    involvedObject: { kind: "Pod", name: "p", namespace: collection.split("/")[4] },
    ...more,
  };
  const answer = await client.create(collection, event, { dryRun: "All" }, { headers: { accept: asTable } });
  assertAnswer(answer, 201, { kind: "Table" });
  const { columnDefinitions, rows } = answer.body;
  return Object.fromEntries(columnDefinitions.map(({ name }: Json, index: number) => [name, rows[0].cells[index]]));
}

/** Asserts how long ago is said to be what was that many seconds ago. */
async function assertAges(...cases: [number, string | RegExp][]): Promise<void> {
  for (const [seconds, expected] of cases) {
    assertContains((await cellsOf({ lastTimestamp: ago(seconds) }))["Last Seen"], expected, `${seconds} s`);
  }
}

// The ages keep away from where the text changes, since the test takes its time.

test("up to two minutes an age is in seconds", () => assertAges([5, /^\d{1,2}s$/], [90, /^9\ds$/]));

test("up to ten minutes an age has seconds", () => assertAges([5 * minute + 30, /^5m3\ds$/]));

test("up to three hours an age is in minutes", () =>
  assertAges([10 * minute + 20, "10m"], [2 * hour + 50 * minute + 20, "170m"]));

test("up to eight hours an age has minutes, unless there are none", () =>
  assertAges([3 * hour + 5 * minute + 20, "3h5m"], [4 * hour + 20, "4h"]));

test("up to two days an age is in hours", () =>
  assertAges([8 * hour + 20 * minute, "8h"], [47 * hour + 20 * minute, "47h"]));

test("up to eight days an age has hours, unless there are none", () =>
  assertAges([3 * day + 4 * hour + 20 * minute, "3d4h"], [2 * day + 20 * minute, "2d"]));

test("up to two years an age is in days", () => assertAges([8 * day + hour, "8d"], [700 * day + hour, "700d"]));

test("up to eight years an age has days, unless there are none; years have 365", () =>
  assertAges([3 * year + 20 * day + hour, "3y20d"], [2 * year + hour, "2y"]));

test("then an age is in years", () => assertAges([9 * year + 100 * day, "9y"]));

test("what is to come has no age, but clocks may differ by a second", () =>
  assertAges([-hour, "<invalid>"], [-1, /^\ds$/]));

test("what has no time has an unknown age", async () => {
  assertContains(await cellsOf({}), { "Last Seen": "<unknown>", "First Seen": "<unknown>" });
});

test("an event was last seen when it was first seen, or when its series was last observed", async () => {
  const since = { firstTimestamp: ago(30 * minute + 20) };
  assertContains(await cellsOf(since), { "First Seen": "30m", "Last Seen": "30m", Count: 1 });
  const often = { ...since, lastTimestamp: ago(20 * minute + 20), count: 3 };
  assertContains(await cellsOf(often), { "First Seen": "30m", "Last Seen": "20m", Count: 3 });
  const micro = (seconds: number) => ago(seconds).replace("Z", ".000000Z");
  const series = {
    eventTime: micro(30 * minute + 20),
    series: { count: 5, lastObservedTime: micro(15 * minute + 20) },
    reportingComponent: "example.com/controller",
    reportingInstance: "one",
    action: "Act",
    reason: "Because",
    type: "Normal",
  };
  assertContains(await cellsOf(series), { "First Seen": "30m", "Last Seen": "15m", Count: 5 });
});

test("an event shows what it is about, in lower case, and who tells it", async () => {
  const namespace = collection.split("/")[4];
  const told = { type: "Warning", reason: "Failed", message: " It failed.\n" };
  const source = { component: "kubelet", host: "node-1" };
  const involvedObject = { kind: "Pod", name: "p", namespace, fieldPath: "spec.containers{a}" };
  assertContains(await cellsOf({ ...told, source, involvedObject }), {
    Type: "Warning",
    Reason: "Failed",
    Object: "pod/p",
    Subobject: "spec.containers{a}",
    Source: "kubelet, node-1",
    Message: "It failed.",
    Name: "a",
  });
  const nameless = await cellsOf({ involvedObject: { kind: "ReplicaSet", namespace } });
  assertContains(nameless, { Object: "replicaset", Source: "" });
});

test("the name of an event comes last, and only when there is room", async () => {
  const answer = await client.get(collection, {}, { headers: { accept: asTable } });
  const { name, format, priority } = answer.body.columnDefinitions.at(-1);
  assert.deepEqual([name, format, priority], ["Name", "name", 1]);
});
