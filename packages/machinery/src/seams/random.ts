/** Randomness as a thing that is passed in: from the operating system in production, from a seed in tests. */
import { UsageError } from "../errors/usage-error.ts";

export interface Random {
  bytes(count: number): Uint8Array;
  /** A whole number from 0 to 2^32 − 1. */
  uint32(): number;
  /** A version 4 UUID in lower case, as Kubernetes gives objects. */
  uuid(): string;
}

const uint32Values = 2 ** 32;

/** A number from 0, inclusive, to 1, exclusive, with all the 53 bits that a number has. */
export function randomFloat(random: Random): number {
  const high = random.uint32() >>> 5;
  const low = random.uint32() >>> 6;
  return (high * 2 ** 26 + low) / 2 ** 53;
}

/**
 * A whole number from 0 to the limit, exclusive, each equally likely: draws beyond the last full multiple are
 * repeated.
 */
export function randomBelow(random: Random, limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > uint32Values) {
    throw new UsageError("PINTLE_RANDOM_LIMIT_INVALID", `the limit is a whole number from 1 to 2^32, not ${limit}`);
  }
  const fair = uint32Values - (uint32Values % limit);
  for (;;) {
    const drawn = random.uint32();
    if (drawn < fair) return drawn % limit;
  }
}

/**
 * A time between the duration and `1 + maxFactor` times it, as `wait.Jitter`: a factor of zero or less stands for 1.
 */
export function jitter(random: Random, durationMs: number, maxFactor: number): number {
  const factor = maxFactor > 0 ? maxFactor : 1;
  return durationMs + randomFloat(random) * factor * durationMs;
}

/** Makes a version 4 UUID of 16 random bytes: six bits are fixed, 122 are kept. */
export function formatUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
