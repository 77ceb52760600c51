/**
 * Who listens to which part of a resource. An event finds its listeners by its key, however many listen to other namespaces.
 *
 * A listener that throws is ended; the others do not notice.
 */
import type { ResourceEvent, ResourceListener } from "./resource-events.ts";

interface Entry {
  readonly after: number;
  readonly listener: ResourceListener;
}

export class ScopedListeners {
  readonly #prefix: string;
  readonly #byScope = new Map<string, Set<Entry>>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Events up to `after` are not told: a listener may wait for the future. */
  add(scope: string, after: number, listener: ResourceListener): () => void {
    const entry: Entry = { after, listener };
    const entries = this.#byScope.get(scope) ?? new Set();
    this.#byScope.set(scope, entries.add(entry));
    return () => this.#remove(scope, entry);
  }

  tell(event: ResourceEvent): void {
    const { key } = event;
    const folder = key.slice(0, key.lastIndexOf("/") + 1);
    this.#tellScope(this.#prefix, event);
    if (folder !== this.#prefix) this.#tellScope(folder, event);
    this.#tellScope(key, event);
  }

  endAll(): void {
    for (const [scope, entries] of this.#byScope) for (const entry of entries) this.#end(scope, entry);
  }

  #tellScope(scope: string, event: ResourceEvent): void {
    const entries = this.#byScope.get(scope);
    if (entries === undefined) return;
    for (const entry of entries) {
      if (event.revision <= entry.after) continue;
      try {
        entry.listener.onEvent(event);
      } catch {
        this.#end(scope, entry);
      }
    }
  }

  #end(scope: string, entry: Entry): void {
    this.#remove(scope, entry);
    try {
      entry.listener.onEnd();
    } catch {
      // It listens no more, and there is nobody else to tell.
    }
  }

  #remove(scope: string, entry: Entry): void {
    const entries = this.#byScope.get(scope);
    if (entries?.delete(entry) && entries.size === 0) this.#byScope.delete(scope);
  }
}
