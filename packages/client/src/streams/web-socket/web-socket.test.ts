import assert from "node:assert/strict";
import { type Duplex, duplexPair, Readable } from "node:stream";
import { describe, test } from "node:test";
import { createProcessClock, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { createWebSocket } from "./web-socket.ts";

function open() {
  const [ours, theirs] = duplexPair();
  const clock = createVirtualClock();
  const connection = createWebSocket(ours, { protocol: "test", clock, random: createSeededRandom(1) });
  return { ours, theirs, clock, connection };
}

/** The first bytes of the frames that came: opcodes with the bit of the last part. */
function frames(theirs: Duplex): number[] {
  const bytes: Buffer = theirs.read() ?? Buffer.alloc(0);
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 6 + ((bytes[at + 1] ?? 0) & 0x7f)) found.push(bytes[at] ?? 0);
  return found;
}

/** Lets the two ends hand on what they have, which takes turns of the event loop. */
async function turn(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await createProcessClock().turn();
}

const [ping, pong, close] = [0x89, 0x8a, 0x88];

describe("a connection that stays silent", () => {
  test("is pinged every five seconds and given up after a minute", async () => {
    const { theirs, clock, connection } = open();
    const reading = Readable.from(connection.pieces).toArray();
    reading.catch(() => {});
    for (let count = 0; count < 3; count += 1) {
      await clock.advance(5_000);
      await turn();
    }
    assert.deepEqual(frames(theirs), [ping, ping, ping]);
    await clock.advance(60_000);
    await assert.rejects(reading, /nothing came from the server for 60 seconds/);
  });

  test("lives as long as the pings are answered", async () => {
    const { ours, theirs, clock, connection } = open();
    const reading = Readable.from(connection.pieces).toArray();
    reading.catch(() => {});
    for (let minute = 0; minute < 5; minute += 1) {
      theirs.write(Buffer.from([pong, 0]));
      await turn();
      await clock.advance(50_000);
      await turn();
    }
    assert.equal(ours.destroyed, false);
    ours.destroy();
    await assert.rejects(reading, /broke off/);
  });

  test("lives also while nobody reads it: the answers wait behind what nobody takes", async () => {
    const { ours, clock } = open();
    await clock.advance(600_000);
    assert.equal(ours.destroyed, false);
    ours.destroy();
  });
});

describe("a goodbye", () => {
  test("of the server is answered, and ends the messages", async () => {
    const { theirs, connection } = open();
    theirs.write(Buffer.from([0x82, 1, 7, ping, 0, close, 2, 3, 232]));
    const pieces = await Readable.from(connection.pieces).toArray();
    assert.deepEqual(
      pieces.map(({ bytes }) => [...bytes]),
      [[7]],
    );
    await turn();
    assert.deepEqual(frames(theirs), [pong, close]);
    await assert.rejects(connection.send(Uint8Array.of(1)), /has ended/);
  });

  test("of ours that is not answered ends the connection after ten seconds", async () => {
    const { ours, theirs, clock, connection } = open();
    connection.close();
    connection.close();
    await turn();
    assert.deepEqual(frames(theirs), [close]);
    await clock.advance(10_000);
    assert.equal(ours.destroyed, true);
  });
});

test("who sends to one that does not read waits, until it does or the connection ends", async () => {
  const { ours, theirs, connection } = open();
  const large = Buffer.alloc(1_000_000);
  let isSent = false;
  const sending = connection.send(large).then(() => (isSent = true));
  await turn();
  assert.equal(isSent, false);
  theirs.resume();
  await sending;
  theirs.pause();
  const cut = connection.send(large);
  ours.destroy();
  await assert.rejects(cut, /has ended/);
});

test("an error of the connection between two reads ends nothing but the connection", async () => {
  const { ours, connection } = open();
  ours.destroy(new Error("ECONNRESET"));
  await turn();
  await assert.rejects(Readable.from(connection.pieces).toArray(), /broke off without a goodbye/);
});

test("a server that pings without end and does not read does not fill the memory", async () => {
  const { ours, theirs, connection } = open();
  const reading = Readable.from(connection.pieces).toArray();
  reading.catch(() => {});
  for (let count = 0; count < 100; count += 1) {
    theirs.write(Buffer.concat(Array.from({ length: 1_000 }, () => Buffer.from([ping, 1, 7]))));
    await turn();
  }
  assert.ok(ours.writableLength < 100_000, `${ours.writableLength} bytes wait to be sent`);
  ours.destroy();
  await assert.rejects(reading, /broke off/);
});
