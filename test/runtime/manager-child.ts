/**
 * A program with a manager and a server of its own, for manager-process.test.ts. Its controller does what the first argument says; when the
 * program ends, it writes down what the server has by then.
 */
import { Lease } from "@pintle/kinds/coordination/v1";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createJsonLogger, type Logger } from "@pintle/machinery";
import { controller, createManager, type ProcessSeam, type ReconcileContext, runManager } from "@pintle/runtime";
import { startProcessTimePlane } from "./plane.ts";

type Behaviour = (ctx: ReconcileContext<typeof ConfigMap>) => Promise<void>;

const later = { kind: "background", label: "a run" } as const;

const behaviours: Readonly<Record<string, Behaviour>> = {
  /** Takes a second, whoever asks it to stop, and writes then. */
  finishes: async ({ client }) => {
    await client.clock.sleep(1_000, later);
    await configMaps(client).patch("a", { merge: { data: { done: "yes" } } });
  },
  hangs: () => new Promise(() => {}),
  forgets: async ({ client }) => {
    void client.clock.sleep(50, later).then(() => {
      throw new Error("a promise that nobody awaits");
    });
  },
  throws: async ({ client }) => {
    client.clock.setTimer(
      50,
      () => {
        throw new Error("a timer that throws");
      },
      later,
    );
  },
};

const plane = await startProcessTimePlane();
const configMaps = (client: typeof plane.client) => client.resource(ConfigMap, { namespace: "default" });
await configMaps(plane.client).create(ConfigMap({ metadata: { name: "a" } }));

const logger: Logger = createJsonLogger({ clock: plane.clock, write: (line) => process.stdout.write(line) });
const manager = createManager({ client: plane.client, logger, leaderElection: { name: "work", identity: "child" } });
const behave = behaviours[process.argv[2] ?? ""];
manager.add(
  controller(ConfigMap, { namespace: "default" })
    .named("child")
    .reconcile(async (_request, ctx) => {
      process.stdout.write("begun\n");
      await behave?.(ctx);
    }),
);

const host: ProcessSeam = {
  on: process.on.bind(process) as ProcessSeam["on"],
  off: process.off.bind(process) as ProcessSeam["off"],
  exit: (code) => void tellEnd(code),
};

async function tellEnd(code: number): Promise<void> {
  const { data } = await configMaps(plane.client).get("a");
  const { spec } = await plane.client.resource(Lease, { namespace: "default" }).get("work");
  process.stdout.write(`${JSON.stringify({ end: true, holder: spec?.holderIdentity, data })}\n`);
  process.exit(code);
}

await runManager(manager, { host });
