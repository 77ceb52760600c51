/** Randomness of the operating system: what it gives cannot be guessed. */
import type { Random } from "./random.ts";

export function createProcessRandom(): Random {
  // Loaded here, because it takes as long as everything else of this package together, and most who import that never ask for chance.
  const { randomBytes, randomInt, randomUUID } = process.getBuiltinModule("node:crypto");
  return {
    bytes: (count) => new Uint8Array(randomBytes(count)),
    uint32: () => randomInt(2 ** 32),
    uuid: () => randomUUID(),
  };
}
