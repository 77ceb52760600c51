/** A storage under test, and the few words in which the kit speaks about it: values are texts, changes are lines. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type Clock, createVirtualClock, type VirtualClock } from "@pintle/machinery";
import type { Storage, StorageChange, StorageWatch, StorageWatcher, StoredValue } from "../storage.ts";

/** Makes an empty storage whose times to live follow the clock. */
export type CreateStorage = (options: { readonly clock: Clock }) => Storage | Promise<Storage>;

export interface Subject {
  readonly storage: Storage;
  readonly clock: VirtualClock;
  /** Writes whatever was there before, and gives the revision. */
  put(key: string, text: string): Promise<number>;
  remove(key: string): Promise<number>;
  /** `key=text@revision` for each key with the prefix, in the order of the list. */
  lines(prefix: string, revision?: number): Promise<string[]>;
  /** The value of a key, at a revision if one is given. */
  text(key: string, revision?: number): Promise<string | undefined>;
  watch(prefix: string, after: number): Promise<Recorder>;
}

export function storageTest(title: string, create: CreateStorage, run: (subject: Subject) => Promise<void>): void {
  test(title, async () => {
    const clock = createVirtualClock();
    const storage = await create({ clock });
    try {
      await run(describeSubject(storage, clock));
    } finally {
      await storage.close();
    }
  });
}

export function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

export function textOf(value: Uint8Array): string {
  return Buffer.from(value).toString();
}

export function lineOf({ key, value, revision }: StoredValue): string {
  return `${key}=${textOf(value)}@${revision}`;
}

function describeSubject(storage: Storage, clock: VirtualClock): Subject {
  async function change(key: string, value: Uint8Array | undefined): Promise<number> {
    const { entry } = await storage.get(key);
    const result = await storage.swap(key, entry?.revision ?? 0, value);
    assert.ok(result.isDone, `${key} was changed by somebody else`);
    return result.revision;
  }
  return {
    storage,
    clock,
    put: (key, text) => change(key, bytes(text)),
    remove: (key) => change(key, undefined),

    async lines(prefix, revision) {
      const page = await storage.list({ prefix, ...(revision !== undefined && { revision }) });
      return page.entries.map(lineOf);
    },

    async text(key, revision) {
      const { entry } = await storage.get(key, revision === undefined ? {} : { revision });
      return entry && textOf(entry.value);
    },

    async watch(prefix, after) {
      const recorder = new Recorder();
      recorder.watch = await storage.watch({ prefix, after }, recorder);
      return recorder;
    },
  };
}

/** A watcher that writes down what it is told, and can be waited for. */
export class Recorder implements StorageWatcher {
  readonly changes: StorageChange[] = [];
  watch: StorageWatch | undefined;
  ended: Error | undefined;
  /** Up to where it has been told everything. */
  progress = 0;
  #waiting: (() => void)[] = [];
  #isInside = false;

  onChanges(changes: readonly StorageChange[]): void {
    assert.ok(!this.#isInside, "a watcher is never told while it is being told");
    this.#isInside = true;
    this.changes.push(...changes);
    this.progress = Math.max(this.progress, changes.at(-1)?.revision ?? 0);
    this.#wake();
    this.#isInside = false;
  }

  onProgress(revision: number): void {
    this.progress = Math.max(this.progress, revision);
    this.#wake();
  }

  onEnd(reason: Error): void {
    this.ended = reason;
    this.#wake();
  }

  /** The changes as `key=text@revision`, or `key gone@revision`, once there are so many. */
  async take(count: number): Promise<string[]> {
    await this.until(() => this.changes.length >= count);
    return this.changes.map(({ key, value, revision }) =>
      value === undefined ? `${key} gone@${revision}` : lineOf({ key, value, revision }),
    );
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
