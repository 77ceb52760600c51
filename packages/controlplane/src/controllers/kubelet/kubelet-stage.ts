/**
 * How simulated kubelets act, as data: a list of stages, of which the first that fits a container says what happens to it next, and when.
 *
 * ```text
 *   Accepted ──▶ ContainerCreating ──▶ Running ──▶ Terminated ──▶ CrashLoopBackOff ──▶ Running …
 *   (the pod)          │   ▲             │  └──▶ Stopping ──▶ (gone)
 *                      ▼   │             └──▶ Changed ──▶ Running
 *     ErrImagePull ──▶ ImagePullBackOff
 * ```
 *
 * What follows from the states of containers is no stage: their order, restart policies, the pod's phase, conditions and addresses.
 */

/** Plain data: it can be written as JSON. */
export interface KubeletStage {
  /** For people who read the list. */
  readonly name: string;
  readonly selector: StageSelector;
  /** Counted from the beginning of the moment. Nothing unless said. */
  readonly delay?: StageDelay;
  readonly next: StageNext;
}

/** All that is said must hold. */
export interface StageSelector {
  /**
   * Where in its life a container is:
   *
   * - `Accepted`: its pod has come to the node and has no address yet. This moment is the pod's: `images`, `containers`, `roles` and
   *   `isRestarted` do not count, and afterwards its containers begin.
   * - `ContainerCreating`: its turn has come, all that must be there before it is.
   * - `Running`.
   * - `Changed`: it runs, and its image has been changed.
   * - `Stopping`: it runs, and is told to end. It ends by itself when the time for that is over.
   * - `Terminated`: it has ended, and its restart policy wants it to run again.
   * - any other text: the reason for which it waits, as a stage before has said.
   */
  readonly moment: string;
  readonly namespaces?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** In which `*` stands for any text. */
  readonly images?: readonly string[];
  readonly containers?: readonly string[];
  readonly roles?: readonly ContainerRole[];
  /** Whether it has been started anew, without having run for long enough since. */
  readonly isRestarted?: boolean;
}

/** A `sidecar` is an init container that is started anew whenever it ends, an `ephemeral` one came later, as by `kubectl debug`. */
export type ContainerRole = "init" | "sidecar" | "main" | "ephemeral";

export type StageDelay = StageTime & {
  /** Whether nobody waits for it to happen: `settle` does not. Neither does it for what takes more than ten minutes. */
  readonly isBackground?: boolean;
};

export type StageTime =
  | { readonly ms: number }
  /**
   * What the pod says:
   *
   * - `startupProbe`, `readinessProbe`: when the probe has succeeded often enough, each time it is tried; at once without a probe.
   * - `command`: when the container ends by itself; a container that does not is not meant.
   * - `backOff`: ten seconds and each time twice as long, five minutes at most.
   */
  | { readonly until: "startupProbe" | "readinessProbe" | "command" | "backOff" };

/** What changes. In texts `{container}`, `{image}`, `{pod}`, `{namespace}`, `{uid}` and `{backOff}` stand for what they say. */
export interface StageNext {
  readonly state?: NextState;
  readonly started?: boolean;
  readonly ready?: boolean;
  readonly events?: readonly StageEvent[];
}

export type NextState =
  | { readonly waiting: { readonly reason: string; readonly message?: string } }
  | { readonly running: object }
  | {
      readonly terminated: {
        /** That of its command unless said. */
        readonly exitCode?: number;
        /** `Completed` or `Error` unless said. */
        readonly reason?: string;
        readonly message?: string;
        readonly signal?: number;
      };
    };

export interface StageEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
}

/** How the nodes of a plane behave. */
export interface KubeletOptions {
  /** In place of `defaultKubeletStages`: put those behind one's own to change some of it. */
  readonly stages?: readonly KubeletStage[];
  /** What is known of images. It comes before all stages. */
  readonly images?: readonly SimulatedImage[];
}

export interface SimulatedImage {
  /** In which `*` stands for any text. */
  readonly name: string;
  /** Marks the image as bad: why it cannot be pulled. */
  readonly pullError?: string;
  /** Its containers end with this code. */
  readonly exitCode?: number;
  /** How long its containers run before they end. */
  readonly exitAfterMs?: number;
  /** What its containers write when they start. */
  readonly output?: string;
}
