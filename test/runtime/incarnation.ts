/** A life of an operator with a client of its own, which ends at a write that a test chooses. What it still tries to send afterwards is counted. */
import { type Client, createClient } from "@pintle/client";
import { type Clock, Life, type Transport, type TransportRequest } from "@pintle/machinery";
import type { RuntimePlane } from "./plane.ts";

export interface Incarnation {
  readonly client: Client;
  readonly clock: Clock;
  readonly isDead: boolean;
  /** Writes that were tried after the end. */
  readonly zombieWrites: readonly string[];
  kill(): void;
}

/** What happens with a write: it is done, or this life ends before it arrives, or after it was done and before the answer comes. */
export type Fate = "done" | "dies before" | "dies after";

export interface IncarnationOptions {
  /** Decides on each write, in order; all are done unless said. */
  readonly fateOf?: (write: TransportRequest) => Fate;
}

export function createIncarnation(
  plane: RuntimePlane,
  { fateOf = () => "done" }: IncarnationOptions = {},
): Incarnation {
  const life = new Life(plane.clock);
  const zombieWrites: string[] = [];
  const server = life.carry(plane.running.transport);

  const transport: Transport = {
    async request(request) {
      const isWrite = request.method !== "GET";
      if (isWrite && life.isOver) zombieWrites.push(`${request.method} ${request.path}`);
      const fate = isWrite && !life.isOver ? fateOf(request) : "done";
      if (fate === "dies before") life.end();
      const response = await server.request(request);
      if (fate !== "dies after") return response;
      life.end();
      return await new Promise<never>(() => {});
    },
  };
  return {
    client: createClient({ transport }, { clock: life.clock, random: plane.random }),
    clock: life.clock,
    get isDead() {
      return life.isOver;
    },
    zombieWrites,
    kill: () => life.end(),
  };
}
