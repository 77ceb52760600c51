/**
 * Which objects a watch has told the deletion of lately: the answer to a write often comes after the watch has told all that became of the
 * object, and would bring it back to life.
 */
import { isNewer } from "./overlay-versions.ts";

/** More than can happen between a write and its answer. Beyond it, an object may be shown until the next bookmark. */
const limit = 1_000;

export class RecentDeletions {
  /** The oldest first. */
  readonly #versions = new Map<string, string>();

  add(uid: string, resourceVersion: string): void {
    const before = this.#versions.get(uid);
    this.#versions.delete(uid);
    this.#versions.set(uid, isNewer(before, resourceVersion) ? (before ?? resourceVersion) : resourceVersion);
    if (this.#versions.size <= limit) return;
    const [oldest] = this.#versions.keys();
    if (oldest !== undefined) this.#versions.delete(oldest);
  }

  /** That of the deletion, or of the change by which a selector selected the object no more. */
  versionOf(uid: string): string | undefined {
    return this.#versions.get(uid);
  }
}
