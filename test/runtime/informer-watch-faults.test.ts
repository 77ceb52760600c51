import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { connectionRefused } from "./plane.ts";
import { cutWatch, lists, named, startStage } from "./watched-stage.ts";
import {
  answerWithLines,
  answerWithStatus,
  changeLines,
  endAfterLines,
  isWatch,
  isWatchList,
  resetAfterLines,
  silenceAfterLines,
} from "./wire-faults.ts";

test("the server's end of a watch costs another watch from there, and no list", async () => {
  await using stage = await startStage();
  const { plane, asked, seen } = stage;
  await plane.clock.advance(60 * 60_000);
  assert.ok(asked().length >= 6 && asked().length <= 12, `${asked().length} watches in an hour`);
  assert.deepEqual(lists(asked()), []);
  const timeouts = asked().map(({ query }) => Number(query.get("timeoutSeconds")));
  assert.ok(timeouts.every((seconds) => seconds >= 300 && seconds < 600));
  assert.ok(new Set(timeouts).size > 1, "not everybody comes back at once");
  await stage.write("a");
  await stage.assertWell();
  assert.deepEqual(seen, ["update a"]);
});

test("hours of nothing but bookmarks move the version on and tell nobody anything", async () => {
  await using stage = await startStage();
  const { plane, informer, seen } = stage;
  const before = informer.progress.resourceVersion;
  for (let hour = 0; hour < 3; hour += 1) {
    await plane
      .connect()
      .client.resource(ConfigMap)
      .create({ metadata: { name: `unselected-${hour}` } });
    await plane.clock.advance(60 * 60_000);
    assert.ok(informer.progress.silentMs <= 90_000);
  }
  assert.notEqual(informer.progress.resourceVersion, before);
  assert.deepEqual(seen, []);
});

for (const [name, expire] of [
  ["as an event", () => answerWithLines({ type: "ERROR", object: statusOf(410, "Expired") })],
  ["as an answer", () => answerWithStatus(410, "Expired", "too old resource version")],
] as const) {
  test(`history that is gone, told ${name}, is made up for by one list at once: nothing is lost or told twice`, async () => {
    await using stage = await startStage();
    const { plane, asked, seen } = stage;
    const { client: writer } = plane.connect();
    const cut = await cutWatch(stage);
    await writer.resource(ConfigMap).delete("a");
    await stage.write("b");
    await writer.resource(ConfigMap).create(named("c"));
    let expired = 0;
    plane.faults.request = async (request, send) => {
      if (!isWatch(request) || isWatchList(request) || expired > 0) return await send();
      expired += 1;
      return expire();
    };
    cut();
    await stage.assertWell();
    assert.equal(expired, 1);
    assert.deepEqual(seen, ["delete a unknown", "update b", "add c"]);
    assert.equal(lists(asked()).length, 1);
    const [refused, listed] = asked().slice(-2);
    assert.equal(listed?.atMs, refused?.atMs, "without a wait");
  });
}

test("a server that says at once that everything has expired, again and again, is not asked in a hot loop", async () => {
  await using stage = await startStage();
  const { plane, asked } = stage;
  plane.faults.request = async () => answerWithStatus(410, "Expired");
  (await cutWatch(stage))();
  await plane.clock.advance(10 * 60_000);
  assert.ok(asked().length < 60, `${asked().length} requests in ten minutes`);
  plane.faults.request = undefined;
  await plane.clock.advance(30_000);
  await stage.assertWell();
});

test("a server that ends every watch as soon as it has begun is not asked in a hot loop", async () => {
  await using stage = await startStage();
  const { plane, asked } = stage;
  const cut = await cutWatch(stage);
  plane.faults.request = async (_request, send) => endAfterLines(await send(), 0);
  cut();
  plane.requests.length = 0;
  await plane.clock.advance(10 * 60_000);
  assert.ok(asked().length < 60, `${asked().length} requests in ten minutes`);
  plane.faults.request = undefined;
  await stage.write("a");
  await plane.clock.advance(30_000);
  await stage.assertWell();
  assert.deepEqual(lists(asked()), []);
});

test("half a line before the end is dropped, and the watch goes on from the last whole one", async () => {
  await using stage = await startStage();
  const { plane, asked, seen } = stage;
  let isBroken = true;
  plane.faults.request = async (request, send) => {
    const response = await send();
    if (!isWatch(request) || !isBroken) return response;
    isBroken = false;
    return changeLines(endAfterLines(response, 2), (line) => (line.includes('"half"') ? [line.slice(0, -40)] : [line]));
  };
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a", "whole");
  await stage.write("b", "half");
  await stage.assertWell();
  assert.deepEqual(seen, ["update a", "update b"]);
  assert.deepEqual(lists(asked()), []);
});

test("a connection that is reset after every event is come back to with growing waits, and nothing is lost", async () => {
  await using stage = await startStage();
  const { plane, asked, seen } = stage;
  plane.faults.request = async (request, send) => (isWatch(request) ? resetAfterLines(await send(), 1) : await send());
  (await cutWatch(stage))();
  for (let value = 0; value < 20; value += 1) {
    await stage.write("a", String(value));
    await plane.clock.advance(10_000);
  }
  await stage.write("b");
  await plane.clock.advance(10 * 60_000);
  assert.ok(seen.length >= 2 && seen.at(-1) === "update b", String(seen));
  assert.deepEqual(lists(asked()), []);
  const waits = asked()
    .map(({ atMs }, index) => atMs - (asked()[index - 1]?.atMs ?? 0))
    .slice(1);
  assert.ok(
    waits.every((waitMs) => waitMs >= 800),
    String(waits),
  );
  plane.faults.request = undefined;
  // The watch that is open now breaks off with its next bookmark, and the one after it is well.
  await plane.clock.advance(2 * 60_000);
  await stage.assertWell();
});

test("a server that is not there is waited for, 0.8 to 30 seconds at a time, and then nothing is listed again", async () => {
  await using stage = await startStage();
  const { plane, asked, informer } = stage;
  plane.faults.request = async () => {
    throw connectionRefused();
  };
  (await cutWatch(stage))();
  await plane.clock.advance(10 * 60_000);
  const times = asked().map(({ atMs }) => atMs);
  const waits = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  assert.ok(waits.length > 20 && waits.length < 60, `${waits.length} tries in ten minutes`);
  assert.ok(
    waits.slice(1).every((waitMs) => waitMs >= 800 && waitMs <= 30_000),
    String(waits),
  );
  assert.match(String(informer.progress.lastError), /ECONNREFUSED/);
  assert.ok(informer.isSynced, "what is here can still be read");
  await stage.write("a");
  plane.faults.request = undefined;
  plane.requests.length = 0;
  await plane.clock.advance(60_000);
  await stage.assertWell();
  assert.deepEqual(lists(asked()), []);
});

test("a connection that only this side believes in is noticed within 90 seconds", async () => {
  await using stage = await startStage();
  const { plane, asked, seen } = stage;
  let isBroken = true;
  plane.faults.request = async (request, send) => {
    if (!isWatch(request) || !isBroken) return await send();
    isBroken = false;
    return silenceAfterLines(await send(), 1, request.signal);
  };
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a");
  await plane.clock.settle();
  assert.deepEqual(seen, ["update a"]);
  await stage.write("b");
  await plane.clock.advance(89_000);
  assert.deepEqual(seen, ["update a"], "nobody knows yet");
  // With the wait before another try.
  await plane.clock.advance(5_000);
  assert.deepEqual(seen, ["update a", "update b"]);
  assert.deepEqual(lists(asked()), []);
  await stage.assertWell();
});

test("an answer that never begins is given up", async () => {
  await using stage = await startStage();
  const { plane } = stage;
  let open = 0;
  plane.faults.request = async (request, send) => {
    open += 1;
    return open === 1 ? silenceAfterLines(await send(), 0, request.signal) : await send();
  };
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a");
  await plane.clock.advance(95_000);
  assert.equal(open, 2);
  await stage.assertWell();
});

test("text in the middle of a watch is an error, and what came before it is not lost", async () => {
  await using stage = await startStage();
  const { plane, seen } = stage;
  let isBroken = true;
  plane.faults.request = async (request, send) => {
    const response = await send();
    if (!isWatch(request) || !isBroken) return response;
    isBroken = false;
    return changeLines(response, (line) => [line, "<html>upstream timed out</html>\n"]);
  };
  (await cutWatch(stage))();
  await plane.clock.settle();
  await stage.write("a");
  await stage.assertWell();
  assert.deepEqual(seen, ["update a"]);
});

function statusOf(code: number, reason: string): object {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code, message: "too old" };
}
