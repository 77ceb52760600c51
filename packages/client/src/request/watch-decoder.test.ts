import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import fc from "fast-check";
import { connectionReset, statusText } from "./scripted-transport-fixture.test.ts";
import { decodeWatch, type WireEvent } from "./watch-decoder.ts";

const maxLineBytes = 1024 * 1024;

async function* streamOf(chunks: readonly (Uint8Array | string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  }
}

/** The events until the end, and the error if that is how it ended. */
async function decode(chunks: readonly (Uint8Array | string | Error)[], limit = maxLineBytes) {
  const events: WireEvent[] = [];
  try {
    for await (const event of decodeWatch(streamOf(chunks), limit)) events.push(event as WireEvent);
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
const added = (name: string) => event("ADDED", { kind: "Pod", metadata: { name, resourceVersion: "5" } });

test("every split of a stream gives the same events", async () => {
  const objects = fc.array(
    fc.record({ metadata: fc.record({ name: fc.string({ unit: "grapheme" }), n: fc.bigInt() }) }),
    {
      maxLength: 5,
    },
  );
  const cuts = fc.array(fc.nat({ max: 600 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(objects, cuts, async (list, at) => {
      const text = list.map(
        ({ metadata: { name, n } }) => `{"type":"ADDED","object":{"name":${JSON.stringify(name)},"n":${n}}}\n`,
      );
      const bytes = Buffer.from(text.join(""));
      const edges = [0, ...at.filter((cut) => cut < bytes.length).sort((left, right) => left - right), bytes.length];
      const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      assert.deepEqual(await decode(pieces), await decode([bytes]));
      assert.equal((await decode(pieces)).events.length, list.length);
    }),
    { seed: 42 },
  );
});

test("a stream that comes byte by byte, with characters of many bytes, is the same stream", async () => {
  const bytes = Buffer.from(added("ä€😀") + added("b") + event("BOOKMARK", { metadata: { resourceVersion: "9" } }));
  const whole = await decode([bytes]);
  assert.deepEqual(await decode(Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    assert.deepEqual(await decode([bytes.subarray(0, cut), bytes.subarray(cut)]), whole);
  }
  assert.deepEqual(
    whole.events.map(({ type }) => type),
    ["ADDED", "ADDED", "BOOKMARK"],
  );
});

test("half a line at the end is dropped and the watch just ends", async () => {
  const { events, error } = await decode([added("a"), added("b").slice(0, -20)]);
  assert.deepEqual([events.length, error], [1, undefined]);
});

test("a line without its end is not an event, though it looks whole", async () => {
  assert.deepEqual((await decode([added("a").trimEnd()])).events, []);
});

test("a connection that is lost rejects, after the events that came before", async () => {
  const reset = connectionReset();
  const { events, error } = await decode([added("a"), '{"type":"ADD', reset]);
  assert.deepEqual([events.length, error], [1, reset]);
});

test("an ERROR event ends the watch with its Status", async () => {
  for (const [code, reason] of [
    [410, "Expired"],
    [500, "InternalError"],
  ] as const) {
    const { events, error } = await decode([
      added("a"),
      event("ERROR", JSON.parse(statusText(code, reason))),
      added("b"),
    ]);
    assert.equal(events.length, 1);
    assert.ok(error instanceof ApiError && ApiError.is(error, reason) && error.code === code);
  }
  const { error } = await decode([event("ERROR", { no: "Status" })]);
  assert.ok(ApiError.is(error, "InternalError"));
});

test("what is no event is a typed error that does not show the object", async () => {
  const lines = [
    "null\n",
    "[]\n",
    '"x"\n',
    '{"type":"ADDED"}\n',
    '{"type":"RENAMED","object":{}}\n',
    '{"a":"c2VjcmV0"\n',
    "<html>\n",
  ];
  for (const line of [...lines, Uint8Array.of(0x22, 0xff, 0x22, 0x0a)]) {
    const { error } = await decode([line]);
    assert.ok(error instanceof Error && error.name === "UnexpectedResponseError", String(line));
    assert.doesNotMatch(error.message, /c2VjcmV0/);
  }
});

test("a line of 2 MiB is an event, and one beyond the limit an error, with or without its end", async () => {
  const long = event("ADDED", { data: "x".repeat(2 * 1024 * 1024) });
  const pieces = long.match(/[\s\S]{1,65536}/g) ?? [];
  assert.equal((await decode(pieces, 3 * 1024 * 1024)).events.length, 1);
  for (const chunks of [pieces, pieces.slice(0, -1), [long]]) {
    const { events, error } = await decode(chunks);
    assert.deepEqual(events, []);
    assert.ok(error instanceof Error && /more than 1048576 bytes/.test(error.message));
  }
});

test("empty lines and carriage returns are nothing", async () => {
  assert.equal((await decode(["\n\n", added("a").replace("\n", "\r\n"), "\r\n"])).events.length, 1);
});

test("who leaves the loop gives the stream up", async () => {
  let isGivenUp = false;
  async function* body() {
    try {
      for (;;) yield Buffer.from(added("a"));
    } finally {
      isGivenUp = true;
    }
  }
  for await (const _ of decodeWatch(body(), maxLineBytes)) break;
  assert.ok(isGivenUp);
});
