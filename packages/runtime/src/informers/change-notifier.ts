/** Those who want to hear of the changes of a copy. Each is told for itself: who throws or is removed does not concern the others. */
import type { Clock, Random } from "@pintle/machinery";
import { Registration } from "./handler-registration.ts";
import { type ChangeReasons, ObjectChange } from "./object-change.ts";
import type { Difference } from "./object-store.ts";
import type { StoredObject } from "./stored-object.ts";

export interface ChangeNotifierOptions {
  readonly label: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  /** What the copy holds now. */
  readonly objects: () => Iterable<StoredObject>;
}

export interface ObserverOptions {
  readonly resyncMs: number;
  /** Whether the copy is complete: otherwise more of what there was will come. */
  readonly isComplete: boolean;
  readonly onRemoved: () => void;
}

const initial: ChangeReasons = { isInitial: true };
const none: ChangeReasons = {};

export class ChangeNotifier {
  readonly #options: ChangeNotifierOptions;
  readonly #registrations = new Set<Registration>();
  #isRunning = false;

  constructor(options: ChangeNotifierOptions) {
    this.#options = options;
  }

  add(observer: (change: ObjectChange) => unknown, options: ObserverOptions): Registration {
    const { objects } = this.#options;
    const registration: Registration = new Registration(observer, {
      ...this.#options,
      resyncMs: options.resyncMs,
      repeat: () => resyncChanges(objects()),
      onRemoved: () => {
        this.#registrations.delete(registration);
        options.onRemoved();
      },
    });
    this.#registrations.add(registration);
    if (this.#isRunning) registration.startResync();
    registration.begin(initialChanges(objects()));
    if (options.isComplete) registration.complete();
    return registration;
  }

  /** Begins to tell everything again from time to time. */
  start(): void {
    this.#isRunning = true;
    for (const registration of this.#registrations) registration.startResync();
  }

  stop(): void {
    this.#isRunning = false;
    for (const registration of this.#registrations) registration.stopResync();
  }

  /** Initial is what the copy began with. */
  tell(differences: readonly Difference[], isInitial = false): void {
    if (differences.length === 0 || this.#registrations.size === 0) return;
    const reasons = isInitial ? initial : none;
    const changes = differences.map((difference) => new ObjectChange(difference, reasons));
    for (const registration of [...this.#registrations]) registration.tell(changes);
  }

  /** The copy is complete for the first time. */
  complete(): void {
    for (const registration of [...this.#registrations]) registration.complete();
  }

  /** Resolves when all have been told of everything; nothing where they have been. */
  get draining(): Promise<unknown> | undefined {
    let draining: Promise<void>[] | undefined;
    for (const registration of this.#registrations) {
      if (registration.draining) draining = [...(draining ?? []), registration.draining];
    }
    return draining && Promise.all(draining);
  }
}

function initialChanges(objects: Iterable<StoredObject>): ObjectChange[] {
  return Array.from(objects, (object) => new ObjectChange({ type: "add", object }, initial));
}

function resyncChanges(objects: Iterable<StoredObject>): ObjectChange[] {
  return Array.from(
    objects,
    (object) => new ObjectChange({ type: "update", object, previous: object }, { isResync: true }),
  );
}
