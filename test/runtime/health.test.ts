import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { createLogList, createProcessClock } from "@pintle/machinery";
import { createManager } from "@pintle/runtime";
import { startProcessTimePlane } from "./plane.ts";
import { answerWithStatus } from "./wire-faults.ts";

const clock = createProcessClock();

test("probes are served on the address that was asked for, and readiness follows the informers", async () => {
  await using plane = await startProcessTimePlane();
  const { logger, lines } = createLogList();
  const manager = createManager({ client: plane.client, logger, health: { bindAddress: "127.0.0.1:0" } });
  using configMaps = manager.informers.for(ConfigMap);
  const forbidden = answerWithStatus(403, "Forbidden");
  plane.faults.request = async (request, send) => (request.path.includes("configmaps") ? forbidden : send());
  const abort = new AbortController();
  const running = manager.start({ signal: abort.signal });
  const addressOf = () => lines.find(({ message }) => message === "starting server")?.fields.addr as string | undefined;
  while (addressOf() === undefined) await clock.turn();
  const ask = async (path: string) => {
    const response = await fetch(`http://${addressOf()}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  assert.equal(await ask("/healthz"), "200 ok");
  assert.equal(await ask("/readyz"), "500 [-]informers failed: reason withheld\nhealthz check failed\n");
  assert.equal(await ask("/readyz?exclude=informers"), "200 ok");
  const reasons = lines
    .filter(({ message }) => message === "healthz check failed")
    .map(({ fields }) => String(fields.error));
  assert.match(reasons[0] ?? "", /ConfigMap/);
  plane.faults.request = undefined;
  await configMaps.synced();
  assert.equal(await ask("/readyz"), "200 ok");
  assert.equal(await ask("/readyz/informers"), "200 ok");
  assert.match(await ask("/readyz/other"), /^404 /);
  assert.match(await ask("/metrics"), /^404 /);
  abort.abort();
  await running;
  await assert.rejects(ask("/healthz"), "nobody listens any more");
});
