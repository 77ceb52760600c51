/** Tells people what happened to an object, as Events, without drowning them or the server. */
import type { DeepReadonly, KubernetesObject } from "@pintle/machinery";

export interface EventRecorder {
  /** Nothing to wait for, and nothing that can fail: what cannot be told is counted and dropped. */
  record(event: EventToRecord): void;
}

export interface EventToRecord {
  /** Whom it is about. */
  readonly regarding: DeepReadonly<KubernetesObject>;
  readonly related?: DeepReadonly<KubernetesObject> | undefined;
  readonly type?: "Normal" | "Warning";
  /** Why, in one word for machines: `Created`, `FailedCreate`. */
  readonly reason: string;
  /** What was done or tried, in one word; the reason unless said. */
  readonly action?: string;
  /** For people. */
  readonly note: string;
}
