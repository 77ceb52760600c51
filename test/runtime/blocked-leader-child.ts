/**
 * A leader for blocked-leader.own-test.ts: it writes all the time, more at once than there are connections, and its controller computes without
 * a pause for as long as an object asks. It tells on its output what became of its writes then.
 */
import { createClient } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createJsonLogger } from "@pintle/machinery";
import { controller, createManager, FencedError, fenceClient, type Part, runManager } from "@pintle/runtime";
import { type BlockedLeaderOptions, leaseTimes } from "./blocked-leader-options.ts";

/** The pool has 32 connections: some of the writes wait for one when the block begins. */
const writers = 48;

const { server, ca, token, identity } = JSON.parse(process.argv[2] ?? "{}") as BlockedLeaderOptions;

const client = createClient({
  ...{ server, namespace: "default" },
  trust: { read: async () => ca },
  credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
});
const { clock } = client;
const tell = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`);
const logger = createJsonLogger({ clock, write: (line) => process.stdout.write(line) });
const manager = createManager({ client, logger, leaderElection: { name: "work", identity, ...leaseTimes } });

let count = 0;
const patch = () => ({ merge: { data: { [identity]: String(count++) } } });

const writer: Part = {
  name: "writer",
  async start({ fence }) {
    const configMaps = fenceClient(client, fence).resource(ConfigMap);
    const stop = new AbortController();
    let fenced = 0;
    const write = async () => {
      while (!stop.signal.aborted) {
        await configMaps.patch("written", patch()).catch((error: unknown) => {
          if (error instanceof FencedError) fenced += 1;
          // Those that are refused come back at once.
          return clock.turn();
        });
      }
    };
    const writing = Array.from({ length: writers }, write);
    return {
      async stop() {
        stop.abort();
        await Promise.all(writing);
        tell({ said: "rests", fenced });
      },
    };
  },
};

manager.add(writer);
manager.add(
  controller(ConfigMap, { namespace: "default", labelSelector: "blocks" })
    .named("computing")
    .reconcile(async ({ name }, ctx) => {
      const untilMs = performance.now() + Number(ctx.object?.data?.blockMs ?? 0);
      while (performance.now() < untilMs);
      tell({ said: "woke", atMs: Date.now() });
      const error = await ctx.client
        .resource(ConfigMap)
        .patch(name, patch())
        .then(
          () => undefined,
          (refusal: unknown) => refusal,
        );
      tell({ said: "tried", isFenced: error instanceof FencedError });
    }),
);
// It does not outlive the test.
process.stdin.on("end", () => process.exit(1)).resume();
await runManager(manager);
