/**
 * Runs the parts of the leader while this process leads: from the election to its loss, and again when it is elected again.
 *
 * ```text
 *   campaign ──▶ elected: parts start ──▶ they run ──▶ lost: writes are refused at once, parts stop ──┐
 *      ▲                                                                                              │
 *      └──────────────────────────────────────────────────────────────────────────────────────────────┘
 * ```
 *
 * Without an election this process leads from the start.
 */
import { type Clock, doneOrAborted, type Logger } from "@pintle/machinery";
import { type Fence, Gate } from "./fence.ts";
import type { LeaderElection, LeaderTerm } from "./leader-election/leader-election.ts";
import type { Part } from "./part.ts";
import { createPatience } from "./patience.ts";
import { RunningGroup } from "./running-group.ts";

export interface LeadershipOptions {
  readonly election: LeaderElection | undefined;
  readonly onLost: "resume" | "exit";
  readonly releasesOnStop: boolean;
  /** How long parts may take to stop after leadership is lost. */
  readonly gracefulShutdownMs: number;
  /** Open for as long as anybody in this process may write. */
  readonly fence: Fence;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onElected: () => void;
  readonly onFailure: (error: unknown) => void;
}

export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #parts: Part[] = [];
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #group: RunningGroup | undefined;
  #term: LeaderTerm | undefined;
  #isRested = true;

  constructor(options: LeadershipOptions) {
    this.#options = options;
  }

  get isLeader(): boolean {
    const { election } = this.#options;
    return this.#group !== undefined && (election === undefined || this.#term?.fence.isOpen === true);
  }

  /** Ends the term at once if its time is over: for a process that was held up, whose timers are late. */
  judge(): void {
    this.#term?.fence.judge();
  }

  /** The term that has not come to its end: it does so when everything that led is at rest. */
  get term(): LeaderTerm | undefined {
    return this.#term;
  }

  add(part: Part): void {
    this.#parts.push(part);
    const group = this.#group;
    group?.startOne(part).catch((error: unknown) => this.#startFailed(error));
  }

  /** Returns at once; what goes wrong is told to `onFailure`. */
  start(): void {
    const { election, onFailure } = this.#options;
    this.#running = (election === undefined ? this.#lead(undefined) : this.#campaign(election)).catch(onFailure);
  }

  /** Stops the parts, and whatever else there is to lead. The names of those that still run when patience is over. */
  async stop(patience: AbortSignal): Promise<readonly string[]> {
    this.#stop.abort(new Error("the manager stops"));
    const left = (await this.#group?.stop(patience)) ?? [];
    this.#isRested = left.length === 0;
    if (this.#isRested) await this.#running;
    return left;
  }

  /** Gives the Lease back, unless something of this process may still be at work: then it runs out by itself. */
  async release(): Promise<void> {
    await this.#term?.end({ release: this.#options.releasesOnStop && this.#isRested && this.#term.fence.isOpen });
  }

  async #campaign(election: LeaderElection): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        this.#term = await election.campaign(signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      // Whoever stops does not begin to lead; the Lease is released with everything else.
      if (signal.aborted) return;
      await this.#lead(this.#term);
      if (!(await this.#isReadyAgain(this.#term))) return;
    }
  }

  /** Until leadership or the manager ends. */
  async #lead(term: LeaderTerm | undefined): Promise<void> {
    const { fence, clock, logger, onElected, onFailure } = this.#options;
    const gate = term ? new Gate(fence, term.fence) : fence;
    this.#group = new RunningGroup({ fence: gate, clock, logger, onFailure });
    try {
      await this.#group.start(this.#parts);
    } catch (error) {
      this.#startFailed(error);
      return;
    }
    if (this.#stop.signal.aborted) return;
    onElected();
    if (term) await doneOrAborted(AbortSignal.any([term.fence.signal, this.#stop.signal]));
  }

  /** Whether it may campaign again: when everything that led has come to rest. */
  async #isReadyAgain(term: LeaderTerm): Promise<boolean> {
    const { clock, logger, onLost, onFailure, gracefulShutdownMs } = this.#options;
    if (this.#stop.signal.aborted || term.fence.isOpen) return false;
    logger.error("leader election lost", { reason: String(term.fence.signal.reason) });
    if (onLost === "exit") {
      onFailure(new Error("leader election lost", { cause: term.fence.signal.reason }));
      return false;
    }
    using patience = createPatience(clock, gracefulShutdownMs, "the parts of the leader stop");
    const left = (await this.#group?.stop(patience.signal)) ?? [];
    if (this.#stop.signal.aborted) return false;
    this.#group = undefined;
    if (left.length > 0) {
      onFailure(new Error(`leader election lost, and what led does not stop: ${left.join(", ")}`));
      return false;
    }
    await term.end({ release: false });
    this.#term = undefined;
    return true;
  }

  /** A start that was given up because leadership is gone is no failure. */
  #startFailed(error: unknown): void {
    const isGivenUp = this.#stop.signal.aborted || (this.#term !== undefined && !this.#term.fence.isOpen);
    if (!isGivenUp) this.#options.onFailure(error);
  }
}
