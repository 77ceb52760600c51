/** An informer as one of those has it who share it: what was added through it is gone when it is given back. */
import type { DeepReadonly, JsonObject } from "@pintle/machinery";
import { UsageError } from "@pintle/machinery";
import type { Registration } from "./handler-registration.ts";
import type {
  Change,
  HandlerOptions,
  HandlerRegistration,
  Informer,
  InformerHandler,
  InformerProgress,
  Lister,
} from "./informer.ts";
import { callHandler, type ObjectChange } from "./object-change.ts";
import type { SharedInformer } from "./shared-informer.ts";

export class InformerHandle implements Informer<JsonObject> {
  readonly #shared: SharedInformer;
  readonly #resyncMs: number;
  readonly #onReleased: () => void;
  readonly #registrations = new Set<Registration>();
  #isReleased = false;

  constructor(shared: SharedInformer, resyncMs: number, onReleased: () => void) {
    this.#shared = shared;
    this.#resyncMs = resyncMs;
    this.#onReleased = onReleased;
  }

  get lister(): Lister<JsonObject> {
    this.#requireHeld();
    return this.#shared.lister;
  }

  get isSynced(): boolean {
    return this.#shared.isSynced;
  }

  get progress(): InformerProgress {
    return this.#shared.progress;
  }

  async synced(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#requireHeld();
    await this.#shared.synced(options.signal);
  }

  addIndex(name: string, valuesOf: (object: DeepReadonly<JsonObject>) => readonly string[]): void {
    this.#requireHeld();
    this.#shared.addIndex(name, valuesOf);
  }

  addHandler(handler: InformerHandler<JsonObject>, options: HandlerOptions = {}): HandlerRegistration {
    return this.#register((change) => callHandler(handler, change), options);
  }

  observe(observer: (change: Change<JsonObject>) => void, options: HandlerOptions = {}): HandlerRegistration {
    return this.#register(observer, options);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const registration of [...this.#registrations]) registration.remove();
    this.#onReleased();
  }

  [Symbol.dispose](): void {
    this.release();
  }

  #register(observer: (change: ObjectChange) => unknown, { resyncMs = this.#resyncMs }: HandlerOptions): Registration {
    this.#requireHeld();
    const registration: Registration = this.#shared.observe(observer, {
      resyncMs,
      onRemoved: () => this.#registrations.delete(registration),
    });
    this.#registrations.add(registration);
    return registration;
  }

  #requireHeld(): void {
    if (!this.#isReleased) return;
    throw new UsageError(
      "PINTLE_INFORMER_RELEASED",
      `the informer of ${this.#shared.spec.kind.kind} was given back: ask for it again with informers.for`,
    );
  }
}
