/**
 * A process that wants to lead, for leader-election.real-test.ts: while it leads it writes all the time, more at once than there are
 * connections, and runs a controller whose every run writes and tells an event.
 */
import { createClient } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createJsonLogger } from "@pintle/machinery";
import { controller, createManager, fenceClient, type Part, runManager } from "@pintle/runtime";
import { type LeaderChildOptions, writers } from "./leader-child-options.ts";

const workers = 4;

const { server, ca, token, identity } = JSON.parse(process.argv[2] ?? "{}") as LeaderChildOptions;

const client = createClient({
  ...{ server, namespace: "default" },
  trust: { read: async () => ca },
  credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
});
const { clock } = client;
const logger = createJsonLogger({ clock, write: (line) => process.stdout.write(line) });
const manager = createManager({ client, logger, leaderElection: { name: "work", identity } });

let count = 0;
const patch = () => ({ merge: { data: { [identity]: String(count++) } } });

const writer: Part = {
  name: "writer",
  async start({ fence }) {
    const configMaps = fenceClient(client, fence).resource(ConfigMap, { namespace: "default" });
    const stop = new AbortController();
    const write = async (index: number) => {
      while (!stop.signal.aborted) {
        // Those that are refused come back at once.
        await configMaps.patch(`written-${index}`, patch()).catch(() => clock.turn());
      }
    };
    const writing = Array.from({ length: writers }, (_, index) => write(index));
    return {
      async stop() {
        stop.abort();
        await Promise.all(writing);
      },
    };
  },
};

manager.add(writer);
manager.add(
  controller(ConfigMap, { namespace: "busy" })
    .named("busy")
    .withOptions({ workers })
    .reconcile(async ({ name }, ctx) => {
      await clock.sleep(20, { kind: "background", label: "work", signal: ctx.signal });
      await ctx.client.resource(ConfigMap, { namespace: "busy" }).patch(name, patch());
      if (ctx.object)
        ctx.recorder.record({ regarding: ctx.object, reason: `Wrote${count}`, note: "written once more" });
    }),
);
// It does not outlive the test.
process.stdin.on("end", () => process.exit(1)).resume();
await runManager(manager);
