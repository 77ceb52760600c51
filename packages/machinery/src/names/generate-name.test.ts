import assert from "node:assert/strict";
import { test } from "node:test";
import type { Random } from "../seams/random.ts";
import { createSeededRandom } from "../seams/seeded-random.ts";
import { generateName } from "./generate-name.ts";
import { validateObjectName } from "./object-name.ts";

test("five characters are added that spell no words", () => {
  const random = createSeededRandom(1);
  for (let count = 0; count < 1_000; count += 1) {
    assert.match(generateName("web-", random), /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  }
});

test("a long prefix is cut so that the name is a label", () => {
  const name = generateName("a".repeat(300), createSeededRandom(1));
  assert.equal(name.length, 63);
  assert.deepEqual(validateObjectName("dns1123Label", name), []);
});

test("a prefix is never cut through a character", () => {
  const random = createSeededRandom(1);
  assert.equal(generateName("é".repeat(40), random).slice(0, -5), "é".repeat(29));
  assert.equal(generateName(`a${"é".repeat(40)}`, random).slice(0, -5), `a${"é".repeat(28)}`);
  assert.equal(generateName("😀".repeat(40), random).slice(0, -5), "😀".repeat(14));
  assert.equal(generateName(`${"a".repeat(57)}😀`, random).slice(0, -5), "a".repeat(57));
});

test("the same seed gives the same name", () => {
  assert.equal(generateName("a-", createSeededRandom("s")), generateName("a-", createSeededRandom("s")));
});

test("every character of the alphabet is equally likely", () => {
  const counts = new Map<string, number>();
  const random = createSeededRandom(7);
  const names = 20_000;
  for (let count = 0; count < names; count += 1) {
    for (const character of generateName("", random)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  assert.equal(counts.size, 27);
  const expected = (names * 5) / 27;
  for (const [character, count] of counts) {
    assert.ok(
      Math.abs(count - expected) < 6 * Math.sqrt(expected),
      `${character} came ${count} times, not ${expected}`,
    );
  }
});

test("draws that would favour some characters are repeated", () => {
  const draws = [2 ** 32 - 1, 0, 1, 2, 3, 4];
  const random: Random = { ...createSeededRandom(1), uint32: () => draws.shift() ?? assert.fail("one draw too many") };
  assert.equal(generateName("", random), "bcdfg");
});
