import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { brief, endpointOf, Fixture, widgets, within } from "./watch-fixture.test.ts";

const initial = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: "true" };

describe("where a watch begins", () => {
  test("without a version or from 0 the objects come first, in the order of a list", async () => {
    const fixture = new Fixture();
    const [b, a] = [await fixture.put("one/b"), await fixture.put("one/a")];
    for (const query of [{}, { resourceVersion: "" }, { resourceVersion: "0" }]) {
      const watch = await fixture.watch({ namespace: "one", query });
      assert.deepEqual(await watch.briefs(2), [`ADDED a@${a}`, `ADDED b@${b}`]);
    }
  });

  test("a version begins with the event after it, also where the watch is the first of its kind", async () => {
    const fixture = new Fixture();
    const first = await fixture.put("one/a");
    const second = await fixture.put("one/b");
    const third = await fixture.put("one/a", { x: "y" });
    const fourth = await fixture.remove("one/b");
    const expected = [`ADDED b@${second}`, `MODIFIED a@${third}`, `DELETED b@${fourth}`];
    for (const resourceVersion of [first, first]) {
      const watch = await fixture.watch({ query: { resourceVersion } });
      assert.deepEqual(await watch.briefs(3), expected);
    }
  });

  test("what happens goes on behind the beginning, nothing twice and nothing left out", async () => {
    const fixture = new Fixture();
    const a = await fixture.put("one/a");
    const watch = await fixture.watch();
    const b = await fixture.put("one/b");
    const gone = await fixture.remove("one/a");
    assert.deepEqual(await watch.briefs(3), [`ADDED a@${a}`, `ADDED b@${b}`, `DELETED a@${gone}`]);
  });

  test("a version of the future is waited for in silence", async () => {
    const fixture = new Fixture();
    const watch = await fixture.watch({ query: { resourceVersion: "999999999", timeoutSeconds: "2" } });
    await fixture.put("one/a");
    const end = watch.assertEnds();
    await fixture.clock.advance(2_000);
    await end;
  });

  test("a forgotten version is 410 Expired in the stream", async () => {
    const fixture = new Fixture({ keepRevisions: 2 });
    const resourceVersion = await fixture.put("one/a");
    for (const _ of [1, 2, 3]) await fixture.put("one/a");
    const watch = await fixture.watch({ query: { resourceVersion } });
    const message = "The resourceVersion for the provided watch is too old.";
    assert.deepEqual(await watch.next(), {
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message,
        reason: "Expired",
        code: 410,
      },
    });
    await watch.assertEnds();
  });

  test("a version from before the resource was served is 410 Expired, in the other text", async () => {
    const fixture = new Fixture();
    await fixture.put("one/a");
    fixture.caches.renew(fixture.maps.prefix, await fixture.storage.revision());
    const watch = await fixture.watch({ query: { resourceVersion: "1" } });
    const event = await watch.next();
    assert.equal(within(event, "object").message, "too old resource version: 1 (2)");
    await watch.assertEnds();
  });

  test("a version that is no number is an error of the server's", async () => {
    const fixture = new Fixture();
    await assert.rejects(fixture.respond({ query: { resourceVersion: "abc" } }), (error) => {
      assert.ok(error instanceof ApiError);
      const text = 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax';
      assert.deepEqual([error.code, error.reason, error.message], [500, "", text]);
      return true;
    });
  });
});

describe("initial events", () => {
  test("end with a bookmark that says so, and what happens follows", async () => {
    const fixture = new Fixture();
    const a = await fixture.put("one/a");
    const last = await fixture.put("two/x");
    for (const query of [initial, { allowWatchBookmarks: "true" }, { ...initial, resourceVersion: a }]) {
      const watch = await fixture.watch({ namespace: "one", query });
      assert.deepEqual(await watch.briefs(1), [`ADDED a@${a}`]);
      assert.deepEqual(await watch.next(), {
        type: "BOOKMARK",
        object: {
          kind: "ConfigMap",
          apiVersion: "v1",
          metadata: { resourceVersion: last, annotations: { "k8s.io/initial-events-end": "true" } },
        },
      });
    }
  });

  test("are left out where they are not wanted, and the watch begins now", async () => {
    const fixture = new Fixture();
    await fixture.put("one/a");
    const watch = await fixture.watch({ query: { ...initial, sendInitialEvents: "false" } });
    const b = await fixture.put("one/b");
    assert.deepEqual(await watch.briefs(1), [`ADDED b@${b}`]);
  });

  test("of a version of the future are a timeout in the stream, after three seconds", async () => {
    const fixture = new Fixture();
    const watching = fixture.watch({ query: { ...initial, resourceVersion: "999999999" } });
    await fixture.clock.advance(3_000);
    const event = await (await watching).next();
    const { message, code, details } = within(event, "object");
    assert.deepEqual(
      [event?.type, message, code],
      ["ERROR", "Timeout: Too large resource version: 999999999, current: 1", 504],
    );
    assert.deepEqual(details, {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    });
    await (await watching).assertEnds();
  });

  test("of a version that comes about meanwhile are told then", async () => {
    const fixture = new Fixture();
    const soon = String((await fixture.storage.revision()) + 2);
    const watching = fixture.watch({ query: { ...initial, resourceVersion: soon } });
    const [a, b] = [await fixture.put("one/a"), await fixture.put("one/b")];
    assert.deepEqual(await (await watching).briefs(3), [`ADDED a@${a}`, `ADDED b@${b}`, `BOOKMARK @${b}`]);
  });

  test("that do not go with the rest of the query are refused", async () => {
    const fixture = new Fixture();
    const needs =
      "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
    const unless =
      "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
    const unsupported = 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"';
    const withContinue = "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided";
    const cases: [query: Record<string, string>, message: string][] = [
      [{ sendInitialEvents: "true" }, needs],
      [{ sendInitialEvents: "true", resourceVersionMatch: "Exact" }, `[${needs}, ${unsupported}]`],
      [{ resourceVersionMatch: "NotOlderThan" }, unless],
      [{ resourceVersion: "5", resourceVersionMatch: "Exact" }, `[${unless}, ${unsupported}]`],
      [{ continue: "x" }, withContinue],
      [
        { watch: "false", sendInitialEvents: "true" },
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
      ],
    ];
    for (const [query, message] of cases) {
      const expected = `ListOptions.meta.k8s.io "" is invalid: ${message}`;
      await assert.rejects(fixture.respond({ query }), { name: "ApiError", code: 422, message: expected });
    }
    const timeout = { name: "ApiError", code: 400, message: 'strconv.ParseInt: parsing "x": invalid syntax' };
    await assert.rejects(fixture.respond({ query: { timeoutSeconds: "x" } }), timeout);
  });
});

describe("what a watch selects", () => {
  test("a namespace, and none that begins alike", async () => {
    const fixture = new Fixture();
    const watch = await fixture.watch({ namespace: "one" });
    await fixture.put("one-b/x");
    await fixture.put("one0/x");
    const a = await fixture.put("one/a");
    assert.deepEqual(await watch.briefs(1), [`ADDED a@${a}`]);
    const late = await fixture.watch({ namespace: "one", query: { resourceVersion: "1" } });
    assert.deepEqual(await late.briefs(1), [`ADDED a@${a}`]);
  });

  test("objects that come to match are ADDED, those that cease to are DELETED as they last were", async () => {
    const fixture = new Fixture();
    const query = { labelSelector: "color=red" };
    const live = await fixture.watch({ query });
    await fixture.put("one/a", { color: "blue" });
    const red = await fixture.put("one/a", { color: "red" });
    const big = await fixture.put("one/a", { color: "red", size: "big" });
    const blue = await fixture.put("one/a", { color: "blue" });
    await fixture.remove("one/a");
    const b = await fixture.put("one/b", { color: "red" });
    const gone = await fixture.remove("one/b");
    const late = await fixture.watch({ query: { ...query, resourceVersion: "1" } });
    for (const watch of [live, late]) {
      const events = await watch.take(5);
      const expected = [
        `ADDED a@${red}`,
        `MODIFIED a@${big}`,
        `DELETED a@${blue}`,
        `ADDED b@${b}`,
        `DELETED b@${gone}`,
      ];
      assert.deepEqual(events.map(brief), expected);
      assert.deepEqual(within(events[2], "object", "metadata", "labels"), { color: "red", size: "big" });
    }
  });

  test("one object by its name, by field or by the old path", async () => {
    const fixture = new Fixture();
    const byField = { namespace: "one", name: "a", query: { fieldSelector: "metadata.name=a" } };
    const requests = [byField, { namespace: "one", name: "a" }, { name: "a", query: byField.query }];
    await fixture.put("one/ab");
    const a = await fixture.put("one/a");
    const watches = await Promise.all(requests.map((request) => fixture.watch(request)));
    await fixture.put("one/ab", { x: "y" });
    const gone = await fixture.remove("one/a");
    for (const watch of watches) assert.deepEqual(await watch.briefs(2), [`ADDED a@${a}`, `DELETED a@${gone}`]);
    const other = { namespace: "one", name: "a", query: { fieldSelector: "metadata.name=b" } };
    const message = "fieldSelector metadata.name doesn't match requested name";
    await assert.rejects(fixture.respond(other), { name: "ApiError", code: 400, message });
  });

  test("names with slashes and the name __proto__ lead nowhere", async () => {
    const fixture = new Fixture();
    await fixture.put("one/a");
    for (const name of ["one/a", "../one/a", "__proto__"]) {
      const watch = await fixture.watch({ query: { fieldSelector: `metadata.name=${name}`, timeoutSeconds: "1" } });
      const end = watch.assertEnds();
      await fixture.clock.advance(1_000);
      await end;
    }
  });

  test("each version is told of the same change in its own words", async () => {
    const fixture = new Fixture();
    const [v1, v2] = [endpointOf(widgets, "v1"), endpointOf(widgets, "v2")];
    const [first, second] = [await fixture.watch({ endpoint: v1 }), await fixture.watch({ endpoint: v2 })];
    await fixture.store(v1, "a", { kind: "Widget", apiVersion: "example.com/v1", metadata: { name: "a" }, size: 3 });
    const [old] = await first.take(1);
    const [young] = await second.take(1);
    const metadata = { name: "a", resourceVersion: "2" };
    assert.deepEqual(old?.object, { kind: "Widget", apiVersion: "example.com/v1", metadata, size: 3 });
    assert.deepEqual(young?.object, { kind: "Widget", apiVersion: "example.com/v2", metadata, size: "3" });
  });
});
