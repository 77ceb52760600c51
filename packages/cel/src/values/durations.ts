/** Durations as text: Go's `1h30m0.5s` in, seconds out (`5400.5s`). Nanoseconds in 64 bits are the range. */
import { CelDuration } from "./cel-value.ts";
import { formatDoublePlain } from "./doubles.ts";
import { maxInt64, minInt64 } from "./integers.ts";

const nanosPerUnit: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** `undefined` for what Go refuses: no unit, an unknown one, more than 64 bits of nanoseconds. */
export function parseDuration(text: string): CelDuration | undefined {
  const match = /^([+-]?)(.+)$/.exec(text);
  if (!match) return undefined;
  const [, sign, rest = ""] = match;
  if (rest === "0") return new CelDuration(0n);
  let nanos = 0n;
  let end = 0;
  for (const part of rest.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/gy)) {
    const [all, whole = "", fraction = "", unit = ""] = part;
    if (whole === "" && fraction === "") return undefined;
    const perUnit = nanosPerUnit[unit] ?? 0n;
    nanos += BigInt(whole || "0") * perUnit + fractionOf(fraction, perUnit);
    end = part.index + all.length;
  }
  if (end !== rest.length || end === 0) return undefined;
  const signed = sign === "-" ? -nanos : nanos;
  return signed > maxInt64 || signed < minInt64 ? undefined : new CelDuration(signed);
}

/** The fraction of a unit goes through a double, as it does in Go, and what is below a nanosecond is dropped. */
function fractionOf(digits: string, perUnit: bigint): bigint {
  if (digits === "") return 0n;
  const used = digits.slice(0, 18);
  return BigInt(Math.trunc(Number(BigInt(used)) * (Number(perUnit) / 10 ** used.length)));
}

/** Seconds with as many decimals as a double of them has: `5400s`, `0.000000001s`. */
export function formatDuration(duration: CelDuration): string {
  return `${formatDoublePlain(secondsOf(duration))}s`;
}

/** The duration in seconds, as a double. */
export function secondsOf({ nanos }: CelDuration): number {
  return Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9;
}
