/** The operators as a program of their own: started, ended in good order, killed, and started again. */
import { createClient } from "@pintle/client";
import type { Logger, Random, Transport, VirtualClock } from "@pintle/machinery";
import { Life } from "@pintle/machinery";
import { type ProgramParts, type RunningOperators, startOperators } from "pintle";
import { untilDone } from "./until-done.ts";
import type { WebhookDoor } from "./webhook-door.ts";

export interface ProgramSurroundings {
  readonly clock: VirtualClock;
  readonly random: Random;
  /** To the API server. */
  readonly transport: Transport;
  /** By which the API server asks the operators' webhooks; it does not without. */
  readonly door: WebhookDoor | undefined;
  readonly logger: Logger;
}

interface RunningProgram {
  readonly life: Life;
  readonly operators: RunningOperators;
}

export class OperatorProgram {
  readonly #surroundings: ProgramSurroundings;
  #running: RunningProgram | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(surroundings: ProgramSurroundings) {
    this.#surroundings = surroundings;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when they are at work. */
  async start(parts: ProgramParts): Promise<void> {
    const { clock } = this.#surroundings;
    const life = new Life(clock, { withoutTimers: ["event loop watchdog"] });
    this.#failure = undefined;
    try {
      await untilDone(clock, "the start of the operators", this.#begin(parts, life));
    } catch (error) {
      life.end();
      this.#running = undefined;
      throw error;
    }
  }

  async #begin(parts: ProgramParts, life: Life): Promise<void> {
    const { random, transport, door, logger } = this.#surroundings;
    const client = createClient({ transport: life.carry(transport) }, { clock: life.clock, random, logger });
    const webhooks = door && { by: "in-process" as const, inProcess: door.renew() };
    const operators = await startOperators(parts, { client, logger, webhooks });
    this.#running = { life, operators };
    operators.ended.catch((error: unknown) => {
      // Whoever ends a life hears of that from its end.
      if (this.#running?.life === life) this.#failure = { error };
    });
    await operators.ready;
  }

  /** Throws what ended the operators, where they have ended by themselves. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    try {
      await untilDone(this.#surroundings.clock, "the end of the operators", running.operators.stop());
    } finally {
      running.life.end();
    }
  }

  /** As by SIGKILL. */
  kill(): void {
    this.#running?.life.end();
    this.#running = undefined;
  }
}
