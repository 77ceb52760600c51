/**
 * The last events of a resource, so that who was away for a moment joins without asking the storage.
 *
 * It holds at most so many events and so many bytes; the oldest go first. All events after `oldest` are in it.
 */
import type { ChangeEvent } from "./change-event.ts";

export class EventRing {
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #events: ChangeEvent[] = [];
  /** Those before it have left the ring and are cut off together. */
  #first = 0;
  #bytes = 0;
  #oldest: number;

  constructor(oldest: number, maxEvents: number, maxBytes: number) {
    this.#oldest = oldest;
    this.#maxEvents = maxEvents;
    this.#maxBytes = maxBytes;
  }

  /** The revision after which nothing is missing. */
  get oldest(): number {
    return this.#oldest;
  }

  push(event: ChangeEvent): void {
    this.#events.push(event);
    this.#bytes += bytesOf(event);
    while (this.#bytes > this.#maxBytes || this.#events.length - this.#first > this.#maxEvents) this.#dropFirst();
    // What has left is held as long as it is in the list, and a few large events are as much as many small ones.
    if (this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first);
      this.#first = 0;
    }
  }

  /** The events after a revision that is not older than the ring. */
  after(revision: number): ChangeEvent[] {
    let at = this.#events.length;
    while (at > this.#first && (this.#events[at - 1]?.revision ?? 0) > revision) at -= 1;
    return this.#events.slice(at);
  }

  #dropFirst(): void {
    const dropped = this.#events[this.#first];
    if (dropped === undefined) return;
    this.#oldest = dropped.revision;
    this.#bytes -= bytesOf(dropped);
    this.#first += 1;
  }
}

/** The value before the change and the encoded event are about as large as the value. */
function bytesOf({ stored, left }: ChangeEvent): number {
  return 2 * stored.value.byteLength + (left?.value.byteLength ?? 0);
}
