/**
 * Events that differ in nothing but their text become one after the ninth text within ten minutes, as client-go's: an object that fails in ever
 * new words does not fill the list.
 */
import { RecentMap } from "./recent-map.ts";

const maxTexts = 10;
const intervalMs = 600_000;
const maxRemembered = 4_096;

export class SimilarEvents {
  readonly #recent = new RecentMap<{ readonly texts: Set<string>; lastMs: number }>(maxRemembered);

  /** Whether the event is to be combined with those before it that have the same key. Times are by a clock that never jumps. */
  isOneOfMany(key: string, text: string, nowMs: number): boolean {
    const known = this.#recent.get(key);
    const isFresh = known !== undefined && nowMs - known.lastMs <= intervalMs;
    const record = isFresh ? known : { texts: new Set<string>(), lastMs: nowMs };
    record.lastMs = nowMs;
    record.texts.add(text);
    this.#recent.set(key, record);
    if (record.texts.size < maxTexts) return false;
    const [oldest = ""] = record.texts;
    record.texts.delete(oldest);
    return true;
  }
}
