import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { install, version, widgets } from "../crds/widgets.ts";
import type { Watch } from "../watch.ts";
import { asMetadata, asMetadataList, asTable, columnsOf, create, getAs, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

/** A collection of ConfigMaps with one in it. */
async function withOne(): Promise<string> {
  const collection = `/api/v1/namespaces/${await client.namespace()}/configmaps`;
  await create(client, collection, { metadata: { name: "a" }, data: { k: "v" } });
  return collection;
}

function watch(collection: string, accept: string, query: Json = {}): Promise<Watch> {
  return client.watch(collection, query, { headers: { accept } });
}

test("each event is a Table of one row, and only the first has columns", async () => {
  const collection = await withOne();
  await using events = await watch(collection, asTable);
  await create(client, collection, { metadata: { name: "b" } });
  assertAnswer(await client.patch("merge", `${collection}/b`, { data: { k: "v" } }), 200);
  assertAnswer(await client.delete(`${collection}/b`), 200);

  const taken = await events.take(4);
  assertContains(taken, [
    { type: "ADDED", object: { kind: "Table", rows: [{ cells: ["a", 1, justNow] }] } },
    { type: "ADDED", object: { kind: "Table", rows: [{ cells: ["b", 0, justNow] }] } },
    { type: "MODIFIED", object: { kind: "Table", rows: [{ cells: ["b", 1, justNow] }] } },
    { type: "DELETED", object: { kind: "Table", rows: [{ cells: ["b", 1, justNow] }] } },
  ]);
  assert.deepEqual(columnsOf(taken[0]?.object), ["Name/name", "Data", "Age"]);
  // A client has to tell "none" from "as before", so it is null and neither absent nor empty.
  for (const { object } of taken.slice(1)) assert.equal(object.columnDefinitions, null);
});

test("an event's Table has the resourceVersion of its object, from which a watch can go on", async () => {
  const collection = await withOne();
  await using events = await watch(collection, asTable);
  const [first] = await events.take(1);
  const resourceVersion = first?.object.metadata.resourceVersion;
  assert.equal(resourceVersion, first?.object.rows[0].object.metadata.resourceVersion);
  await create(client, collection, { metadata: { name: "b" } });
  await using later = await watch(collection, asTable, { resourceVersion });
  const [second] = await later.take(1);
  assertContains(second, { type: "ADDED", object: { rows: [{ cells: ["b", 0, justNow] }] } });
  assert.deepEqual(columnsOf(second?.object), ["Name/name", "Data", "Age"]);
});

test("a row carries what was asked for: nothing, the metadata or the object", async () => {
  const collection = await withOne();
  const carried = async (query: Json) => {
    await using events = await watch(collection, asTable, query);
    const [event] = await events.take(1);
    return event?.object.rows[0].object;
  };
  assertContains(await carried({}), { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" });
  assert.equal(await carried({ includeObject: "None" }), null);
  assertContains(await carried({ includeObject: "Object" }), { kind: "ConfigMap", apiVersion: "v1", data: { k: "v" } });
});

test("a watch with a bad includeObject is refused before it begins", async () => {
  const collection = await withOne();
  const answer = await getAs(client, asTable, collection, { watch: true, includeObject: "Everything" });
  assertAnswer(answer, 400, { kind: "Status", reason: "BadRequest" });
});

test("v1beta1 says so in each event", async () => {
  await using events = await watch(await withOne(), asTable.replace("v=v1", "v=v1beta1"));
  const [event] = await events.take(1);
  assertContains(event?.object, {
    apiVersion: "meta.k8s.io/v1beta1",
    rows: [{ object: { apiVersion: "meta.k8s.io/v1beta1" } }],
  });
});

test("the bookmark after the initial events is a Table whose only row is of nobody", async () => {
  const collection = await withOne();
  await using events = await watch(collection, asTable, {
    allowWatchBookmarks: true,
    sendInitialEvents: true,
    resourceVersionMatch: "NotOlderThan",
  });
  assertContains(await events.next(), { type: "ADDED", object: { rows: [{ cells: ["a", 1, justNow] }] } });
  const bookmark = await events.next();
  assertContains(bookmark, {
    type: "BOOKMARK",
    object: {
      kind: "Table",
      metadata: { resourceVersion: /^\d+$/ },
      columnDefinitions: null,
      rows: [
        {
          cells: ["", 0, "<unknown>"],
          object: {
            kind: "PartialObjectMetadata",
            metadata: { name: undefined, annotations: { "k8s.io/initial-events-end": "true" } },
          },
        },
      ],
    },
  });
});

test("a watch that has expired says so with a Status and not with a Table", async () => {
  // The memory of a custom kind begins when its definition is established.
  await using crd = await install(client, widgets());
  const collection = crd.at("v1", await client.namespace());
  for (const accept of [asTable, asMetadata]) {
    await using events = await watch(collection, accept, { resourceVersion: 1 });
    assertContains(await events.next(), {
      type: "ERROR",
      object: { kind: "Status", apiVersion: "v1", code: 410, reason: "Expired" },
    });
    assert.equal(await events.next(), undefined);
  }
});

test("Tables are streamed as JSON only", async () => {
  const collection = await withOne();
  for (const format of ["yaml", "vnd.kubernetes.protobuf"]) {
    const answer = await getAs(client, asTable.replace("json", format), collection, { watch: true });
    assertAnswer(answer, 406);
  }
});

test("custom resources are watched as Tables with the columns of their definition", async () => {
  const additionalPrinterColumns = [{ name: "Size", type: "integer", jsonPath: ".spec.size" }];
  await using crd = await install(client, widgets([version("v1", { additionalPrinterColumns })]));
  const collection = crd.at("v1", await client.namespace());
  await create(client, collection, crd.widget("v1", "a", { spec: { size: 3 } }));
  await using events = await watch(collection, asTable);
  const [first] = await events.take(1);
  assert.deepEqual(columnsOf(first?.object), ["Name/name", "Size:integer"]);
  assert.deepEqual(first?.object.rows[0].cells, ["a", 3]);

  assertAnswer(await client.patch("merge", `${collection}/a`, { spec: { size: 4 } }), 200);
  const [second] = await events.take(1);
  assertContains(second, { type: "MODIFIED", object: { columnDefinitions: null, rows: [{ cells: ["a", 4] }] } });
});

test("metadata is watched like the objects themselves", async () => {
  const collection = await withOne();
  await using events = await watch(collection, asMetadata);
  assertAnswer(await client.patch("merge", `${collection}/a`, { metadata: { labels: { x: "y" } } }), 200);
  assertAnswer(await client.delete(`${collection}/a`), 200);
  const taken = await events.take(3);
  const metadata = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", data: undefined };
  assertContains(taken, [
    { type: "ADDED", object: { ...metadata, metadata: { name: "a", labels: undefined } } },
    { type: "MODIFIED", object: { ...metadata, metadata: { name: "a", labels: { x: "y" } } } },
    { type: "DELETED", object: { ...metadata, metadata: { name: "a", labels: { x: "y" } } } },
  ]);
});

test("a bookmark of metadata has only the resourceVersion and what it marks", async () => {
  await using events = await watch(await withOne(), asMetadata, {
    allowWatchBookmarks: true,
    sendInitialEvents: true,
    resourceVersionMatch: "NotOlderThan",
  });
  await events.next();
  const bookmark = await events.next();
  const resourceVersion = bookmark?.object.metadata.resourceVersion;
  assert.deepEqual(bookmark, {
    type: "BOOKMARK",
    object: {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion, annotations: { "k8s.io/initial-events-end": "true" } },
    },
  });
});

test("a watch of metadata lists begins and ends at once, since no event is a list", async () => {
  await using events = await watch(await withOne(), asMetadataList);
  assert.equal(events.status, 200);
  assert.equal(await events.next(), undefined);
});
