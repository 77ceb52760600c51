/**
 * A Kubernetes API in this process on virtual time, with operators that run on it and can be ended, killed and started again.
 *
 * ```ts
 * await using plane = await startOperatorPlane({ operators: () => [boxes()] });
 * await plane.boxes.create(box("a"));
 * await plane.settle();
 * ```
 *
 * What the operators send is remembered apart from what the test itself sends.
 */
import assert from "node:assert/strict";
import { type Client, createClient } from "@pintle/client";
import { type ControlPlane, type Profile, startControlPlane } from "@pintle/controlplane";
import { Event } from "@pintle/kinds";
import {
  createLogList,
  createSeededRandom,
  createVirtualClock,
  type LogLine,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type VirtualClock,
} from "@pintle/machinery";
import { type AnyResource, installResources, type Operator, type RunningOperators, startOperators } from "pintle";

export interface OperatorPlaneOptions {
  /** Called for each life of the program. */
  readonly operators?: () => readonly Operator[];
  readonly resources: readonly AnyResource[];
  /** `core` unless said: with a garbage collector, and without anything that makes pods. */
  readonly profile?: Profile;
  /** How many are simulated, with the profile `workloads`. */
  readonly nodes?: number;
  /** Where the operators look: everywhere unless said. */
  readonly namespaces?: readonly string[];
}

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** A program of operators, from its start to its end. */
export interface Life {
  readonly running: RunningOperators;
  readonly log: readonly LogLine[];
  /** What was sent and is no read, Events left out. */
  readonly writes: Write[];
  /** All requests, watches included. */
  readonly requests: { readonly method: string; readonly path: string; readonly query: string }[];
  /** What goes wrong on the way, where something is set. */
  readonly faults: Faults;
}

export interface Faults {
  /** Answers in place of the server where it gives something. */
  request?: (
    request: TransportRequest,
    send: () => Promise<TransportResponse>,
  ) => Promise<TransportResponse> | undefined;
}

export interface OperatorPlane extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly running: ControlPlane;
  /** The test's own. */
  readonly client: Client;
  /** The life of now. */
  readonly life: Life;
  settle(): Promise<void>;
  advance(duration: string | number): Promise<void>;
  begin(operators: () => readonly Operator[], faults?: Faults): Promise<Life>;
  /** Ends the life of now and begins another, with the same operators unless said. */
  restart(operators?: () => readonly Operator[], faults?: Faults): Promise<Life>;
  /** `reason: note` of the Events about objects of that name, in the order of their reasons. */
  eventsOf(name: string): Promise<readonly string[]>;
}

export async function startOperatorPlane(options: OperatorPlaneOptions): Promise<OperatorPlane> {
  const { resources, profile = "core", nodes, namespaces } = options;
  const clock = createVirtualClock();
  const random = createSeededRandom(7);
  const running = await startControlPlane({
    ...{ profile, clock, random, logger: createLogList().logger },
    ...(nodes !== undefined && { nodes }),
  });
  const client = createClient({ transport: running.transport }, { clock, random });
  const lives: Life[] = [];
  const connect = (transport: Transport) => createClient({ transport }, { clock, random });

  async function settled<Result>(work: Promise<Result>): Promise<Result> {
    work.catch(() => {});
    await clock.settle();
    return await work;
  }

  async function begin(operators: () => readonly Operator[], faults: Faults = {}): Promise<Life> {
    const parts = { clock, transport: running.transport, connect, namespaces, faults };
    const life = await settled(startLife(operators(), parts));
    lives.push(life);
    await clock.settle();
    return life;
  }

  await settled(installResources(client, resources));
  let { operators } = options;
  if (operators) await begin(operators);
  const last = () => {
    const life = lives.at(-1);
    assert.ok(life, "no operator was started");
    return life;
  };
  return {
    ...{ clock, running, client, begin },
    get life() {
      return last();
    },
    settle: () => clock.settle(),
    advance: (duration) => running.advance(duration),
    async restart(others, faults) {
      await settled(last().running.stop());
      operators = others ?? operators;
      assert.ok(operators, "no operator was started");
      return await begin(operators, faults);
    },
    async eventsOf(name) {
      const { items } = await client.resource(Event).list();
      const found = items.filter(({ involvedObject }) => involvedObject.name === name);
      return found.map(({ reason, message }) => `${reason}: ${message}`).sort();
    },
    async [Symbol.asyncDispose]() {
      for (const life of lives) await settled(life.running.stop());
      await running.stop();
    },
  };
}

interface LifeParts {
  readonly clock: VirtualClock;
  readonly transport: Transport;
  readonly namespaces: readonly string[] | undefined;
  readonly faults: Faults;
  connect(transport: Transport): Client;
}

async function startLife(operators: readonly Operator[], parts: LifeParts): Promise<Life> {
  const { clock, transport, connect, namespaces, faults } = parts;
  const requests: Life["requests"] = [];
  const writes: Write[] = [];
  const { logger, lines } = createLogList();
  const wire: Transport = {
    async request(request) {
      const { method, path } = request;
      const query = new URLSearchParams(
        Array.from(request.query ?? [], ([name, value]): [string, string] => [name, value]),
      );
      requests.push({ method, path, query: query.toString() });
      if (method !== "GET" && !path.includes("/events")) writes.push(writeOf(request));
      using _busy = clock.busy(() => `${method} ${path}`);
      return await (faults.request?.(request, () => transport.request(request)) ?? transport.request(request));
    },
  };
  const client = connect(wire);
  const running = await startOperators(operators, { client, logger, ...(namespaces && { namespaces }) });
  return { running, log: lines, writes, requests, faults };
}

function writeOf({ method, path, headers = {}, body }: TransportRequest): Write {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  return { method, path, contentType: String(headers["content-type"] ?? ""), body: text };
}

/** `PATCH configmaps/a`, `PATCH boxes/a/status`, `DELETE configmaps/b`: what was written, in order. */
export function summarize(writes: readonly Write[]): readonly string[] {
  return writes.map(
    ({ method, path }) =>
      `${method} ${path
        .split("/")
        .slice(path.includes("/namespaces/") ? placeIn(path) : -2)
        .join("/")}`,
  );
}

/** After the namespace. */
function placeIn(path: string): number {
  return path.split("/").indexOf("namespaces") + 2;
}
