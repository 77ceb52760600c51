/** An informer of two objects on a plane, whose watch can be cut, and which has to be well in the end: the scene of most faults. */
import assert from "node:assert/strict";
import { ConfigMap } from "@pintle/kinds";
import { createInformers, type Informer } from "@pintle/runtime";
import { assertCopyIsServer, recordChanges, recordViolations } from "./cached-objects.ts";
import { type Faults, type RuntimePlane, type SentRequest, startRuntimePlane } from "./plane.ts";
import { connectionReset, isWatch } from "./wire-faults.ts";

export const path = "/api/v1/configmaps";
export const scope = { labelSelector: "mine" };
export const named = (name: string, value = "") => ({ metadata: { name, labels: { mine: "" } }, data: { value } });

export interface Stage extends AsyncDisposable {
  readonly plane: RuntimePlane;
  readonly informer: Informer<ConfigMap>;
  readonly seen: string[];
  /** What the informer has asked since it was synced. */
  asked(): readonly SentRequest[];
  write(name: string, value?: string): Promise<unknown>;
  /** The copy is what the server has, and nothing is wrong. */
  assertWell(): Promise<void>;
}

export interface StageOptions {
  /** Set before the informer starts. */
  readonly faults?: Faults["request"];
}

/** An informer that has `a` and `b`, and a client of its own for writes. */
export async function startStage({ faults }: StageOptions = {}): Promise<Stage> {
  const plane = await startRuntimePlane();
  const { client: writer } = plane.connect();
  const configMaps = writer.resource(ConfigMap);
  for (const name of ["a", "b"]) await configMaps.create(named(name));
  plane.faults.request = faults;
  const informers = createInformers(plane.client);
  const informer = informers.for(ConfigMap, scope);
  const violations = recordViolations(informer);
  const seen = recordChanges(informer);
  const running = informers.start();
  await plane.clock.settle();
  seen.length = 0;
  plane.requests.length = 0;
  const only = { resource: () => ({ list: () => configMaps.list(scope) }) };
  return {
    plane,
    informer,
    seen,
    asked: () => plane.requests.filter((request) => request.path === path),
    write: (name, value = "1") => configMaps.patch(name, { merge: { data: { value } } }),
    async assertWell() {
      await plane.clock.settle();
      await assertCopyIsServer(informer, only as never);
      assert.equal(informer.progress.lastError, undefined);
      assert.deepEqual(violations, []);
      assert.deepEqual(plane.failures, []);
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await plane.stop();
      assert.deepEqual(plane.clock.alive().inFlight, []);
      assert.deepEqual(plane.clock.alive().timers, []);
    },
  };
}

/** Requests that ask for everything. */
export const lists = (asked: readonly SentRequest[]) => asked.filter(({ query }) => !query.has("resourceVersion"));

/** Gives back what ends the watch that runs now, as a connection that is lost. */
export async function cutWatch({ plane }: Stage): Promise<() => void> {
  // The server ends it by itself in the end; until then a fault that is set meanwhile does not concern it.
  const { faults } = plane;
  const wanted = faults.request;
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.request = async (request, send) => {
    const response = await send();
    if (!isWatch(request)) return response;
    faults.request = wanted;
    return { ...response, body: untilCut(response.body, promise) };
  };
  while (faults.request !== wanted) await plane.clock.advance(60_000);
  return resolve;
}

async function* untilCut(body: AsyncIterable<Uint8Array>, cut: Promise<void>): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), cut]);
      if (next === undefined) throw connectionReset();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.();
  }
}
