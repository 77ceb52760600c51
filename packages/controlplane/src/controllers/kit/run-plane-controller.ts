/**
 * A controller as a function of keys: changes become keys, and workers run the function until it succeeds.
 *
 * A failure is tried again, each time after twice as long. On a virtual clock all of that is work that `settle` waits for, but what may never
 * come to an end: what the function itself asks to be looked at in the background, and what has failed many times in a row.
 */
import {
  ApiError,
  type ClockTimer,
  createWorkQueue,
  exponential,
  type KubernetesObject,
  type WorkQueue,
} from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "./followed-resource.ts";
import type { PlaneControllerContext } from "./plane-controller.ts";
import { createTurns } from "./turns.ts";

export interface PlaneControllerOptions {
  readonly name: string;
  readonly context: Pick<PlaneControllerContext, "clock" | "logger">;
  /** How many keys are worked on at a time: five unless said, as in kube-controller-manager. */
  readonly workers?: number;
  /** Where keys come from. They are listened to when all of them are ready. */
  readonly sources?: readonly PlaneSource[];
  /** Makes what the key names as it should be. Throws to be called again. */
  sync(key: string): Promise<SyncAgain | undefined>;
}

/** When the key is to be looked at once more, though all is well. */
export interface SyncAgain {
  readonly afterMs: number;
  /** Whether nobody waits for it: `settle` does not. It does unless said. */
  readonly isBackground?: boolean;
}

/** Tells keys to the controller until it is disposed of. */
export type PlaneSource = (controller: RunningController) => Disposable;

export interface RunningController extends AsyncDisposable {
  add(key: string): void;
  addAfter(key: string, delayMs: number): void;
  /** After a time that nobody waits for; a key that is to come earlier anyway keeps its earlier time. */
  addInBackground(key: string, delayMs: number): void;
}

/** The keys that a change is about: that of the object itself, unless said. */
export function sourceOf<Object extends KubernetesObject>(
  resource: FollowedResource<Object>,
  keysOf: (change: PlaneChange<Object>) => Iterable<string> = ({ key }) => [key],
): PlaneSource {
  return (controller) =>
    resource.onChange((change) => {
      for (const key of keysOf(change)) controller.add(key);
    });
}

/** Who has failed so often, for half a minute or so, waits for something else to change: a quota, or somebody's finalizer. */
const maxAwaitedFailures = 12;

export function runPlaneController(options: PlaneControllerOptions): RunningController {
  const controller = new KeyedController(options);
  controller.start();
  return controller;
}

class KeyedController implements RunningController {
  readonly #options: PlaneControllerOptions;
  readonly #limiter = exponential();
  readonly #queue: WorkQueue<string>;
  readonly #letOthers: () => Promise<void> | undefined;
  readonly #background = new Map<string, { readonly timer: ClockTimer; readonly dueMs: number }>();
  #listening: readonly Disposable[] = [];
  #workers: readonly Promise<void>[] = [];
  #isEnded = false;

  constructor(options: PlaneControllerOptions) {
    const { name, context } = options;
    this.#options = options;
    this.#queue = createWorkQueue({ name, clock: context.clock, limiter: this.#limiter });
    this.#letOthers = createTurns(context.clock);
  }

  start(): void {
    const { sources = [], workers = 5 } = this.#options;
    this.#listening = sources.map((listen) => listen(this));
    this.#workers = Array.from({ length: workers }, () => this.#work());
  }

  add(key: string): void {
    this.#queue.add(key);
  }

  addAfter(key: string, delayMs: number): void {
    this.#queue.addAfter(key, delayMs);
  }

  addInBackground(key: string, delayMs: number): void {
    const { clock } = this.#options.context;
    const dueMs = clock.monotonic() + delayMs;
    const before = this.#background.get(key);
    if (this.#isEnded || (before && before.dueMs <= dueMs)) return;
    before?.timer.cancel();
    const ring = () => {
      this.#background.delete(key);
      this.#queue.add(key);
    };
    const label = `${this.#options.name}: ${key}`;
    const timer = clock.setTimer(delayMs, ring, { label, kind: "background", unref: true });
    this.#background.set(key, { timer, dueMs });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    for (const source of this.#listening) source[Symbol.dispose]();
    for (const { timer } of this.#background.values()) timer.cancel();
    await this.#queue.shutDown({ drain: false });
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    for (let item = await this.#queue.get(); item !== undefined; item = await this.#queue.get()) {
      await this.#process(item.key);
      const turn = this.#letOthers();
      if (turn) await turn;
      this.#queue.done(item.key);
    }
  }

  async #process(key: string): Promise<void> {
    this.#background.get(key)?.timer.cancel();
    this.#background.delete(key);
    try {
      const again = await this.#options.sync(key);
      this.#queue.forget(key);
      if (!again) return;
      if (again.isBackground) this.addInBackground(key, again.afterMs);
      else this.#queue.addAfter(key, again.afterMs);
    } catch (error) {
      const { name, context } = this.#options;
      // That others were faster, or that something is not there yet, is everyday life.
      const level = ApiError.find(error) ? "debug" : "error";
      context.logger[level]("a controller tries again", { controller: name, key, error });
      if (this.#queue.retries(key) < maxAwaitedFailures) this.#queue.addRateLimited(key);
      else this.addInBackground(key, this.#limiter.delayMs(key, context.clock.monotonic()));
    }
  }
}
