/** What the real kube-apiserver answers to writes and deletions, laid over a cache whose watch is held back. */
import { test } from "node:test";
import { createClient, createHttpTransport } from "@pintle/client";
import { createProcessClock } from "@pintle/machinery";
import { createInformers } from "@pintle/runtime";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { LaggingWatch } from "./lagging-watch.ts";
import { OwnWrites } from "./own-writes.ts";

test("after each sort of write the cache shows what the real server says, though the watch has brought nothing", {
  skip: missing("real"),
  timeout: 300_000,
}, async () => {
  await using plane = await startRealControlPlane();
  const config = {
    server: plane.url,
    namespace: "default",
    trust: { read: async () => plane.ca },
    credentials: { get: async () => ({ authorization: `Bearer ${plane.tokens.admin}` }), refuse: () => {} },
  };
  const wire = createHttpTransport(config, { clock: createProcessClock() });
  await using _wire = { [Symbol.asyncDispose]: () => wire.close() };
  const lag = new LaggingWatch();
  const client = createClient({
    transport: { request: (request) => lag.fault(request, (other = request) => wire.request(other)) },
  });
  const informers = createInformers(client);
  const writes = new OwnWrites(client.intercept({ afterWrite: informers.wrote }), informers);
  await using _running = informers.start();
  await informers.synced();
  lag.hold();
  await writes.make();
  lag.release();
});
