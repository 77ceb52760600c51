/**
 * A Kubernetes in this process with simulated nodes, on virtual time, and the operator of ModelBoxes on it: with its webhooks, which are asked
 * without sockets, and with a wire of its own, on which things can go wrong.
 *
 * ```ts
 * await using plane = await startBoxPlane();
 * await plane.boxes.create(sample());
 * await plane.settle();
 * ```
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Client, createClient, type Resource } from "@pintle/client";
import { type ControlPlane, type KubeletOptions, startControlPlane } from "@pintle/controlplane";
import { Deployment, Event, Pod, Service } from "@pintle/kinds";
import {
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  type DeepInput,
  findCondition,
  type JsonObject,
  type ObjectOf,
  type Transport,
  type VirtualClock,
} from "@pintle/machinery";
import {
  createInProcessWebhooks,
  type InProcessWebhooks,
  installResources,
  type Operator,
  type RunningOperators,
  startOperators,
} from "pintle";
import { parse } from "yaml";
import { inject } from "../../examples/modelbox/inject.ts";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { modelBoxes } from "../../examples/modelbox/model-boxes.ts";
import { createIncarnation, type Fate, type Incarnation } from "../runtime/incarnation.ts";
import type { Faults, RuntimePlane, SentRequest } from "../runtime/plane.ts";

export const namespace = "default";
const sampleFile = new URL("../../examples/modelbox/config/samples/model_v1_modelbox.yaml", import.meta.url);

export interface BoxPlaneOptions {
  /** Whether admission and conversion are asked; they are unless said. */
  readonly hasWebhooks?: boolean;
  readonly kubelet?: KubeletOptions;
  readonly operator?: Operator;
  /** Who the operator is; one who may do everything unless said. */
  readonly as?: string;
  /** Nobody runs the operator before `startOperator` unless this is left out. */
  readonly isStarted?: boolean;
}

export interface BoxPlane extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly plane: ControlPlane;
  /** Of the people who use the plane. */
  readonly client: Client;
  readonly boxes: Resource<typeof ModelBox>;
  readonly deployments: Resource<typeof Deployment>;
  readonly services: Resource<typeof Service>;
  readonly pods: Resource<typeof Pod>;
  /** On the wire of the operator. */
  readonly faults: Faults;
  /** What the operator has sent. A test may empty it. */
  readonly requests: SentRequest[];
  /** Of the operator. */
  readonly logs: readonly string[];
  settle(): Promise<void>;
  advance(duration: string | number): Promise<void>;
  startOperator(options?: {
    readonly fateOf?: (write: { readonly method: string; readonly path: string }) => Fate;
  }): Promise<void>;
  /** In peace. */
  stopOperator(): Promise<void>;
  /** As by SIGKILL. */
  killOperator(): void;
  readonly isOperatorDead: boolean;
}

/** The sample as it is in its file, with other things in its spec where they are given. */
export function sample(spec: JsonObject = {}, name?: string): DeepInput<ObjectOf<typeof ModelBox>> {
  const read = parse(readFileSync(sampleFile, "utf8"));
  return { ...read, metadata: { ...read.metadata, ...(name && { name }) }, spec: { ...read.spec, ...spec } };
}

export async function startBoxPlane(options: BoxPlaneOptions = {}): Promise<BoxPlane> {
  const { hasWebhooks = true, kubelet, operator = modelBoxes({ inject }), isStarted = true, as } = options;
  const clock = createVirtualClock();
  const random = createSeededRandom(7);
  const logs: string[] = [];
  const logger = createJsonLogger({ write: (line) => logs.push(line), clock });
  let inProcess = createInProcessWebhooks();
  const plane = await startControlPlane({
    ...{ profile: "workloads", nodes: 3, clock, random, logger: createJsonLogger({ write: () => {}, clock }) },
    ...(kubelet && { kubelet }),
    ...(as && { users: [{ name: as, groups: ["system:serviceaccounts", "system:authenticated"] }] }),
    connectWebhook: ({ url }) => {
      if (url === undefined || inProcess.connect({ url }) === undefined) return undefined;
      // A life of the operator that was killed has not said that it does not answer any more.
      const request: Transport["request"] = async (asked) =>
        await connectionTo(inProcess, url).transport.request(asked);
      return { url, transport: { request } };
    },
  });
  const client = createClient({ transport: plane.transport }, { clock, random });
  const faults: Faults = {};
  const requests: SentRequest[] = [];
  const own = as === undefined ? plane.transport : plane.transportFor(as);
  const wire: Transport = {
    async request(request) {
      const query = new URLSearchParams(
        [...(request.query ?? [])].map(([key, value]): [string, string] => [key, value]),
      );
      requests.push({ method: request.method, path: request.path, query, atMs: clock.monotonic() });
      const send = (other = request) => own.request(other);
      using _inFlight = clock.busy(() => `${request.method} ${request.path}`);
      return await (faults.request?.(request, send) ?? send());
    },
  };
  let life: { readonly incarnation: Incarnation; readonly running: RunningOperators } | undefined;

  async function settled<Result>(work: Promise<Result>): Promise<Result> {
    // Whatever goes wrong is told by the result.
    work.catch(() => {});
    await clock.settle();
    return await work;
  }

  async function startOperator({ fateOf }: Parameters<BoxPlane["startOperator"]>[0] = {}): Promise<void> {
    const place = { clock, random, running: { transport: wire } } as unknown as RuntimePlane;
    const incarnation = createIncarnation(place, fateOf && { fateOf });
    inProcess = createInProcessWebhooks();
    const webhooks = hasWebhooks ? { by: "in-process" as const, inProcess } : undefined;
    const running = await settled(startOperators([operator], { client: incarnation.client, logger, webhooks }));
    life = { incarnation, running };
    running.ended.catch((error: unknown) => {
      logs.push(String(error));
      life = undefined;
    });
    await clock.settle();
  }

  async function stopOperator(): Promise<void> {
    const ending = life;
    life = undefined;
    if (ending && !ending.incarnation.isDead) await settled(ending.running.stop());
  }

  await settled(installResources(client, [ModelBox]));
  if (isStarted) await startOperator();
  const place = { namespace };
  return {
    ...{ clock, plane, client, faults, requests, logs, startOperator, stopOperator },
    boxes: client.resource(ModelBox, place),
    deployments: client.resource(Deployment, place),
    services: client.resource(Service, place),
    pods: client.resource(Pod, place),
    settle: () => clock.settle(),
    advance: (duration) => plane.advance(duration),
    killOperator: () => life?.incarnation.kill(),
    get isOperatorDead() {
      return life?.incarnation.isDead ?? true;
    },
    async [Symbol.asyncDispose]() {
      await stopOperator();
      await client.close();
      await plane.stop();
    },
  };
}

function connectionTo(webhooks: InProcessWebhooks, url: string) {
  return webhooks.connect({ url }) ?? assert.fail(`${url} is not in this process`);
}

export async function conditionOf({ boxes }: BoxPlane, name: string, type: string) {
  return findCondition((await boxes.get(name)).status?.conditions, type);
}

/** `Ready=True AllReady`, for assertions that show what there is. */
export async function conditionsOf(plane: BoxPlane, name: string): Promise<Readonly<Record<string, string>>> {
  const { status } = await plane.boxes.get(name);
  return Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status, reason }) => [type, `${status} ${reason}`]),
  );
}

/** Of the object of that name: `Warning NameTaken`. */
export async function eventsOf({ client }: BoxPlane, name: string): Promise<readonly string[]> {
  const { items } = await client.resource(Event, { namespace }).list();
  return items
    .filter(({ involvedObject }) => involvedObject.name === name && involvedObject.kind === "ModelBox")
    .map(({ type, reason }) => `${type} ${reason}`);
}

/** Everything that the operator has sent to change something, without its events. */
export function writesOf({ requests }: BoxPlane): readonly string[] {
  return requests
    .filter(({ method, path }) => method !== "GET" && !path.includes("/events"))
    .map(({ method, path }) => `${method} ${path.split("/").slice(-2).join("/")}`);
}
