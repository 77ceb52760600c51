/**
 * All keys with a prefix, told once and kept up to date for as long as somebody wants to know.
 *
 * A watch that ends is begun anew with a list, and what went meanwhile is told as gone. Where that fails it is tried again each second, until
 * the storage is closed: nobody has to find out by themselves that they are not told any more.
 */
import type { Clock, ClockTimer } from "@pintle/machinery";
import { type Storage, type StorageChange, StorageClosedError, type StorageWatch } from "./storage.ts";

/** A key that is there, or lost its value. */
export type FollowedChange = Omit<StorageChange, "previous">;

export interface FollowOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly prefix: string;
  /** What is followed, for those who look at timers: `follow roles`. */
  readonly label: string;
  /** Told of all keys that there are, of each again when a watch had to be begun anew, and of changes between. */
  readonly onKey: (change: FollowedChange) => void;
  /** The keys are not followed for now. What was told of them may not be true any more. */
  readonly onLost?: (error: unknown, keys: Iterable<string>) => void;
}

export interface FollowedPrefix {
  close(): void;
}

const retryMs = 1_000;

/** Resolves when all keys have been told. Rejects where the storage fails before that; nothing is followed then. */
export async function followPrefix(options: FollowOptions): Promise<FollowedPrefix> {
  const followed = new PrefixFollower(options);
  await followed.follow();
  return followed;
}

class PrefixFollower implements FollowedPrefix {
  readonly #options: FollowOptions;
  readonly #keys = new Set<string>();
  #watch: StorageWatch | undefined;
  #retry: ClockTimer | undefined;
  /** Which watch counts: one that ended before it was handed out must not take the place of the next. */
  #round = 0;
  #isClosed = false;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  async follow(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const { storage, prefix } = this.#options;
    const { entries, revision } = await storage.list({ prefix });
    if (this.#isClosed) return;
    const gone = new Set(this.#keys);
    for (const { key } of entries) gone.delete(key);
    for (const key of gone) this.#tell({ key, value: undefined, revision });
    for (const entry of entries) this.#tell(entry);
    const watch = await storage.watch(
      { prefix, after: revision },
      {
        onChanges: (changes) => {
          for (const change of changes) this.#tell(change);
        },
        onProgress: () => undefined,
        onEnd: () => void this.#restart(round),
      },
    );
    if (this.#isClosed || round !== this.#round) watch.close();
    else this.#watch = watch;
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#retry?.cancel();
  }

  #tell(change: FollowedChange): void {
    if (change.value === undefined) this.#keys.delete(change.key);
    else this.#keys.add(change.key);
    this.#options.onKey(change);
  }

  async #restart(round: number): Promise<void> {
    if (this.#isClosed || round !== this.#round) return;
    try {
      await this.follow();
    } catch (error) {
      if (!this.#isClosed) this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    const { clock, label, onLost } = this.#options;
    onLost?.(error, [...this.#keys]);
    if (error instanceof StorageClosedError) return;
    const round = this.#round;
    const again = () => void this.#restart(round);
    this.#retry = clock.setTimer(retryMs, again, { label, kind: "background", unref: true });
  }
}
