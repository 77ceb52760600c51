/** How many events one source may tell about one object: 25 at once, and then one in five minutes, as client-go. */
import { RecentMap } from "./recent-map.ts";

const burst = 25;
const refillMs = 300_000;
const maxRemembered = 4_096;

export class SpamFilter {
  readonly #buckets = new RecentMap<{ readonly left: number; readonly atMs: number }>(maxRemembered);

  /** Whether one more is fine. Times are by a clock that never jumps. */
  accepts(key: string, nowMs: number): boolean {
    const { left, atMs } = this.#buckets.get(key) ?? { left: burst, atMs: nowMs };
    const available = Math.min(burst, left + (nowMs - atMs) / refillMs);
    // What is refused changes nothing, so that many refusals add up to no rounding.
    if (available < 1) return false;
    this.#buckets.set(key, { left: available - 1, atMs: nowMs });
    return true;
  }
}
