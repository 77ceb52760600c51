/**
 * One who is told of changes. A single change is told at once; many of them are told in slices, so that nothing else has to wait for long,
 * and what happens meanwhile is told after them.
 *
 * Whatever the handler throws, or rejects with, is reported, and the next change is told.
 */
import { type Clock, type ClockTimer, type Random, randomFloat } from "@pintle/machinery";
import type { HandlerRegistration } from "./informer.ts";
import type { ObjectChange } from "./object-change.ts";

export interface RegistrationOptions {
  /** What reports call it. */
  readonly label: string;
  readonly clock: Clock;
  readonly random: Random;
  /** 0 for never. */
  readonly resyncMs: number;
  /** All objects once more. */
  readonly repeat: () => Iterable<ObjectChange>;
  readonly report: (error: unknown) => void;
  /** Is called when it is removed. */
  readonly onRemoved: () => void;
}

/** A change, or what is to be done after those before it. */
type Pending = ObjectChange | (() => void);

/** So much is told in one turn of the event loop: the rest has to wait for others that are ready. */
const sliceChanges = 256;
const sliceMs = 5;
/** The time is looked at so often. */
const checkedChanges = 16;
const shortestResyncMs = 1_000;

export class Registration implements HandlerRegistration {
  readonly #observer: (change: ObjectChange) => unknown;
  readonly #options: RegistrationOptions;
  #pending: Pending[] = [];
  #draining: Promise<void> | undefined;
  #isRemoved = false;
  #isSynced = false;
  #resync: ClockTimer | undefined;

  constructor(observer: (change: ObjectChange) => unknown, options: RegistrationOptions) {
    this.#observer = observer;
    this.#options = options;
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves when everything is told that is known now; nothing where that is so already. */
  get draining(): Promise<void> | undefined {
    return this.#draining;
  }

  tell(changes: readonly ObjectChange[]): void {
    if (this.#draining === undefined && changes.length <= checkedChanges) {
      for (const change of changes) this.#call(change);
    } else this.#enqueue(changes);
  }

  /** Tells of what there was before the handler. */
  begin(changes: Iterable<ObjectChange>): void {
    this.#enqueue(changes);
  }

  /** With what has been told so far, the handler knows of everything that there was. */
  complete(): void {
    this.#enqueue([], () => {
      this.#isSynced = true;
    });
  }

  /** From now on everything is told again whenever the period is over. */
  startResync(): void {
    if (this.#resync === undefined && !this.#isRemoved) this.#planResync();
  }

  stopResync(): void {
    this.#resync?.cancel();
    this.#resync = undefined;
  }

  remove(): void {
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    this.#pending = [];
    this.stopResync();
    this.#options.onRemoved();
  }

  [Symbol.dispose](): void {
    this.remove();
  }

  #enqueue(changes: Iterable<ObjectChange>, after?: () => void): void {
    if (this.#isRemoved) return;
    for (const change of changes) this.#pending.push(change);
    if (after) this.#pending.push(after);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    const { clock, label } = this.#options;
    using _inFlight = clock.busy(() => `a handler of ${label}`);
    // Not within the call that adds a handler: the caller has no registration yet.
    await undefined;
    let next = 0;
    while (next < this.#pending.length) {
      next = this.#tellSlice(next);
      if (next < this.#pending.length) await clock.turn();
    }
    this.#pending = [];
    this.#draining = undefined;
  }

  #tellSlice(from: number): number {
    const { clock } = this.#options;
    const untilMs = clock.monotonic() + sliceMs;
    let next = from;
    while (next < this.#pending.length && next - from < sliceChanges) {
      const pending = this.#pending[next];
      next += 1;
      if (typeof pending === "function") pending();
      else if (pending !== undefined) this.#call(pending);
      if ((next - from) % checkedChanges === 0 && clock.monotonic() >= untilMs) break;
    }
    return next;
  }

  #call(change: ObjectChange): void {
    if (this.#isRemoved) return;
    try {
      const result = this.#observer(change);
      if (isThenable(result)) result.then(undefined, (error: unknown) => this.#fail(change, error));
    } catch (error) {
      this.#fail(change, error);
    }
  }

  #fail({ type, key }: ObjectChange, cause: unknown): void {
    const { label, report } = this.#options;
    report(new Error(`a handler of ${label} failed on the ${type} of ${key}`, { cause }));
  }

  #planResync(): void {
    const { clock, random, resyncMs, repeat, label } = this.#options;
    if (!(resyncMs > 0)) return;
    const delayMs = Math.max(resyncMs, shortestResyncMs) * (0.9 + 0.2 * randomFloat(random));
    const run = () => {
      if (this.#isSynced) this.#enqueue(repeat());
      this.#planResync();
    };
    const options = { kind: "background", label: () => `resync of ${label}`, unref: true } as const;
    this.#resync = clock.setTimer(delayMs, run, options);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
