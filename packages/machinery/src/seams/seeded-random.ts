/** Randomness that a seed determines: the same seed gives the same numbers on every machine. Not for secrets. */
import { formatUuid, type Random } from "./random.ts";
import { xoshiro128 } from "./xoshiro128.ts";

export interface SeededRandom extends Random {
  /**
   * A generator of its own for one part of a program. It depends on the seed and the label alone, not on what has been
   * drawn before: a part that draws more, or is new, does not change what the others get.
   */
  fork(label: string): SeededRandom;
}

export function createSeededRandom(seed: number | string): SeededRandom {
  return createFromPath([String(seed)]);
}

function createFromPath(path: readonly string[]): SeededRandom {
  // JSON keeps the parts apart, so that fork("ab") and fork("a").fork("b") differ.
  const uint32 = xoshiro128(hashToState(JSON.stringify(path)));
  const bytes = (count: number) => fillBytes(uint32, count);
  return {
    bytes,
    uint32,
    uuid: () => formatUuid(bytes(16)),
    fork: (label) => createFromPath([...path, label]),
  };
}

/** Spreads a text over the state: FNV-1a with four starting points, each finished by the mixer of MurmurHash3. */
function hashToState(text: string): Uint32Array {
  const state = Uint32Array.from({ length: 4 }, (_, word) => {
    let hash = 0x811c9dc5 ^ Math.imul(word + 1, 0x9e3779b9);
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    return finish(hash);
  });
  if (state.every((word) => word === 0)) state[0] = 1;
  return state;
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function fillBytes(uint32: () => number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  let word = 0;
  for (let index = 0; index < count; index += 1) {
    word = index % 4 === 0 ? uint32() : word >>> 8;
    bytes[index] = word;
  }
  return bytes;
}
