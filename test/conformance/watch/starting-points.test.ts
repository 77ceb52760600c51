/** Where a watch begins: at a resourceVersion, or with the objects that there are. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains } from "../answer.ts";
import { connect } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { assertBadRequest, assertInvalidOptions, configMaps } from "../lists/config-maps.ts";
import { askForWatch, assertEvents } from "./observed.ts";

const client = connect();
after(() => client.close());

describe("where a watch begins", { concurrency: true }, () => {
  test("without a version the objects come first, as ADDED events in the order of a list", async () => {
    const maps = await configMaps(client);
    await maps.fill("b", "c", "a");
    await maps.label("b", { changed: "yes" });
    await maps.remove("c");
    for (const query of [{}, { resourceVersion: "" }]) {
      await using watch = await client.watch(maps.path, query);
      const [, changed] = await assertEvents(watch, ["ADDED a", "ADDED b"]);
      assertContains(changed?.object, { kind: "ConfigMap", metadata: { labels: { changed: "yes" } } });
    }
  });

  test("the events that follow are those after the objects that came first", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await using watch = await client.watch(maps.path);
    await assertEvents(watch, ["ADDED a", "ADDED b"]);
    await maps.label("a", { changed: "yes" });
    await maps.remove("b");
    await assertEvents(watch, ["MODIFIED a", "DELETED b"]);
  });

  test("0 begins with the objects, too", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await client.get(maps.path);
    await using watch = await client.watch(maps.path, { resourceVersion: 0 });
    await maps.create("c");
    await assertEvents(watch, ["ADDED a", "ADDED b", "ADDED c"]);
  });

  test("a version begins with the event after it", async () => {
    const maps = await configMaps(client);
    const [first] = await maps.fill("a", "b");
    await maps.label("a", { changed: "yes" });
    await maps.remove("b");
    await using watch = await client.watch(maps.path, { resourceVersion: first as string });
    await assertEvents(watch, ["ADDED b", "MODIFIED a", "DELETED b"]);
  });

  test("the events of the past carry the objects as they were", async () => {
    const maps = await configMaps(client);
    const first = await maps.create("a", { step: "1" });
    const second = await maps.label("a", { step: "2" });
    const third = await maps.label("a", { step: "3" });
    const { resourceVersion } = first.metadata;
    await using watch = await client.watch(maps.path, { resourceVersion });
    const events = await assertEvents(watch, ["MODIFIED a", "MODIFIED a"]);
    assert.deepEqual(
      events.map(({ object }) => object),
      [second, third],
    );
  });

  test("the version of a list begins where the list ends: nothing twice, nothing left out", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    const { resourceVersion } = (await client.get(maps.path)).body.metadata;
    await maps.create("c");
    await using watch = await client.watch(maps.path, { resourceVersion });
    await maps.create("d");
    await assertEvents(watch, ["ADDED c", "ADDED d"]);
  });

  test("the version of any object, of another namespace or another kind, is a place to begin", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    const secrets = `/api/v1/namespaces/${maps.namespace}/secrets`;
    const secret = await client.create(secrets, { metadata: { name: "s" } });
    await maps.fill("b");
    await using watch = await client.watch(maps.path, { resourceVersion: secret.body.metadata.resourceVersion });
    await assertEvents(watch, ["ADDED b"]);
  });

  test("watches that begin at each event see the same events", async () => {
    const maps = await configMaps(client);
    const { metadata } = await maps.create("a");
    for (let step = 0; step < 10; step += 1) await maps.label("a", { step: String(step) });
    await using whole = await client.watch(maps.path, { resourceVersion: metadata.resourceVersion });
    const events = await whole.take(10);
    for (const [index, { object }] of events.entries()) {
      await using rest = await client.watch(maps.path, { resourceVersion: object.metadata.resourceVersion });
      assert.deepEqual(await rest.take(9 - index), events.slice(index + 1));
    }
  });

  test("a version of the future is waited for, in silence", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    await using watch = await client.watch(maps.path, { resourceVersion: "999999999", timeoutSeconds: 2 });
    assert.equal(watch.status, 200);
    await maps.create("b");
    assert.equal(await watch.next(), undefined);
  });

  test("a version before the collection's memory is a stream with one ERROR, which is 410 Expired", async () => {
    // The memory of a custom kind begins when its definition is established.
    await using crd = await install(client, widgets());
    const path = crd.at("v1", await client.namespace());
    assertAnswer(await client.create(path, crd.widget("v1", "a")), 201);
    await using watch = await client.watch(path, { resourceVersion: 1 });
    assert.equal(watch.status, 200);
    assertContains(await watch.next(), {
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: /^too old resource version: 1 \([0-9]+\)$/,
        reason: "Expired",
        details: undefined,
        code: 410,
      },
    });
    assert.equal(await watch.next(), undefined);
  });

  test("a version that is no number is an error of the server's", async () => {
    // The same for a list is 400; here it is not made a Status, so that neither its code nor its reason fits.
    const { path } = await configMaps(client);
    for (const resourceVersion of ["abc", "-1", "1.5"]) {
      const answer = await askForWatch(client, path, { resourceVersion });
      assertAnswer(answer, 500, {
        kind: "Status",
        message: `resourceVersion: Invalid value: "${resourceVersion}": strconv.ParseUint: parsing "${resourceVersion}": invalid syntax`,
        reason: undefined,
        details: undefined,
        code: 500,
      });
    }
  });

  test("a match without sendInitialEvents is refused", async () => {
    const maps = await configMaps(client);
    const needed = "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
    const forbidden: [string, string, string] = ["resourceVersionMatch", "FieldValueForbidden", needed];
    const notOlder = await askForWatch(client, maps.path, { resourceVersionMatch: "NotOlderThan" });
    assertInvalidOptions(notOlder, forbidden);
    for (const resourceVersionMatch of ["Exact", "Newest"]) {
      const answer = await askForWatch(client, maps.path, { resourceVersion: 5, resourceVersionMatch });
      const unsupported = `Unsupported value: "${resourceVersionMatch}": supported values: "NotOlderThan"`;
      assertInvalidOptions(answer, forbidden, ["resourceVersionMatch", "FieldValueNotSupported", unsupported]);
    }
  });

  test("a continue token has no place in a watch that begins with the objects", async () => {
    const { path } = await configMaps(client);
    // Without a version the server itself adds sendInitialEvents and the match that goes with it, then finds fault with that.
    const message = "Forbidden: resourceVersionMatch is forbidden when continue is provided";
    for (const query of [{}, { resourceVersion: 0 }]) {
      const answer = await askForWatch(client, path, { continue: "x", ...query });
      assertInvalidOptions(answer, ["resourceVersionMatch", "FieldValueForbidden", message]);
    }
  });

  test("a limit is ignored", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b", "c");
    await using watch = await client.watch(maps.path, { limit: 1 });
    await assertEvents(watch, ["ADDED a", "ADDED b", "ADDED c"]);
  });

  test("selectors that are none are refused as in a list", async () => {
    const { path } = await configMaps(client);
    assertBadRequest(
      await askForWatch(client, path, { labelSelector: "a b" }),
      "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    );
    assertBadRequest(
      await askForWatch(client, path, { fieldSelector: "data.x=1" }),
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    assertBadRequest(
      await askForWatch(client, path, { timeoutSeconds: "x" }),
      'strconv.ParseInt: parsing "x": invalid syntax',
    );
  });

  test("any value of watch but false and 0 is a watch", async () => {
    const maps = await configMaps(client);
    await maps.fill("a");
    for (const value of ["true", "1", "yes", "TRUE", "t", ""]) {
      await using watch = await client.watch(maps.path, { watch: value });
      await assertEvents(watch, ["ADDED a"]);
    }
  });
});
