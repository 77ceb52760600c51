import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret, Service } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { connectionRefused, type Faults, type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { untilAborted } from "./wire-faults.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

interface Network {
  isDown: boolean;
  readonly request: NonNullable<Faults["request"]>;
}

/** Connections break with the network, and cannot be made while it is down. */
function breakingNetwork(code: string): Network {
  const network: Network = {
    isDown: false,
    async request(_request, send) {
      if (network.isDown) throw Object.assign(connectionRefused(), { code });
      const response = await send();
      async function* body() {
        for await (const chunk of response.body) {
          if (network.isDown) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
          yield chunk;
        }
      }
      return { ...response, body: body() };
    },
  };
  return network;
}

/** Nothing comes through any more, neither an answer nor an error; what was sent meanwhile is lost with its connection. */
function silentNetwork({ isOneWay }: { readonly isOneWay: boolean }): Network {
  const network: Network = {
    isDown: false,
    async request(request, send) {
      if (network.isDown && !isOneWay) return await untilAborted(request.signal);
      const response = await send();
      if (network.isDown) return await untilAborted(request.signal);
      async function* body() {
        for await (const chunk of response.body) {
          if (network.isDown) await untilAborted(request.signal);
          yield chunk;
        }
      }
      return { ...response, body: body() };
    },
  };
  return network;
}

/** With as many informers as kinds, from the start of the trouble until all of them show what was written meanwhile. */
async function assertHeals(network: Network, downMs: number, healMs: number, flaps = 1): Promise<void> {
  await using plane: RuntimePlane = await startRuntimePlane();
  const { client, clock, faults, requests } = plane;
  const { client: writer } = plane.connect();
  faults.request = network.request;
  const informers = createInformers(client);
  const all = [informers.for(ConfigMap), informers.for(Secret), informers.for(Service)];
  await using _running = informers.start();
  await clock.settle();
  requests.length = 0;
  const isForgotten = downMs > 5 * minuteMs;
  for (let flap = 0; flap < flaps; flap += 1) {
    network.isDown = true;
    await writer.resource(ConfigMap).create({ metadata: { name: `c${flap}` } });
    await writer.resource(Secret).create({ metadata: { name: `c${flap}` } });
    await clock.advance(downMs);
    // A server that was started anew knows nothing of what happened before.
    if (isForgotten) await plane.restart();
    network.isDown = false;
    await clock.advance(flap === flaps - 1 ? 0 : secondMs);
  }
  const during = requests.length;
  await clock.advance(healMs);
  const name = `c${flaps - 1}`;
  assert.ok(all[0]?.lister.get({ namespace: "default", name }) && all[1]?.lister.get({ namespace: "default", name }));
  const lists = requests.filter(({ query }) => !query.has("resourceVersion"));
  const kinds = new Set(lists.map(({ path }) => path)).size;
  assert.deepEqual(
    [lists.length, kinds],
    isForgotten ? [all.length, all.length] : [0, 0],
    "lists, and of how many kinds",
  );
  const tries = during / all.length;
  assert.ok(
    tries <= 8 + (downMs * flaps) / (7 * secondMs),
    `${tries} requests of each in ${(downMs * flaps) / secondMs} s`,
  );
  const times = requests.slice(during).map(({ atMs }) => atMs);
  assert.ok(times.length < 2 || new Set(times).size > 1, "not all come back at once");
}

for (const downMs of [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs]) {
  test(`a network that was down for ${downMs / secondMs} s is made up for within a minute`, async () => {
    await assertHeals(breakingNetwork("ECONNREFUSED"), downMs, minuteMs);
    await assertHeals(breakingNetwork("EHOSTUNREACH"), downMs, minuteMs);
  });

  test(`a name that nobody knew for ${downMs / secondMs} s is asked for again each time`, async () => {
    await assertHeals(breakingNetwork("ENOTFOUND"), downMs, minuteMs);
  });

  test(`a network that was silent for ${downMs / secondMs} s is noticed, whichever way it was silent`, async () => {
    await assertHeals(silentNetwork({ isOneWay: false }), downMs, 2 * minuteMs);
    await assertHeals(silentNetwork({ isOneWay: true }), downMs, 2 * minuteMs);
  });
}

test("a network that comes and goes is not asked more for it", async () => {
  await assertHeals(breakingNetwork("ECONNREFUSED"), 5 * secondMs, minuteMs, 20);
});
