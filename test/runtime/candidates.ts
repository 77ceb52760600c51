/**
 * Processes that want to lead, in one process: each with a clock, a network and a manager of its own, whose leader writes all the time.
 *
 * Leases are kept by the plane, and so is what the election itself tells of them. What leaders write and tell does not go there: it is noted
 * when it would have arrived, with the holder that the Lease had at that moment.
 */
import { createClient } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds/core/v1";
import {
  createLogList,
  type LogLine,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "@pintle/machinery";
import { createManager, fenceClient, type Manager, type ManagerOptions, type Part } from "@pintle/runtime";
import { createHeldClock, type HeldClock } from "./held-clock.ts";
import { connectionRefused, type RuntimePlane } from "./plane.ts";
import { untilAborted } from "./wire-faults.ts";

/** How the network between a process and the server is. */
export type Network =
  | "good"
  /** Nothing arrives, and nobody says so. */
  | "cut"
  /** Requests arrive and answers do not. */
  | "deaf"
  /** Connections are refused at once. */
  | "refusing"
  /** Everything takes four seconds, and arrives even if the sender has given up. */
  | "slow";

export interface ArrivedWrite {
  readonly writer: string;
  readonly atMs: number;
  /** In whose name the Lease was then. */
  readonly holder: string;
}

export interface Election {
  /** In the order in which they arrived. */
  readonly writes: ArrivedWrite[];
  /** Whose the Lease is, as the server has it. */
  readonly holder: string;
  candidate(name: string, options?: CandidateOptions): Candidate;
}

export interface CandidateOptions extends Partial<Omit<ManagerOptions, "client" | "leaderElection">> {
  readonly rate?: number;
  readonly onLost?: "resume" | "exit";
  readonly parts?: readonly Part[];
  /** How many writes it has on the way at the same time. */
  readonly writers?: number;
}

export interface Candidate {
  readonly name: string;
  readonly manager: Manager;
  readonly clock: HeldClock;
  network: Network;
  readonly log: readonly LogLine[];
  /** What the writer was refused with. */
  readonly refusals: unknown[];
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const pauseMs = 200;
const connectMs = 100;
/** Of a write whose answer does not come. */
const timeoutMs = 6_000;
const slowMs = 4_000;

export function holdElection(plane: RuntimePlane, lease = "work"): Election {
  const server = plane.running.transport;
  const writes: ArrivedWrite[] = [];
  let holder = "";

  async function arrive(name: string, request: TransportRequest): Promise<TransportResponse> {
    const isLease = request.path.includes("/leases");
    if (isLease || request.method === "GET" || isOfElection(request, lease)) {
      const { signal: _gone, ...sent } = request;
      const response = await server.request(sent);
      const isHeldNow = isLease && request.method !== "GET" && response.status < 300;
      if (isHeldNow) holder = JSON.parse(Buffer.from(request.body as Uint8Array).toString()).spec.holderIdentity;
      return response;
    }
    writes.push({ writer: name, atMs: plane.clock.monotonic(), holder });
    const body = request.body as Uint8Array;
    return { status: 201, headers: { "content-type": "application/json" }, body: oneChunk(body) };
  }

  function candidate(name: string, options: CandidateOptions = {}): Candidate {
    const { rate, onLost = "resume", parts = [], writers = 1, ...given } = options;
    const clock = createHeldClock(plane.clock, rate);
    const { logger, lines } = createLogList();
    const refusals: unknown[] = [];
    const state: { network: Network } = { network: "good" };
    const exchange = async (request: TransportRequest) => {
      // A connection has to be there first, and the process may be stopped while it waits for one.
      await plane.clock.sleep(connectMs, { kind: "background", label: "a connection", signal: request.signal });
      await clock.running();
      request.beforeWrite?.();
      const response = await carry(state.network, plane, request, () => arrive(name, request));
      await clock.running();
      return response;
    };
    const transport: Transport = {
      // Whoever gives up does so at once; what has been sent may arrive all the same.
      request: (request) => Promise.race([exchange(request), untilAborted(request.signal)]),
    };
    const client = createClient({ transport }, { clock, random: plane.random });
    const manager = createManager({
      ...{ client, logger, leaderElection: { name: lease, identity: name, onLost } },
      ...given,
    });
    for (const part of parts) manager.add(part);
    for (let writer = 0; writer < writers; writer += 1) manager.add(createWriter(manager, writer, refusals));
    const controller = new AbortController();
    const ended = manager.start({ signal: controller.signal });
    ended.catch(() => {});
    return {
      ...{ name, manager, clock, log: lines, refusals, ended },
      get network() {
        return state.network;
      },
      set network(network) {
        state.network = network;
      },
      async stop() {
        controller.abort();
        await ended;
      },
    };
  }

  return {
    writes,
    candidate,
    get holder() {
      return holder;
    },
  };
}

async function carry(
  network: Network,
  { clock }: RuntimePlane,
  { signal }: TransportRequest,
  arrive: () => Promise<TransportResponse>,
): Promise<TransportResponse> {
  if (network === "refusing") throw connectionRefused();
  if (network === "cut") return await untilAborted(signal);
  if (network === "deaf") {
    await arrive();
    return await untilAborted(signal);
  }
  if (network === "slow") await clock.sleep(slowMs, { kind: "background", label: "a slow network" });
  return await arrive();
}

/** An Event about the Lease, whose name begins with that of the Lease. Who stops leading tells so, whoever leads then. */
function isOfElection({ method, path, body }: TransportRequest, lease: string): boolean {
  if (!path.includes("/events")) return false;
  if (method !== "POST") return path.includes(`/events/${lease}.`);
  return JSON.parse(Buffer.from(body as Uint8Array).toString()).regarding.name === lease;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Of whom writers tell. */
const regarding = {
  ...{ apiVersion: "v1", kind: "ConfigMap" },
  metadata: { name: "written", namespace: "default", uid: "6f7b3c1e-0000-4000-8000-000000000000" },
};

/** Writes again as soon as the write before has been answered, tells of each, and notes what it was refused with. */
function createWriter(manager: Manager, index: number, refusals: unknown[]): Part {
  return {
    name: `writer ${index}`,
    async start({ fence }) {
      const { clock } = manager.client;
      const configMaps = fenceClient(manager.client, fence).resource(ConfigMap, { namespace: "default" });
      const recorder = manager.recorder("writer", { fence });
      const stop = new AbortController();
      let count = 0;
      const write = async () => {
        while (!stop.signal.aborted) {
          count += 1;
          if (count % 5 === 1) recorder.record({ regarding, reason: `Wrote${index}x${count}`, note: "about to write" });
          try {
            await configMaps.create(ConfigMap({ metadata: { name: "work" } }), { timeoutMs });
          } catch (error) {
            refusals.push(error);
          }
          const pause = { kind: "background", label: "a writer's pause", signal: stop.signal } as const;
          await clock.sleep(pauseMs, pause).catch(() => {});
        }
      };
      const writing = write();
      return {
        async stop() {
          stop.abort();
          await writing;
        },
      };
    },
  };
}

/** Lets time pass until it is done; throws what it throws, and fails when a minute does not suffice. */
export async function finish<Result>({ clock }: RuntimePlane, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  for (let step = 0; step < 600 && !isDone; step += 1) await clock.advance(100);
  if (!isDone) throw new Error(`not done within a minute: ${JSON.stringify(clock.alive())}`);
  return await work;
}
