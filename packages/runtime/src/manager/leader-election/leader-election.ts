/**
 * Sees to it that of several processes one does the work: whoever holds a Lease leads, and renews it.
 *
 * - Never two at a time: who leads stops writing (see `LeaseFence`) before anybody else may take the Lease over.
 * - Time is measured on each process's own monotonic clock, from what it has seen itself. The times in the Lease are for people: clocks
 *   that are wrong, or jump, do no harm, and one that runs too fast does none while it gains less than a third.
 * - Whoever is told that the Lease is another's stops at once, and does not wait until its own time is over.
 */
import { ApiError, type Clock, createDeadline, jitter, type Logger, type Random, UsageError } from "@pintle/machinery";
import type { EventRecorder } from "../../events/event-recorder.ts";
import type { CounterSeries, GaugeSeries, Metrics } from "../../metrics/metrics.ts";
import { type CheckedElectionOptions, retryJitter } from "./leader-election-options.ts";
import { LeaseFence } from "./lease-fence.ts";
import { isSameRecord, type LeaseLock, type LeaseRecord, leaseTime } from "./lease-lock.ts";

export interface LeaderElectionSeams {
  readonly lock: LeaseLock;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly recorder: EventRecorder;
  readonly metrics: Metrics;
}

/** The time in which this process leads, from one election to its end. */
export interface LeaderTerm {
  readonly fence: LeaseFence;
  /** When the last renewal that succeeded was sent, on the monotonic clock. */
  readonly renewedMs: number;
  /** Ends it; with `release` the Lease is given free as well. */
  end(options: { readonly release: boolean }): Promise<void>;
}

/** What became of an attempt to hold the Lease. */
type Attempt =
  | { readonly result: "held"; readonly sentMs: number }
  | { readonly result: "taken"; readonly holder: string }
  | { readonly result: "failed" };

export class LeaderElection {
  readonly #options: CheckedElectionOptions;
  readonly #seams: LeaderElectionSeams;
  readonly #masterStatus: GaugeSeries;
  readonly #slowPaths: CounterSeries;
  /** What was last seen in the Lease, and since when it has been so for this process. */
  #observed: { readonly record: LeaseRecord; readonly atMs: number } | undefined;
  #toldLeader = "";

  constructor(options: CheckedElectionOptions, seams: LeaderElectionSeams) {
    this.#options = options;
    this.#seams = seams;
    const { metrics } = seams;
    const labels = { name: options.name };
    const status =
      "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master.";
    this.#masterStatus = metrics
      .gauge({
        name: "leader_election_master_status",
        help: `${status} 'name' is the string used to identify the lease.`,
        labels: ["name"],
      })
      .with(labels);
    this.#slowPaths = metrics
      .counter({
        name: "leader_election_slowpath_total",
        help: "Total number of slow path exercised in renewing leader leases.",
        labels: ["name"],
      })
      .with(labels);
  }

  /** Who leads, as far as this process has seen. */
  get leader(): string {
    return this.#observed?.record.holder ?? "";
  }

  /** Resolves as soon as this process leads; rejects only when the signal is aborted before. */
  async campaign(signal: AbortSignal): Promise<LeaderTerm> {
    const { clock, random, logger, lock } = this.#seams;
    const { retryPeriodMs, renewDeadlineMs } = this.#options;
    logger.info("Attempting to acquire leader lease...", { lock: lock.description });
    for (;;) {
      const attempt = await this.#attempt(signal, { isLeading: false });
      this.#tellOfLeader();
      if (attempt.result === "held") {
        const fence = new LeaseFence(clock, lock.description, attempt.sentMs + renewDeadlineMs);
        // An answer that took too long is worth nothing any more.
        if (fence.isOpen) return this.#begin(fence, attempt.sentMs);
      } else logger.debug("Failed to acquire lease", { lock: lock.description });
      const label = `another try for the lease ${lock.description}`;
      await clock.sleep(jitter(random, retryPeriodMs, retryJitter), { kind: "background", label, signal });
    }
  }

  #begin(fence: LeaseFence, sentMs: number): LeaderTerm {
    const { logger, lock } = this.#seams;
    this.#record("became leader", "BecomeLeader");
    this.#masterStatus.set(1);
    logger.info("Successfully acquired lease", { lock: lock.description });
    const term = { fence, renewedMs: sentMs, end: (options: { readonly release: boolean }) => end(options) };
    fence.signal.addEventListener("abort", () => {
      this.#masterStatus.set(0);
      this.#record("stopped leading", "StopLeading");
    });
    const renewing = this.#renew(term).catch((error: unknown) => {
      // Whoever cannot even try does not lead.
      logger.error("Failed to renew lease", { lock: lock.description, error });
      fence.close(`the lease ${lock.description} cannot be renewed`);
    });
    const end = async ({ release }: { readonly release: boolean }) => {
      fence.close("this process stops leading");
      await renewing;
      if (release) await this.#release();
    };
    return term;
  }

  /** Until the fence is closed, by its own time or by somebody who ends the term. */
  async #renew(term: { readonly fence: LeaseFence; renewedMs: number }): Promise<void> {
    const { clock, logger, lock } = this.#seams;
    const { retryPeriodMs, renewDeadlineMs } = this.#options;
    const { signal } = term.fence;
    const label = `the renewal of the lease ${lock.description}`;
    try {
      while (term.fence.isOpen) {
        await clock.sleep(retryPeriodMs, { kind: "background", label, signal });
        const attempt = await this.#attempt(signal, { isLeading: true });
        this.#tellOfLeader();
        if (attempt.result === "held") {
          term.renewedMs = attempt.sentMs;
          term.fence.extend(attempt.sentMs + renewDeadlineMs);
        } else if (attempt.result === "taken") {
          term.fence.close(`the lease ${lock.description} ${this.#whatBecameOfIt(attempt.holder)}`);
        }
      }
    } catch (error) {
      // Only an abort gets here, and why the fence was closed is known to those who hear it.
      if (!signal.aborted) throw error;
    }
    logger.debug("the lease is not renewed any more", { lock: lock.description, reason: String(signal.reason) });
  }

  #whatBecameOfIt(holder: string): string {
    if (this.#observed === undefined) return "is gone: somebody has deleted it";
    return holder === "" ? "has no holder any more" : `is held by ${JSON.stringify(holder)} now`;
  }

  async #attempt(signal: AbortSignal, { isLeading }: { readonly isLeading: boolean }): Promise<Attempt> {
    const { lock, logger } = this.#seams;
    if (isLeading) {
      try {
        return await this.#hold(signal);
      } catch (error) {
        signal.throwIfAborted();
        logger.debug("Failed to update lease optimistically, falling back to slow path", {
          lock: lock.description,
          error,
        });
        this.#slowPaths.add();
      }
    }
    try {
      await this.#observe(signal);
      if (isLeading && !this.#isMine) return { result: "taken", holder: this.leader };
      if (this.#isAnothers) return { result: "taken", holder: this.leader };
      return await this.#hold(signal);
    } catch (error) {
      signal.throwIfAborted();
      // A name that no Lease can have does not get better.
      if (error instanceof UsageError) throw error;
      const message = isLeading ? "Failed to renew lease" : "Failed to update lease";
      // That somebody else was faster is what elections are about.
      const isRace = !isLeading && ApiError.is(error, "Conflict", "AlreadyExists");
      logger[isRace ? "debug" : "error"](message, { lock: lock.description, error });
      return { result: "failed" };
    }
  }

  async #observe(signal: AbortSignal): Promise<void> {
    const record = await this.#seams.lock.read(signal);
    if (record === undefined) this.#observed = undefined;
    else if (!isSameRecord(this.#observed?.record, record)) {
      this.#observed = { record, atMs: this.#seams.clock.monotonic() };
    }
  }

  get #isMine(): boolean {
    return this.leader === this.#options.identity;
  }

  /** Whether somebody else holds it and has, by this process's own time, not been silent for longer than the Lease says. */
  get #isAnothers(): boolean {
    if (this.#observed === undefined || this.leader === "" || this.#isMine) return false;
    const { record, atMs } = this.#observed;
    return atMs + record.durationSeconds * 1_000 > this.#seams.clock.monotonic();
  }

  /** Writes this process's name into the Lease, in the state in which that was last seen. */
  async #hold(signal: AbortSignal): Promise<Attempt> {
    const { clock, lock } = this.#seams;
    const { identity, leaseMs } = this.#options;
    const before = this.#observed?.record;
    const now = leaseTime(clock);
    const record: LeaseRecord = {
      holder: identity,
      durationSeconds: Math.floor(leaseMs / 1_000),
      acquireTime: (this.#isMine && before?.acquireTime) || now,
      renewTime: now,
      transitions: before === undefined ? 0 : before.transitions + (this.#isMine ? 0 : 1),
    };
    const sentMs = clock.monotonic();
    await lock.write(record, signal);
    this.#observed = { record, atMs: sentMs };
    return { result: "held", sentMs };
  }

  /** Others need not wait for a Lease that has no holder. What cannot be released runs out by itself. */
  async #release(): Promise<void> {
    const { clock, lock, logger } = this.#seams;
    const label = `the release of the lease ${lock.description}`;
    using deadline = createDeadline(clock, this.#options.renewDeadlineMs, { kind: "background", label });
    // The last renewal may have been given up on its way, and arrive between the two requests: hence a second try.
    for (let tries = 1; tries <= 2; tries += 1) {
      try {
        await this.#observe(deadline.signal);
        if (!this.#isMine) return;
        const now = leaseTime(clock);
        const transitions = this.#observed?.record.transitions ?? 0;
        const record = { holder: "", durationSeconds: 1, acquireTime: now, renewTime: now, transitions };
        await lock.write(record, deadline.signal);
        this.#observed = { record, atMs: clock.monotonic() };
        return;
      } catch (error) {
        logger.error("Failed to release lease", { lock: lock.description, error });
      }
    }
  }

  /** Events are told apart by their actions, not by their notes. */
  #record(what: string, action: string): void {
    const { lock, recorder } = this.#seams;
    if (lock.lease === undefined) return;
    const note = `${this.#options.identity} ${what}`;
    recorder.record({ regarding: lock.lease, type: "Normal", reason: "LeaderElection", action, note });
  }

  #tellOfLeader(): void {
    if (this.leader === this.#toldLeader) return;
    this.#toldLeader = this.leader;
    const { logger, lock } = this.#seams;
    if (this.leader !== "") logger.info("new leader elected", { lock: lock.description, identity: this.leader });
  }
}
