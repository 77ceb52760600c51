import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { endpointOf, Fixture, widgets, within } from "./watch-fixture.test.ts";

const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
const asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const initial = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan", allowWatchBookmarks: "true" };

test("a line of JSON has the type, then the object as it is stored, with its version", async () => {
  const fixture = new Fixture();
  await fixture.put("one/a", {}, { data: { text: "ä€𝄞 \u2028 <&>" } });
  const watch = await fixture.watch({ accept: "application/json;stream=watch", query: { pretty: "true" } });
  assert.equal(watch.contentType, "application/json");
  const { value } = await watch.chunks.next();
  const text = Buffer.from(value).toString();
  assert.ok(text.startsWith('{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a",'));
  assert.ok(text.endsWith("}}}\n"));
  const { object } = JSON.parse(text);
  assert.equal(object.metadata.resourceVersion, "2");
  assert.equal(object.data.text, "ä€𝄞 \u2028 <&>");
});

test("each event is a Table of one row, and only the first has columns, for each watch its own first", async () => {
  const fixture = new Fixture();
  const first = await fixture.watch({ accept: asTable });
  const a = await fixture.put("one/a");
  const second = await fixture.watch({ accept: asTable, query: { resourceVersion: a } });
  await fixture.put("one/b");
  await fixture.remove("one/b");
  for (const [watch, count] of [
    [first, 3],
    [second, 2],
  ] as const) {
    for (const [index, event] of (await watch.take(count)).entries()) {
      const { kind, metadata, columnDefinitions } = within(event, "object");
      assert.equal(kind, "Table");
      assert.equal(Array.isArray(columnDefinitions), index === 0);
      const object = within(event, "object", "rows", 0, "object");
      assert.equal(object.kind, "PartialObjectMetadata");
      assert.equal(within(metadata).resourceVersion, within(object, "metadata").resourceVersion);
    }
  }
});

test("the ages of past events in Tables are of now", async () => {
  const fixture = new Fixture();
  const cells = async () => {
    const watch = await fixture.watch({ accept: asTable, query: { resourceVersion: "1" } });
    const [event] = await watch.take(1);
    return within(event, "object", "rows", 0).cells;
  };
  const live = await fixture.watch({ accept: asTable });
  await fixture.put("one/a");
  await live.take(1);
  await fixture.clock.advance(5_000);
  assert.deepEqual(await cells(), ["a", "5000"]);
  await fixture.clock.advance(5_000);
  assert.deepEqual(await cells(), ["a", "10000"]);
});

test("the bookmark after the initial events is a Table with a row of nobody", async () => {
  const fixture = new Fixture();
  await fixture.put("one/a");
  const watch = await fixture.watch({ accept: asTable, query: { ...initial, includeObject: "None" } });
  const [, bookmark] = await watch.take(2);
  const { metadata, columnDefinitions } = within(bookmark, "object");
  assert.deepEqual([bookmark?.type, metadata, columnDefinitions], ["BOOKMARK", { resourceVersion: "2" }, null]);
  const annotations = { "k8s.io/initial-events-end": "true" };
  assert.deepEqual(within(bookmark, "object", "rows", 0, "object", "metadata"), { resourceVersion: "2", annotations });
});

test("metadata is watched alone, bookmarks too; a list of metadata ends at once", async () => {
  const fixture = new Fixture();
  await fixture.put("one/a", { x: "y" }, { data: { k: "v" } });
  const watch = await fixture.watch({ accept: asMetadata, query: initial });
  const [added, bookmark] = await watch.take(2);
  assert.deepEqual(Object.keys(within(added, "object")), ["kind", "apiVersion", "metadata"]);
  assert.deepEqual(bookmark?.object, {
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: "2", annotations: { "k8s.io/initial-events-end": "true" } },
  });
  const list = await fixture.watch({ accept: asMetadata.replace("Metadata;", "MetadataList;") });
  await list.assertEnds();
});

test("errors are a Status whatever was asked for", async () => {
  const fixture = new Fixture();
  fixture.caches.renew(fixture.maps.prefix, 1_000);
  for (const accept of [asTable, asMetadata]) {
    const watch = await fixture.watch({ accept, query: { resourceVersion: "1" } });
    const event = await watch.next();
    assert.deepEqual([event?.type, within(event, "object").kind], ["ERROR", "Status"]);
  }
});

test("YAML is not streamed, nor are Tables as anything but JSON; a bad includeObject is refused", async () => {
  const fixture = new Fixture();
  const message =
    "only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
  await assert.rejects(fixture.respond({ accept: "application/yaml" }), { name: "ApiError", code: 406, message });
  const protobufTable = asTable.replace("json", "vnd.kubernetes.protobuf");
  await assert.rejects(fixture.respond({ accept: protobufTable }), { name: "ApiError", code: 406 });
  const query = { includeObject: "Everything" };
  await assert.rejects(fixture.respond({ accept: asTable, query }), { name: "ApiError", code: 400 });
});

test("protobuf events are messages behind their length, which carry the enveloped object", async () => {
  const fixture = new Fixture();
  await fixture.put("one/a", {}, { data: { text: "x".repeat(300) } });
  const watch = await fixture.watch({ accept: "application/vnd.kubernetes.protobuf;stream=watch" });
  assert.equal(watch.contentType, "application/vnd.kubernetes.protobuf;stream=watch");
  const { value } = await watch.chunks.next();
  const frame = Buffer.from(value);
  assert.equal(frame.readUInt32BE(0), frame.length - 4);
  assert.deepEqual([...frame.subarray(4, 6)], [0x0a, 5]);
  assert.equal(frame.toString("latin1", 6, 11), "ADDED");
  assert.equal(frame[11], 0x12);
  const envelope = frame.indexOf("k8s\0");
  assert.equal(envelope, 17, "two lengths of two bytes each");
  assert.equal(frame.readUInt8(12) - 128 + frame.readUInt8(13) * 128, frame.length - 14);
});

test("metadata, bookmarks and errors have protobuf, too", async () => {
  const fixture = new Fixture();
  await fixture.put("one/a");
  const accept = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  const { value } = await (await fixture.watch({ accept, query: initial })).chunks.next();
  const text = Buffer.from(value).toString("latin1");
  assert.deepEqual(text.match(/ADDED|BOOKMARK|k8s\0|PartialObjectMetadata|initial-events-end/g), [
    "ADDED",
    "k8s\0",
    "PartialObjectMetadata",
    "BOOKMARK",
    "k8s\0",
    "PartialObjectMetadata",
    "initial-events-end",
  ]);
  fixture.caches.close();
  const { value: error } = await (await fixture.watch({ accept })).chunks.next();
  assert.match(Buffer.from(error).toString("latin1"), /ERROR.*k8s\0.*Status.*the server is shutting down/s);
});

test("custom resources without columns have a name and a time", async () => {
  const fixture = new Fixture();
  const endpoint = endpointOf(widgets, "v1");
  await fixture.store(endpoint, "a", { kind: "Widget", apiVersion: "example.com/v1", metadata: { name: "a" } });
  const [event] = await (await fixture.watch({ endpoint, accept: asTable })).take(1);
  assert.deepEqual(within(event, "object", "rows", 0).cells, ["a", "0001-01-01T00:00:00Z"]);
});
