/** Which events writes cause, in which order, and what they carry. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains } from "../answer.ts";
import { connect } from "../client.ts";
import { configMaps } from "../lists/config-maps.ts";
import { assertEvents, brief, versionOf } from "./observed.ts";

const client = connect();
after(() => client.close());

const container = { name: "c", image: "i" };

describe("events of a watch", { concurrency: true }, () => {
  test("create, update and delete are ADDED, MODIFIED and DELETED", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const created = await maps.create("a");
    const updated = await maps.label("a", { changed: "yes" });
    await maps.remove("a");
    const [added, modified, deleted] = await assertEvents(watch, ["ADDED a", "MODIFIED a", "DELETED a"]);
    assert.deepEqual(added?.object, created);
    assert.deepEqual(modified?.object, updated);
    assertContains(deleted?.object, { kind: "ConfigMap", apiVersion: "v1", metadata: { labels: { changed: "yes" } } });
  });

  test("the object of a DELETED event is its last state, with the resourceVersion of the deletion", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const { metadata } = await maps.create("a");
    await maps.remove("a");
    const after = await maps.create("b");
    const [, deleted] = await assertEvents(watch, ["ADDED a", "DELETED a", "ADDED b"]);
    assert.ok(deleted);
    assertContains(deleted.object.metadata, { uid: metadata.uid, deletionTimestamp: undefined });
    assert.ok(versionOf(deleted) > BigInt(metadata.resourceVersion));
    assert.ok(versionOf(deleted) < BigInt(after.metadata.resourceVersion));
  });

  test("a stream is one JSON object a line, sent in pieces", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    const answer = await client.get(maps.path, { watch: true, timeoutSeconds: 1 });
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.headers["transfer-encoding"], "chunked");
    assert.equal(answer.headers["cache-control"], "no-cache, private");
    const lines = answer.text.split("\n");
    assert.equal(lines.pop(), "");
    assert.deepEqual(
      lines.map((line) => brief(JSON.parse(line))),
      ["ADDED a", "ADDED b"],
    );
    for (const line of lines) assert.deepEqual(Object.keys(JSON.parse(line)), ["type", "object"]);
  });

  test("objects in events have kind and apiVersion", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    await maps.create("a");
    const [added] = await assertEvents(watch, ["ADDED a"]);
    assertContains(added?.object, { kind: "ConfigMap", apiVersion: "v1" });
  });

  test("an update that changes nothing is no event", async () => {
    const maps = await configMaps(client);
    const created = await maps.create("a", { color: "red" });
    const { resourceVersion } = created.metadata;
    await using watch = await client.watch(maps.path, { resourceVersion });
    assertAnswer(await client.update(maps.at("a"), created), 200, { metadata: { resourceVersion } });
    await maps.label("a", { color: "red" });
    await maps.label("a", {});
    assertAnswer(await client.patch("json", maps.at("a"), []), 200, { metadata: { resourceVersion } });
    await maps.label("a", { color: "blue" });
    const [modified] = await assertEvents(watch, ["MODIFIED a"]);
    assertContains(modified?.object.metadata.labels, { color: "blue" });
  });

  test("a dry run is no event", async () => {
    const maps = await configMaps(client);
    const { metadata } = await maps.create("a");
    await using watch = await client.watch(maps.path, { resourceVersion: metadata.resourceVersion });
    const dry = { dryRun: "All" };
    assertAnswer(await client.create(maps.path, { metadata: { name: "b" } }, dry), 201);
    assertAnswer(await client.patch("merge", maps.at("a"), { data: { k: "v" } }, dry), 200);
    assertAnswer(await client.delete(maps.at("a"), undefined, dry), 200);
    await maps.create("c");
    await assertEvents(watch, ["ADDED c"]);
  });

  test("a refused write is no event", async () => {
    const maps = await configMaps(client);
    const { metadata } = await maps.create("a");
    await using watch = await client.watch(maps.path, { resourceVersion: metadata.resourceVersion });
    assertAnswer(await client.create(maps.path, { metadata: { name: "a" } }), 409);
    assertAnswer(await client.create(maps.path, { metadata: { name: "B" } }), 422);
    assertAnswer(await client.update(maps.at("a"), { metadata: { name: "a", resourceVersion: "1" } }), 409);
    assertAnswer(await client.delete(maps.at("a"), { preconditions: { uid: "other" } }), 409);
    await maps.create("c");
    await assertEvents(watch, ["ADDED c"]);
  });

  test("an apply that creates is ADDED, one that changes is MODIFIED, one that changes nothing is no event", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const apply = (value: string) => {
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { k: value } };
      return client.patch("apply", maps.at("a"), body, { fieldManager: "m" });
    };
    assertAnswer(await apply("1"), 201);
    assertAnswer(await apply("1"), 200);
    assertAnswer(await apply("2"), 200);
    const [, modified] = await assertEvents(watch, ["ADDED a", "MODIFIED a"]);
    assertContains(modified?.object.data, { k: "2" });
  });

  test("deleting an object with finalizers is MODIFIED, and DELETED when the last one is gone", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const held = { metadata: { name: "a", finalizers: ["example.com/one", "example.com/two"] } };
    assertAnswer(await client.create(maps.path, held), 201);
    await maps.remove("a");
    await maps.remove("a");
    for (const finalizers of [["example.com/two"], null]) {
      assertAnswer(await client.patch("merge", maps.at("a"), { metadata: { finalizers } }), 200);
    }
    const [, terminating, , deleted] = await assertEvents(watch, ["ADDED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
    assertContains(terminating?.object.metadata, { deletionTimestamp: /Z$/, finalizers: held.metadata.finalizers });
    // The last state is the one before the update that removed the last finalizer.
    assertContains(deleted?.object.metadata, { deletionTimestamp: /Z$/, finalizers: ["example.com/two"] });
  });

  test("deleting a collection is a DELETED event for each object", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    await maps.fill("a", "b", "c");
    assertAnswer(await client.delete(maps.path), 200);
    await assertEvents(watch, ["ADDED a", "ADDED b", "ADDED c"]);
    const gone = (await watch.take(3)).map(brief);
    // The objects are deleted side by side.
    assert.deepEqual(gone.toSorted(), ["DELETED a", "DELETED b", "DELETED c"]);
  });

  test("a status update is MODIFIED for the whole object", async () => {
    const pods = `/api/v1/namespaces/${await client.namespace()}/pods`;
    await using watch = await client.watch(pods);
    assertAnswer(await client.create(pods, { metadata: { name: "a" }, spec: { containers: [container] } }), 201);
    assertAnswer(await client.patch("merge", `${pods}/a/status`, { status: { phase: "Running" } }), 200);
    const [added, modified] = await assertEvents(watch, ["ADDED a", "MODIFIED a"]);
    assertContains(added?.object, { status: { phase: "Pending" } });
    assertContains(modified?.object, { spec: { containers: [container] }, status: { phase: "Running" } });
  });

  test("a binding and a graceful deletion are MODIFIED", async () => {
    const pods = `/api/v1/namespaces/${await client.namespace()}/pods`;
    await using watch = await client.watch(pods);
    assertAnswer(await client.create(pods, { metadata: { name: "a" }, spec: { containers: [container] } }), 201);
    assertAnswer(
      await client.create(`${pods}/a/binding`, { metadata: { name: "a" }, target: { kind: "Node", name: "n" } }),
      201,
    );
    assertAnswer(await client.delete(`${pods}/a`), 200);
    assertAnswer(await client.delete(`${pods}/a`, { gracePeriodSeconds: 0 }), 200);
    const [, bound, terminating, shortened, deleted] = await assertEvents(watch, [
      "ADDED a",
      "MODIFIED a",
      "MODIFIED a",
      "MODIFIED a",
      "DELETED a",
    ]);
    assertContains(bound?.object.spec, { nodeName: "n" });
    assertContains(terminating?.object.metadata, { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 30 });
    // The shorter grace is written before the pod goes.
    assertContains(shortened?.object.metadata, { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0 });
    assertContains(deleted?.object.metadata, { deletionTimestamp: /Z$/, deletionGracePeriodSeconds: 0 });
  });

  test("a scale update is MODIFIED for the object that is scaled", async () => {
    const deployments = `/apis/apps/v1/namespaces/${await client.namespace()}/deployments`;
    await using watch = await client.watch(deployments);
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: labels }, template };
    assertAnswer(await client.create(deployments, { metadata: { name: "a" }, spec }), 201);
    assertAnswer(await client.patch("merge", `${deployments}/a/scale`, { spec: { replicas: 3 } }), 200);
    const [, modified] = await assertEvents(watch, ["ADDED a", "MODIFIED a"]);
    assertContains(modified?.object, { kind: "Deployment", apiVersion: "apps/v1", spec: { replicas: 3 } });
  });

  test("an object that is deleted and created again is another one", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const first = await maps.create("a");
    await maps.remove("a");
    const second = await maps.create("a");
    const [added, deleted, again] = await assertEvents(watch, ["ADDED a", "DELETED a", "ADDED a"]);
    assert.deepEqual(
      [added, deleted, again].map((event) => event?.object.metadata.uid),
      [first.metadata.uid, first.metadata.uid, second.metadata.uid],
    );
  });

  test("events come in the order of their resourceVersions, whoever wrote", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path);
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      for (let count = 0; count < 6; count += 1) await maps.create(`map-${writer}-${count}`);
      for (let count = 0; count < 6; count += 1) await maps.label(`map-${writer}-${count}`, { round: "two" });
    });
    await Promise.all(writers);
    const versions = (await watch.take(60)).map(versionOf);
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => (a < b ? -1 : 1)),
    );
    assert.equal(new Set(versions).size, 60);
  });

  test("all watches of a collection tell the same", async () => {
    const maps = await configMaps(client);
    await using one = await client.watch(maps.path);
    await using two = await client.watch(maps.path, { resourceVersion: 0 });
    await using all = await client.watch("/api/v1/configmaps", {
      fieldSelector: `metadata.namespace=${maps.namespace}`,
    });
    await maps.fill("b", "a");
    await maps.remove("b");
    const seen = await Promise.all([one, two, all].map((watch) => watch.take(3)));
    assert.deepEqual(seen[0]?.map(brief), ["ADDED b", "ADDED a", "DELETED b"]);
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
  });
});
