/** sendInitialEvents: a list told as a watch, with a bookmark where the list ends. Informers begin like this since client-go 0.35. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { assertInvalidOptions, configMaps } from "../lists/config-maps.ts";
import { askForWatch, assertEvents, versionOf } from "./observed.ts";

const client = connect();
after(() => client.close());

const initial = { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: true };
const endOfList = { "k8s.io/initial-events-end": "true" };

describe("initial events of a watch", { concurrency: true }, () => {
  test("the objects come first, then a bookmark that says so, then what happens", async () => {
    const maps = await configMaps(client);
    const versions = await maps.fill("b", "a", "c");
    await maps.remove("c");
    await using watch = await client.watch(maps.path, initial);
    const [, , bookmark] = await assertEvents(watch, ["ADDED a", "ADDED b", "BOOKMARK"]);
    assert.ok(bookmark);
    assert.deepEqual(bookmark.object.metadata.annotations, endOfList);
    assert.ok(versionOf(bookmark) > BigInt(versions[2] as string));
    await maps.label("a", { changed: "yes" });
    await maps.remove("b");
    const [modified] = await assertEvents(watch, ["MODIFIED a", "DELETED b"]);
    assert.ok(modified && versionOf(modified) > versionOf(bookmark));
  });

  test("the bookmark has the kind, the version and the annotation, and nothing else", async () => {
    const { path } = await configMaps(client);
    await using watch = await client.watch(path, initial);
    const [bookmark] = await assertEvents(watch, ["BOOKMARK"]);
    const { resourceVersion } = bookmark?.object.metadata ?? {};
    assert.deepEqual(bookmark?.object, {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { resourceVersion, annotations: endOfList },
    });
  });

  test("the bookmark of a kind whose fields are never left out has them empty", async () => {
    const namespace = await client.namespace();
    await using watch = await client.watch(`/api/v1/namespaces/${namespace}/pods`, initial);
    const [bookmark] = await assertEvents(watch, ["BOOKMARK"]);
    assertContains(bookmark?.object, {
      kind: "Pod",
      metadata: { name: undefined, annotations: endOfList },
      spec: { containers: null },
      status: {},
    });
  });

  test("a watch can begin at the bookmark's version", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    await using first = await client.watch(maps.path, initial);
    const [, bookmark] = await assertEvents(first, ["ADDED a", "BOOKMARK"]);
    await maps.create("b");
    const { resourceVersion } = bookmark?.object.metadata ?? {};
    await using second = await client.watch(maps.path, { resourceVersion });
    await assertEvents(second, ["ADDED b"]);
  });

  test("without a version the initial events are the most recent", async () => {
    const maps = await configMaps(client);
    for (let count = 0; count < 10; count += 1) {
      const { metadata } = await maps.create(`map-${count}`);
      await using watch = await client.watch(maps.path, initial);
      const added = Array.from({ length: count + 1 }, (_, index) => `ADDED map-${index}`);
      const bookmark = (await assertEvents(watch, [...added, "BOOKMARK"])).at(-1);
      assert.ok(bookmark && versionOf(bookmark) >= BigInt(metadata.resourceVersion));
    }
  });

  test("0 and an older version begin with the objects as they are, not with past events", async () => {
    const maps = await configMaps(client);
    const [first] = await maps.fill("a", "b", "c");
    await maps.remove("b");
    // What need not be the most recent may come from a cache that is a moment behind; this list makes it catch up.
    await client.get(maps.path);
    for (const resourceVersion of ["0", first as string]) {
      await using watch = await client.watch(maps.path, { ...initial, resourceVersion });
      const [, , bookmark] = await assertEvents(watch, ["ADDED a", "ADDED c", "BOOKMARK"]);
      assert.deepEqual(bookmark?.object.metadata.annotations, endOfList);
    }
  });

  test("without allowWatchBookmarks the objects come, but nothing says where they end", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await using watch = await client.watch(maps.path, { ...initial, allowWatchBookmarks: false });
    await assertEvents(watch, ["ADDED a", "ADDED b"]);
    await maps.create("c");
    await assertEvents(watch, ["ADDED c"]);
  });

  test("false begins now, without the objects", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    for (const query of [{}, { resourceVersion: 0 }]) {
      await client.get(maps.path);
      await using watch = await client.watch(maps.path, { ...initial, sendInitialEvents: false, ...query });
      await maps.label("a", { query: Object.keys(query).join() || "none" });
      await assertEvents(watch, ["MODIFIED a"]);
    }
  });

  test("false with a version begins with the events after it", async () => {
    const maps = await configMaps(client);
    const [first] = await maps.fill("a", "b");
    await maps.remove("b");
    const query = { ...initial, sendInitialEvents: false, resourceVersion: first as string };
    await using watch = await client.watch(maps.path, query);
    await assertEvents(watch, ["ADDED b", "DELETED b"]);
  });

  test("a watch with bookmarks and without a version, or from 0, is one with initial events", async () => {
    // So that what older informers ask for is served the same way.
    const maps = await configMaps(client);
    await maps.fill("a");
    for (const query of [{}, { resourceVersion: 0 }]) {
      await client.get(maps.path);
      await using watch = await client.watch(maps.path, { allowWatchBookmarks: true, ...query });
      const [, bookmark] = await assertEvents(watch, ["ADDED a", "BOOKMARK"]);
      assert.deepEqual(bookmark?.object.metadata.annotations, endOfList);
    }
  });

  test("with a version and bookmarks, but without sendInitialEvents, there are no initial events", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a");
    await using watch = await client.watch(maps.path, {
      allowWatchBookmarks: true,
      resourceVersion: version as string,
    });
    await maps.create("b");
    await assertEvents(watch, ["ADDED b"]);
  });

  test("selectors select among the initial events; the bookmark always comes", async () => {
    const maps = await configMaps(client);
    await maps.create("a", { color: "red" });
    await maps.create("b", { color: "blue" });
    const cases: [query: Json, events: string[]][] = [
      [{ labelSelector: "color=red" }, ["ADDED a", "BOOKMARK"]],
      [{ labelSelector: "color=green" }, ["BOOKMARK"]],
      [{ fieldSelector: "metadata.name=b" }, ["ADDED b", "BOOKMARK"]],
      [{ fieldSelector: "metadata.name=c" }, ["BOOKMARK"]],
    ];
    for (const [query, events] of cases) {
      await using watch = await client.watch(maps.path, { ...initial, ...query });
      await assertEvents(watch, events);
    }
  });

  test("a limit is ignored", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await using watch = await client.watch(maps.path, { ...initial, limit: 1 });
    await assertEvents(watch, ["ADDED a", "ADDED b", "BOOKMARK"]);
  });

  test("a kind that the server does not cache has initial events, too", async () => {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/events`;
    const event = (name: string) => ({ metadata: { name }, involvedObject: { kind: "Pod", namespace, name: "p" } });
    assertAnswer(await client.create(path, event("a")), 201);
    await using watch = await client.watch(path, initial);
    const [, bookmark] = await assertEvents(watch, ["ADDED a", "BOOKMARK"]);
    assert.deepEqual(bookmark?.object.metadata.annotations, endOfList);
    assertAnswer(await client.create(path, event("b")), 201);
    await assertEvents(watch, ["ADDED b"]);
  });

  test("a custom kind has initial events", async () => {
    await using crd = await install(client, widgets());
    const path = crd.at("v1", await client.namespace());
    assertAnswer(await client.create(path, crd.widget("v1", "a")), 201);
    await using watch = await client.watch(path, initial);
    const [, bookmark] = await assertEvents(watch, ["ADDED a", "BOOKMARK"]);
    const { resourceVersion } = bookmark?.object.metadata ?? {};
    assertContains(bookmark?.object, { kind: "Widget", apiVersion: `${crd.group}/v1` });
    assertContains(bookmark?.object.metadata, { resourceVersion, annotations: endOfList, name: undefined });
  });

  test("a version of the future is an ERROR in the stream, which is a timeout", async () => {
    const { path } = await configMaps(client);
    await using watch = await client.watch(path, { ...initial, resourceVersion: "999999999" });
    assert.equal(watch.status, 200);
    assertContains(await watch.next(), {
      type: "ERROR",
      object: {
        kind: "Status",
        message: /^Timeout: Too large resource version: 999999999, current: [0-9]+$/,
        reason: "Timeout",
        details: {
          causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
          retryAfterSeconds: 1,
        },
        code: 504,
      },
    });
    assert.equal(await watch.next(), undefined);
  });

  test("a value that is no boolean is true", async () => {
    const maps = await configMaps(client);
    const [version] = await maps.fill("a", "b");
    const resourceVersion = version as string;
    await client.get(maps.path);
    for (const sendInitialEvents of ["x", "", "1"]) {
      await using watch = await client.watch(maps.path, { ...initial, sendInitialEvents, resourceVersion });
      await assertEvents(watch, ["ADDED a", "ADDED b", "BOOKMARK"]);
    }
    await using watch = await client.watch(maps.path, { ...initial, sendInitialEvents: "0", resourceVersion });
    await assertEvents(watch, ["ADDED b"]);
  });

  test("another match than NotOlderThan is refused", async () => {
    const { path } = await configMaps(client);
    const requires = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
    const forbidden: [string, string, string] = ["resourceVersionMatch", "FieldValueForbidden", requires];
    for (const sendInitialEvents of [true, false]) {
      assertInvalidOptions(await askForWatch(client, path, { sendInitialEvents }), forbidden);
    }
    for (const resourceVersionMatch of ["Exact", "Newest"]) {
      const query = { ...initial, resourceVersionMatch };
      const unsupported = `Unsupported value: "${resourceVersionMatch}": supported values: "NotOlderThan"`;
      assertInvalidOptions(await askForWatch(client, path, query), forbidden, [
        "resourceVersionMatch",
        "FieldValueNotSupported",
        unsupported,
      ]);
    }
  });

  test("a continue token is refused", async () => {
    const { path } = await configMaps(client);
    const answer = await askForWatch(client, path, { ...initial, continue: "x" });
    const message = "Forbidden: resourceVersionMatch is forbidden when continue is provided";
    assertInvalidOptions(answer, ["resourceVersionMatch", "FieldValueForbidden", message]);
  });
});
