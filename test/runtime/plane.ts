/**
 * A Kubernetes API in this process, for tests of the runtime: on virtual time, where hours pass in milliseconds and every run takes the same
 * course, or on the time of the process.
 *
 * ```ts
 * await using plane = await startRuntimePlane();
 * plane.faults.request = async (request, send) => (isWatch(request) ? resetAfterLines(await send(), 3) : send());
 * await plane.clock.settle();
 * ```
 *
 * Bytes cross the way to it as they would a wire. Whatever is sent is remembered, and can be answered otherwise than the server would.
 */
import { createMemoryStorage, type Storage } from "@pintle/apiserver";
import { type Client, type ClientOptions, createClient } from "@pintle/client";
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from "@pintle/controlplane";
import {
  type Clock,
  createProcessClock,
  createSeededRandom,
  createVirtualClock,
  type Logger,
  type Random,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type VirtualClock,
} from "@pintle/machinery";

/** What goes wrong on the way; everything goes right where nothing is set. It may be set and taken back at any time. */
export interface Faults {
  /** Answers in place of the server, or sends the request and does something to it or to its answer. */
  request?: ((request: TransportRequest, send: Send) => Promise<TransportResponse>) | undefined;
}

/** On to the server: the request as it was, or another one. */
export type Send = (request?: TransportRequest) => Promise<TransportResponse>;

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By the plane's clock. */
  readonly atMs: number;
}

/** A client of the plane's `admin`, with faults of its own. */
export interface Connection {
  readonly client: Client;
  readonly faults: Faults;
  /** In the order in which they were sent. A test may empty it. */
  readonly requests: SentRequest[];
}

export interface RuntimePlane<Time extends Clock = VirtualClock> extends Connection, AsyncDisposable {
  readonly clock: Time;
  readonly random: Random;
  /** For compactions and whatever else happens below the server. */
  readonly storage: Storage;
  /** What the server logged as errors. */
  readonly failures: readonly string[];
  /** The plane as it is until the next `restart`. */
  readonly running: ControlPlane;
  /** Another client, which the faults of the first do not concern. */
  connect(options?: ClientOptions): Connection;
  /** Ends the server, which refuses connections then. */
  crash(): Promise<void>;
  /** Starts the server again on what was stored; it is ended before if it still runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface RuntimePlaneOptions
  extends Pick<ControlPlaneOptions, "profile" | "users" | "identity" | "audit" | "admission" | "admissionPlugins"> {
  readonly seed?: number;
  /** The past that the storage keeps. */
  readonly keepMs?: number;
  /** For one call of `settle` or `advance`. */
  readonly stepLimit?: number;
}

export function startRuntimePlane(options: RuntimePlaneOptions = {}): Promise<RuntimePlane> {
  const { stepLimit } = options;
  return startOn(createVirtualClock(stepLimit === undefined ? {} : { stepLimit }), options);
}

/** The same on the time of the process, for what needs sockets, child processes or real waiting. */
export function startProcessTimePlane(options: RuntimePlaneOptions = {}): Promise<RuntimePlane<Clock>> {
  return startOn(createProcessClock(), options);
}

async function startOn<Time extends Clock>(clock: Time, options: RuntimePlaneOptions): Promise<RuntimePlane<Time>> {
  const { seed = 42, keepMs, stepLimit: _limit, ...given } = options;
  const random = createSeededRandom(seed);
  const storage = createMemoryStorage({ clock, ...(keepMs !== undefined && { keepMs }) });
  const failures: string[] = [];
  const start = () =>
    startControlPlane({ ...given, clock, random, storage: leftOpen(storage), logger: collectErrors(failures) });
  let running = await start();
  let isUp = true;

  const transport: Transport = {
    async request(request) {
      if (!isUp) throw connectionRefused();
      return await running.transport.request(request);
    },
  };

  function connect(given: ClientOptions = {}): Connection {
    const faults: Faults = {};
    const requests: SentRequest[] = [];
    const wire = withFaults(transport, { faults, requests, clock });
    return { client: createClient({ transport: wire }, { clock, random, ...given }), faults, requests };
  }

  async function crash(): Promise<void> {
    if (!isUp) return;
    isUp = false;
    await running.stop();
  }

  async function stop(): Promise<void> {
    await crash();
    await storage.close();
  }

  return {
    ...{ clock, random, storage, failures },
    ...connect(),
    get running() {
      return running;
    },
    connect,
    crash,
    async restart() {
      await crash();
      running = await start();
      isUp = true;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Wire extends Omit<Connection, "client"> {
  readonly clock: Clock;
}

function withFaults(transport: Transport, { faults, requests, clock }: Wire): Transport {
  return {
    async request(request) {
      request.signal?.throwIfAborted();
      const { method, path } = request;
      const query = new URLSearchParams(
        Array.from(request.query ?? [], ([name, value]): [string, string] => [name, value]),
      );
      requests.push({ method, path, query, atMs: clock.monotonic() });
      const send: Send = (other = request) => transport.request(other);
      // A fault may take its time, and is in flight meanwhile, as a request is.
      using _inFlight = clock.busy(() => `${method} ${path}`);
      return await (faults.request?.(request, send) ?? send());
    },
  };
}

/** What is stored outlives the server; what the server watches there does not. */
function leftOpen(storage: Storage): Storage {
  const closings = new Set<() => void>();
  const watch: Storage["watch"] = async (request, watcher) => {
    const opened = await storage.watch(request, watcher);
    const close = () => {
      closings.delete(close);
      opened.close();
    };
    closings.add(close);
    return { close };
  };
  const close = async () => {
    for (const closing of closings) closing();
  };
  return new Proxy(storage, {
    get(target, name) {
      if (name === "close") return close;
      if (name === "watch") return watch;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

export function connectionRefused(): Error {
  return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
}

function collectErrors(failures: string[]): Logger {
  const logger: Logger = {
    debug() {},
    info() {},
    warn() {},
    error: (message, { error } = {}) =>
      void failures.push(`${message}: ${error instanceof Error ? error.stack : String(error)}`),
    with: () => logger,
  };
  return logger;
}
