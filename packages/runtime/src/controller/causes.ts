/**
 * Why a run takes place. A cause is made for each event, so it is two references; what has changed is worked out when somebody asks.
 *
 * To be able to, it holds on to the states before and after. Ten thousand keys in line would hold on to states that nobody else has any
 * more, so only the newest thousand causes do; the others have forgotten which fields changed.
 */
import type { JsonValue, KubernetesObject } from "@pintle/machinery";
import type { Change } from "../informers/informer.ts";
import { changedPathsOf } from "./changed-paths.ts";
import type { Cause } from "./reconcile.ts";

/** Something happened to an object. */
export class ChangeCause implements Cause {
  readonly type: Cause["type"];
  readonly kind: string;
  readonly key: string;
  #change: Change<KubernetesObject> | undefined;
  #paths: readonly string[] | undefined;

  constructor(kind: string, change: Change<KubernetesObject>) {
    this.type = change.isResync ? "resync" : change.type;
    this.kind = kind;
    this.key = change.key;
    this.#change = this.type === "update" ? change : undefined;
  }

  get changedPaths(): readonly string[] | undefined {
    const change = this.#change;
    if (change === undefined) return this.#paths;
    this.#change = undefined;
    try {
      this.#paths = changedPathsOf(change.previous as unknown as JsonValue, change.object as unknown as JsonValue);
    } catch {
      // One of the states cannot be decoded, which is told to whoever reads the object.
    }
    return this.#paths;
  }

  get remembersStates(): boolean {
    return this.#change !== undefined;
  }

  /** Lets go of the states. */
  forget(): void {
    this.#change = undefined;
  }

  toJSON(): Cause {
    const { type, kind, key, changedPaths } = this;
    return { type, kind, key, ...(changedPaths && { changedPaths }) };
  }

  toString(): string {
    return `${this.type} of ${this.kind} ${this.key}`;
  }
}

/** Time has passed, or somebody outside asked; these are shared by all keys. */
class PlainCause implements Cause {
  readonly type: Cause["type"];

  constructor(type: Cause["type"]) {
    this.type = type;
  }

  toString(): string {
    return this.type;
  }
}

export const requeueCause: Cause = new PlainCause("requeue");
export const retryCause: Cause = new PlainCause("retry");
export const outsideCause: Cause = new PlainCause("outside");

const rememberedCauses = 1_000;

/** The causes of one controller that still know states, in a ring: the newest takes the place of the oldest. */
export class CauseMemory {
  readonly #ring: (ChangeCause | undefined)[] = [];
  #next = 0;

  causeOf(kind: string, change: Change<KubernetesObject>): ChangeCause {
    const cause = new ChangeCause(kind, change);
    if (!cause.remembersStates) return cause;
    this.#ring[this.#next]?.forget();
    this.#ring[this.#next] = cause;
    this.#next = (this.#next + 1) % rememberedCauses;
    return cause;
  }
}

/** After a run nobody asks its causes any more. */
export function forgetCauses(causes: readonly Cause[]): void {
  for (const cause of causes) if (cause instanceof ChangeCause) cause.forget();
}
