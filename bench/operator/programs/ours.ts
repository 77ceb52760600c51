/** The operator of examples/modelbox, as somebody would publish it: one file, no webhooks, as its peer. */
import { createClient } from "@pintle/client";
import type { Logger } from "@pintle/machinery";
import { startOperators } from "pintle";
import { modelBoxes } from "../../../examples/modelbox/model-boxes.ts";
import { assignment, say } from "./assignment.ts";

const { url, ca, token, namespace } = assignment;
const client = createClient({
  ...{ server: url, namespace, trust: { read: async () => ca } },
  credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
});
let writes = 0;
client.onTry(({ method }) => {
  if (method !== "GET") writes += 1;
});
/** As its peer: nobody reads logs here. */
const logger: Logger = { debug() {}, info() {}, warn() {}, error: console.error, with: () => logger };

const stopped = new AbortController();
process.once("SIGTERM", () => stopped.abort());
const running = await startOperators([modelBoxes()], {
  client,
  logger,
  namespaces: [namespace],
  signal: stopped.signal,
});

let told = { runs: 0, writes: 0 };
const telling = setInterval(() => {
  const runs = runsIn(running.manager.metrics.write());
  if (runs !== told.runs) say("runs", runs);
  if (writes !== told.writes) say("writes", writes);
  told = { runs, writes };
}, 500);

/** Those that ended, however they did. */
function runsIn(metrics: string): number {
  const lines = metrics.matchAll(/^controller_runtime_reconcile_total\{[^}]*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

await running.ended;
clearInterval(telling);
await client.close();
