/**
 * A server, a watch that lags behind it and a store that follows the watch, as small as can be: what reads may show is worked out from the
 * whole history, which only a model has.
 */
import { createVirtualClock, type VirtualClock } from "@pintle/machinery";
import { Overlay, type StoredVersion } from "./overlay.ts";

export interface ModelObject extends StoredVersion {
  readonly isSelected: boolean;
}

interface ModelEvent {
  readonly version: number;
  readonly key: string;
  readonly before: ModelObject | undefined;
  readonly after: ModelObject | undefined;
}

export class ModelServer {
  /** All that ever happened; the event of version n is at n - 1. */
  readonly history: ModelEvent[] = [];
  #uids = 0;

  get version(): number {
    return this.history.length;
  }

  get(key: string, version: number = this.version): ModelObject | undefined {
    return this.history.findLast((event) => event.key === key && event.version <= version)?.after;
  }

  /** Creates or updates. */
  write(key: string, isSelected: boolean): ModelObject {
    const before = this.get(key);
    const version = this.version + 1;
    const uid = before?.uid ?? `uid-${++this.#uids}`;
    const after = { key, uid, resourceVersion: String(version), isSelected };
    this.history.push({ version, key, before, after });
    return after;
  }

  delete(key: string): ModelObject | undefined {
    const before = this.get(key);
    if (before !== undefined) this.history.push({ version: this.version + 1, key, before, after: undefined });
    return before;
  }
}

/** Follows the server one event at a time, and has an overlay over what it has got so far. */
export class ModelInformer {
  readonly clock: VirtualClock = createVirtualClock();
  readonly copies = new Map<string, ModelObject>();
  readonly overlay: Overlay<ModelObject>;
  readonly #server: ModelServer;
  /** Everything up to here has been delivered, and single events beyond. */
  #cursor = 0;
  readonly #ahead = new Set<number>();

  constructor(server: ModelServer) {
    this.#server = server;
    this.overlay = new Overlay<ModelObject>({
      ...{ clock: this.clock, label: "Box", copyOf: (key) => this.copies.get(key) },
      toStored: (object) => object as object as ModelObject,
    });
  }

  get isBehind(): boolean {
    return this.#cursor < this.#server.version;
  }

  shown(key: string): ModelObject | undefined {
    return this.overlay.shown(key, this.copies.get(key));
  }

  listed(): readonly ModelObject[] {
    return this.overlay.shownAmong(this.copies.values(), () => true);
  }

  deliver(): void {
    const event = this.#server.history[this.#cursor];
    if (event === undefined) return;
    this.#cursor += 1;
    if (!this.#ahead.delete(event.version)) this.#apply(event);
  }

  /** The event after the next one comes before it, unless both are about one object. */
  deliverEarly(): void {
    const [next, early] = this.#server.history.slice(this.#cursor, this.#cursor + 2);
    if (next === undefined || early === undefined || early.key === next.key || this.#ahead.has(early.version)) return;
    this.#ahead.add(early.version);
    this.#apply(early);
  }

  deliverAgain(): void {
    const event = this.#server.history[this.#cursor - 1];
    const isLast = this.#server.history.findLast(
      ({ key, version }) => key === event?.key && this.#isDelivered(version),
    );
    if (event !== undefined && isLast === event) this.#apply(event);
  }

  bookmark(): void {
    this.overlay.reached(String(this.#cursor));
  }

  /** Goes on from a list of some moment between what was delivered last and now. */
  relist(share: number): void {
    const from = Math.max(this.#cursor, ...this.#ahead);
    const version = from + Math.floor((this.#server.version - from) * share);
    for (const key of new Set(this.#server.history.map((event) => event.key))) {
      const copy = this.copies.get(key);
      const after = this.#server.get(key, version);
      const listed = after?.isSelected ? after : undefined;
      if (copy !== undefined && copy.uid !== listed?.uid) {
        this.copies.delete(key);
        this.overlay.heardDeletion(copy);
      }
      if (listed === undefined || listed.resourceVersion === this.copies.get(key)?.resourceVersion) continue;
      this.copies.set(key, listed);
      this.overlay.heard(listed);
    }
    this.#cursor = version;
    this.#ahead.clear();
    this.overlay.reached(String(version));
  }

  #isDelivered(version: number): boolean {
    return version <= this.#cursor || this.#ahead.has(version);
  }

  /** As a server tells it to who selects: what is selected no more is deleted. */
  #apply({ key, version, before, after }: ModelEvent): void {
    if (after?.isSelected) {
      this.copies.set(key, after);
      this.overlay.heard(after);
    } else if (before?.isSelected) {
      this.copies.delete(key);
      this.overlay.heardDeletion({ key, uid: before.uid, resourceVersion: String(version) });
    }
  }
}
