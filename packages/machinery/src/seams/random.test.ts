import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createProcessRandom } from "./process-random.ts";
import { formatUuid, jitter, type Random, randomBelow, randomFloat } from "./random.ts";
import { createSeededRandom } from "./seeded-random.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Gives the numbers in turn, so that a test can say what is drawn. */
function createScripted(...numbers: number[]): Random {
  const uint32 = () => numbers.shift() ?? assert.fail("nothing more to draw");
  return { uint32, bytes: () => assert.fail("not scripted"), uuid: () => assert.fail("not scripted") };
}

for (const [name, random] of [
  ["process", createProcessRandom()],
  ["seeded", createSeededRandom(1)],
] as const) {
  test(`${name} random: bytes, numbers and UUIDs have their shape and do not repeat`, () => {
    assert.equal(random.bytes(0).length, 0);
    assert.equal(random.bytes(33).length, 33);
    const uuids = Array.from({ length: 1_000 }, () => random.uuid());
    for (const uuid of uuids) assert.match(uuid, uuidV4);
    assert.equal(new Set(uuids).size, 1_000);
    for (let draw = 0; draw < 1_000; draw += 1) {
      const number = random.uint32();
      assert.ok(Number.isInteger(number) && number >= 0 && number < 2 ** 32);
    }
  });
}

test("a UUID keeps all bits but the six that its version fixes", () => {
  assert.equal(formatUuid(new Uint8Array(16)), "00000000-0000-4000-8000-000000000000");
  assert.equal(formatUuid(new Uint8Array(16).fill(0xff)), "ffffffff-ffff-4fff-bfff-ffffffffffff");
});

test("a float is below 1 even for the highest numbers that can be drawn", () => {
  assert.equal(randomFloat(createScripted(0, 0)), 0);
  assert.equal(randomFloat(createScripted(2 ** 32 - 1, 2 ** 32 - 1)), 1 - 2 ** -53);
});

test("a draw that would favour the low numbers is repeated", () => {
  // 2^32 = 3 × 1,431,655,765 + 1: the last number has no partners.
  assert.equal(randomBelow(createScripted(2 ** 32 - 1, 5), 3), 2);
  assert.equal(randomBelow(createScripted(2 ** 32 - 1), 2 ** 32), 2 ** 32 - 1);
});

test("a limit that is no whole number from 1 to 2^32 is a mistake of the caller", () => {
  for (const limit of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) {
    assert.throws(() => randomBelow(createScripted(), limit), { code: "PINTLE_RANDOM_LIMIT_INVALID" });
  }
});

test("each number below the limit is equally likely", () => {
  const random = createSeededRandom("below");
  const counts = new Array<number>(6).fill(0);
  for (let draw = 0; draw < 60_000; draw += 1) {
    const drawn = randomBelow(random, 6);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 400, String(counts));
});

test("jitter stays between the duration and its highest multiple, where a factor of zero or less stands for 1", () => {
  assert.equal(jitter(createScripted(2 ** 31, 0), 800, 1), 1_200);
  assert.equal(jitter(createScripted(2 ** 31, 0), 800, 0.5), 1_000);
  assert.equal(jitter(createScripted(2 ** 31, 0), 800, 0), 1_200);
  assert.equal(jitter(createScripted(2 ** 31, 0), 800, -3), 1_200);
  const random = createSeededRandom("jitter");
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.double({ min: 0.01, max: 10, noNaN: true }),
      (durationMs, factor) => {
        const jittered = jitter(random, durationMs, factor);
        assert.ok(jittered >= durationMs && jittered <= durationMs * (1 + factor));
      },
    ),
  );
});
