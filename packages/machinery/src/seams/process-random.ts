/** Randomness of the operating system: what it gives cannot be guessed. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Random } from "./random.ts";

export function createProcessRandom(): Random {
  return {
    bytes: (count) => new Uint8Array(randomBytes(count)),
    uint32: () => randomInt(2 ** 32),
    uuid: () => randomUUID(),
  };
}
