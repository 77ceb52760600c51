import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { StreamError } from "../stream-error.ts";
import { createFrameReader, type FrameEvent, formatFrame } from "./frames.ts";

function serverFrame(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Messages as texts, control frames by their type: what must not depend on where the bytes were cut. */
function tell(events: readonly FrameEvent[]): string[] {
  const told: string[] = [];
  for (const event of events) {
    const text = Buffer.from(event.bytes).toString("latin1");
    if (event.type !== "piece") told.push(`${event.type}:${text}`);
    else if (event.isFirst) told.push(`message:${text}`);
    else told.push(`more:${text}`);
  }
  return joinPieces(told);
}

function joinPieces(told: readonly string[]): string[] {
  const joined: string[] = [];
  let message = -1;
  for (const word of told) {
    if (word.startsWith("more:")) joined[message] += word.slice(5);
    else {
      joined.push(word);
      if (word.startsWith("message:")) message = joined.length - 1;
    }
  }
  return joined;
}

describe("what a server sends", () => {
  const bytes = Buffer.concat([
    serverFrame(0x82, Buffer.from("one")),
    serverFrame(0x02, Buffer.from("tw")),
    serverFrame(0x89, Buffer.from("ping")),
    serverFrame(0x00, Buffer.from("")),
    serverFrame(0x80, Buffer.from("o")),
    serverFrame(0x82, Buffer.alloc(300, "x")),
    serverFrame(0x82, Buffer.alloc(70_000, "y")),
    serverFrame(0x82, Buffer.from("")),
    serverFrame(0x88, Buffer.from([3, 232])),
  ]);
  const whole = tell(createFrameReader().push(bytes));

  test("messages in parts, with a ping between the parts, are put together again", () => {
    assert.deepEqual(whole.slice(0, 3), ["message:one", "message:two", "ping:ping"]);
    assert.deepEqual(whole.slice(3, 6), [`message:${"x".repeat(300)}`, `message:${"y".repeat(70_000)}`, "message:"]);
    assert.deepEqual(whole.slice(6), ["close:\x03\xe8"]);
  });

  test("it means the same wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const reader = createFrameReader();
        const places = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
        const events = places.slice(1).flatMap((end, index) => reader.push(bytes.subarray(places[index], end)));
        assert.deepEqual(tell(events), whole);
        assert.equal(reader.isInside, false);
      }),
    );
  });

  test("every single byte may come alone", () => {
    const reader = createFrameReader();
    assert.deepEqual(tell([...bytes].flatMap((byte) => reader.push(Uint8Array.of(byte)))), whole);
  });

  test("a frame of many gigabytes is handed on as it comes", () => {
    const reader = createFrameReader();
    const head = Buffer.from([0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0]);
    reader.push(head);
    const [event] = reader.push(Buffer.alloc(1_000));
    assert.equal(event?.bytes.length, 1_000);
    assert.equal(reader.isInside, true);
  });
});

test("what no server may send is an error", () => {
  const wrong: Record<string, Buffer> = {
    "bits of an extension": serverFrame(0xc2, Buffer.from("a")),
    "masked frame": Buffer.from([0x82, 0x81, 0, 0, 0, 0, 1]),
    "opcode 1": serverFrame(0x81, Buffer.from("text")),
    "opcode 3": serverFrame(0x83, Buffer.from("a")),
    "unknown opcode 11": serverFrame(0x8b, Buffer.from("a")),
    "control frame in parts": serverFrame(0x09, Buffer.from("a")),
    "had not begun": serverFrame(0x80, Buffer.from("a")),
    "within another": Buffer.concat([serverFrame(0x02, Buffer.from("a")), serverFrame(0x82, Buffer.from("b"))]),
    "frame of 9223372036854775808 bytes": Buffer.from([0x82, 127, 128, 0, 0, 0, 0, 0, 0, 0]),
  };
  for (const [words, bytes] of Object.entries(wrong)) {
    assert.throws(
      () => createFrameReader().push(bytes),
      (error) => error instanceof StreamError && error.message.includes(words),
      words,
    );
  }
});

test("what a client sends is masked, with the length in the shortest form", () => {
  const mask = Uint8Array.of(1, 2, 3, 4);
  assert.deepEqual(
    [...formatFrame(2, [Uint8Array.of(5), Uint8Array.of(6, 7)], mask)],
    [0x82, 0x83, 1, 2, 3, 4, 4, 4, 4],
  );
  assert.deepEqual([...formatFrame(2, [new Uint8Array(126)], mask).subarray(0, 4)], [0x82, 0xfe, 0, 126]);
  assert.deepEqual(
    [...formatFrame(2, [new Uint8Array(65_536)], mask).subarray(0, 10)],
    [0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0],
  );
});
