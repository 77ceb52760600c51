import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import fc from "fast-check";
import { connectionReset, statusText } from "./scripted-transport-fixture.test.ts";
import { decodeWatch, type WireEvent } from "./watch-decoder.ts";
import { decodeWatchLines, type WatchLine } from "./watch-lines.ts";

const maxLineBytes = 1024 * 1024;

async function* streamOf(chunks: readonly (Uint8Array | string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }
}

async function read(chunks: readonly (Uint8Array | string | Error)[], keepsManagedFields = false) {
  const batches: (readonly WatchLine[])[] = [];
  try {
    for await (const batch of decodeWatchLines(streamOf(chunks), { maxLineBytes, keepsManagedFields }))
      batches.push(batch);
  } catch (error) {
    return { batches, lines: batches.flat(), error };
  }
  return { batches, lines: batches.flat(), error: undefined };
}

const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
const pod = (name: string, more: object = {}) => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name, namespace: "default", uid: `uid-${name}`, resourceVersion: "5", ...more },
});
const objectOf = (line: WatchLine | undefined) =>
  line === undefined || line.type === "BOOKMARK" ? undefined : line.object;

test("an object is known before it is decoded, and decodes to what was sent", async () => {
  const { lines } = await read([event("ADDED", pod("a", { labels: { x: "ä€😀" } })) + event("DELETED", pod("b"))]);
  assert.deepEqual(
    lines.map(({ type }) => type),
    ["ADDED", "DELETED"],
  );
  const object = objectOf(lines[0]);
  assert.deepEqual(
    [object?.namespace, object?.name, object?.uid, object?.resourceVersion],
    ["default", "a", "uid-a", "5"],
  );
  assert.deepEqual(object?.decode(), pod("a", { labels: { x: "ä€😀" } }));
});

test("an object holds on to nothing of the chunk that it came in", async () => {
  const chunk = Buffer.from(event("ADDED", pod("a", { labels: { x: "ä" } })) + event("ADDED", pod("b")));
  const { lines } = await read([chunk]);
  chunk.fill(0);
  assert.deepEqual(objectOf(lines[0])?.decode(), pod("a", { labels: { x: "ä" } }));
  assert.deepEqual([objectOf(lines[1])?.decode(), objectOf(lines[1])?.uid], [pod("b"), "uid-b"]);
});

test("managedFields are left out, or kept where that is said", async () => {
  const text = event("ADDED", pod("a", { managedFields: [{ manager: "ä" }] }));
  assert.deepEqual(objectOf((await read([text])).lines[0])?.decode(), pod("a"));
  const kept = objectOf((await read([text], true)).lines[0])?.decode();
  assert.deepEqual(kept, pod("a", { managedFields: [{ manager: "ä" }] }));
});

test("managedFields are left out of large objects, too", async () => {
  const data = "x".repeat(300_000);
  const { lines } = await read([
    event("ADDED", { ...pod("a", { managedFields: [{ manager: "m" }], labels: {} }), data }),
  ]);
  assert.deepEqual(objectOf(lines[0])?.decode(), { ...pod("a", { labels: {} }), data });
});

test("a bookmark says how far the server is, and whether everything has come", async () => {
  const annotations = { "k8s.io/initial-events-end": "true" };
  const { lines } = await read([
    event("BOOKMARK", { kind: "Pod", metadata: { resourceVersion: "8", annotations } }),
    event("BOOKMARK", { kind: "Pod", metadata: { resourceVersion: "9" } }),
  ]);
  assert.deepEqual(lines, [
    { type: "BOOKMARK", resourceVersion: "8", endsInitialEvents: true },
    { type: "BOOKMARK", resourceVersion: "9", endsInitialEvents: false },
  ]);
});

test("lines of a chunk come together; the beginning, and a chunk without a whole line, are told of by an empty batch", async () => {
  const text = event("ADDED", pod("a"));
  const { batches } = await read([text + text, text.slice(0, 20), text.slice(20)]);
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [0, 2, 0, 1],
  );
});

test("what comes before an error in the same chunk is told before the error", async () => {
  const expired = event("ERROR", JSON.parse(statusText(410, "Expired")));
  const { lines, error } = await read([event("ADDED", pod("a")) + expired + event("ADDED", pod("b"))]);
  assert.equal(lines.length, 1);
  assert.ok(ApiError.is(error, "Expired"));

  const reset = connectionReset();
  const lost = await read([event("ADDED", pod("a")), '{"type":"ADD', reset]);
  assert.deepEqual([lost.lines.length, lost.error], [1, reset]);
});

test("an object that is no JSON after its head is told of, and throws when it is decoded", async () => {
  const { lines, error } = await read([
    `{"type":"ADDED","object":{"metadata":{"name":"a"},"data":nope}}\n${event("ADDED", pod("b"))}`,
  ]);
  assert.equal(error, undefined);
  assert.equal(lines.length, 2);
  assert.throws(() => objectOf(lines[0])?.decode(), { name: "JsonError" });
});

test("a line that lost its end and ran into the next one is an error, and neither of the two is told", async () => {
  const half = event("ADDED", pod("b")).slice(0, -20);
  const { lines, error } = await read([event("ADDED", pod("a")) + half + event("ADDED", pod("c"))]);
  assert.deepEqual([lines.length, (error as Error).name], [1, "UnexpectedResponseError"]);
});

test("an object that looks like a line within is decoded and told", async () => {
  const nested = { ...pod("a"), events: [{ type: "ADDED", object: { kind: "Pod" } }] };
  assert.deepEqual(objectOf((await read([event("ADDED", nested)])).lines[0])?.decode(), nested);
});

test("a line that is understood in no way is an error that does not show it", async () => {
  for (const line of [
    "<html>\n",
    "null\n",
    '{"type":"RENAMED","object":{}}\n',
    '{"type":"ADDED","object":"c2VjcmV0"}\n',
  ]) {
    const { error } = await read([line]);
    assert.ok(error instanceof Error && error.name === "UnexpectedResponseError", line);
    assert.doesNotMatch(error.message, /c2VjcmV0/);
  }
});

test("large integers are exact", async () => {
  const { lines } = await read([
    '{"type":"ADDED","object":{"metadata":{"name":"a"},"n":9007199254740993}}\n',
    '{"type":"ADDED","object":{"metadata":{"name":"ä"},"n":-9007199254740993}}\n',
  ]);
  assert.deepEqual(
    lines.map((line) => objectOf(line)?.decode().n),
    [9007199254740993n, -9007199254740993n],
  );
});

test("every split of a stream gives what the decoder of events gives", async () => {
  const objects = fc.array(
    fc.record({ name: fc.string({ unit: "grapheme", minLength: 1 }), n: fc.bigInt(), managed: fc.boolean() }),
    { maxLength: 5 },
  );
  const cuts = fc.array(fc.nat({ max: 900 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(objects, cuts, async (list, at) => {
      const text = list.map(({ name, n, managed }) => {
        const metadata = JSON.stringify({ name, ...(managed && { managedFields: [] }), resourceVersion: "1" });
        return `{"type":"MODIFIED","object":{"metadata":${metadata},"n":${n}}}\n`;
      });
      const bytes = Buffer.from(text.join(""));
      const edges = [0, ...at.filter((cut) => cut < bytes.length).sort((left, right) => left - right), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      const { lines } = await read(pieces, true);
      const expected: WireEvent<JsonObject>[] = [];
      for await (const one of decodeWatch<JsonObject>(streamOf([bytes]), maxLineBytes)) expected.push(one);
      assert.deepEqual(
        lines.map((line) => ({ type: line.type, object: objectOf(line)?.decode() })),
        expected,
      );
    }),
    { seed: 42 },
  );
});
