/**
 * Who is told of changes: each watcher in order, one after the other, and none suffers from another's mistakes.
 *
 * Watchers may write, watch and close while they are told; what they cause is told when all have heard what came before.
 */
import type { StorageChange, StorageWatch, StorageWatcher } from "./storage.ts";

interface Registration {
  readonly prefix: string;
  readonly after: number;
  readonly watcher: StorageWatcher;
  isOpen: boolean;
}

export class StorageWatchers {
  readonly #open = new Set<Registration>();
  readonly #untold: StorageChange[] = [];
  #isTelling = false;

  /** Registers the watcher after it has been told of what it missed, up to `revision`. */
  add(prefix: string, after: number, watcher: StorageWatcher, missed: StorageChange[], revision: number): StorageWatch {
    const registration: Registration = { prefix, after: Math.max(after, revision), watcher, isOpen: true };
    this.#open.add(registration);
    if (missed.length > 0) this.#guard(registration, () => watcher.onChanges(missed));
    if (registration.isOpen) this.#guard(registration, () => watcher.onProgress(revision));
    return { close: () => this.#remove(registration) };
  }

  tell(change: StorageChange): void {
    this.#untold.push(change);
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) this.#tellAll(next);
    this.#isTelling = false;
  }

  endAll(reason: Error): void {
    for (const registration of this.#open) this.#end(registration, reason);
  }

  #tellAll(change: StorageChange): void {
    const changes = [change];
    for (const registration of this.#open) {
      const { prefix, after, watcher } = registration;
      if (change.revision <= after) continue;
      // A server has dozens of watchers, who are told of every write: a closure for each would be most of what this costs.
      try {
        if (change.key.startsWith(prefix)) watcher.onChanges(changes);
        else watcher.onProgress(change.revision);
      } catch (error) {
        this.#fail(registration, error);
      }
    }
  }

  #guard(registration: Registration, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#fail(registration, error);
    }
  }

  /** A watcher that throws has lost its place for good: it is ended, and the write goes on. */
  #fail(registration: Registration, error: unknown): void {
    this.#end(registration, error instanceof Error ? error : new Error(String(error)));
  }

  #end(registration: Registration, reason: Error): void {
    if (!registration.isOpen) return;
    this.#remove(registration);
    try {
      registration.watcher.onEnd(reason);
    } catch {
      // It has been told, and there is nobody else to tell.
    }
  }

  #remove(registration: Registration): void {
    registration.isOpen = false;
    this.#open.delete(registration);
  }
}
