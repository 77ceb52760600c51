import assert from "node:assert/strict";
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import { test } from "node:test";
import { createJsonLogger, createProcessClock } from "@pintle/machinery";
import { HttpError } from "../http/http-message.ts";
import { Gate } from "../manager/fence.ts";
import { createMetrics } from "./create-metrics.ts";
import { createMetricsServer, type MetricsServerOptions } from "./metrics-server.ts";

const clock = createProcessClock();
const logger = createJsonLogger({ write: () => {}, clock });

async function start(options: Partial<MetricsServerOptions> = {}) {
  const metrics = createMetrics();
  metrics.counter({ name: "things_total", help: "Things." }).with({}).add(3);
  const server = createMetricsServer({ metrics, bindAddress: "127.0.0.1:0", clock, logger, ...options });
  const running = await server.start({ signal: new AbortController().signal, fence: new Gate() });
  const stop = () => running.stop({ signal: AbortSignal.abort() });
  return { server, address: server.address ?? "", stop, [Symbol.asyncDispose]: stop };
}

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

function read(url: string): Promise<Answer> {
  const get = url.startsWith("https") ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, rejectUnauthorized: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          type: response.headers["content-type"],
          body: Buffer.concat(pieces).toString(),
        }),
      );
    }).on("error", reject);
  });
}

test("metrics are served as Prometheus asks for them", async () => {
  await using running = await start();
  assert.equal(running.server.group, "servers");
  assert.deepEqual(await read(`http://${running.address}/metrics`), {
    status: 200,
    type: "text/plain; version=0.0.4; charset=utf-8",
    body: "# HELP things_total Things.\n# TYPE things_total counter\nthings_total 3\n",
  });
  assert.equal((await read(`http://${running.address}/`)).status, 404);
});

test("with TLS and no certificate it shows one of its own", async () => {
  await using running = await start({ certificate: "self-signed" });
  const { status, body } = await read(`https://${running.address}/metrics`);
  assert.equal(status, 200);
  assert.match(body, /things_total 3/);
});

test("a filter stands before everything, and other handlers beside the metrics", async () => {
  const seen: string[] = [];
  await using running = await start({
    handlers: { "/debug": () => ({ status: 200, body: "debug" }) },
    filter: (handle) => (request) => {
      seen.push(request.path);
      if (request.path === "/metrics") throw new HttpError(401, "Unauthorized");
      return handle(request);
    },
  });
  assert.equal((await read(`http://${running.address}/metrics`)).status, 401);
  assert.equal((await read(`http://${running.address}/debug`)).body, "debug");
  assert.deepEqual(seen, ["/metrics", "/debug"]);
});

test("the address 0 serves nothing", async () => {
  const running = await start({ bindAddress: "0" });
  assert.equal(running.server.address, undefined);
  await running.stop();
});

test("an address that is none, and a path that is taken, are refused before anything starts", () => {
  const options = { metrics: createMetrics(), clock, logger };
  assert.throws(() => createMetricsServer({ ...options, bindAddress: "8080" }), {
    code: "PINTLE_BIND_ADDRESS_INVALID",
  });
  const handlers = { "/metrics": () => ({ status: 200 }) };
  assert.throws(() => createMetricsServer({ ...options, handlers }), { code: "PINTLE_PATH_TAKEN" });
});

test("a server that is stopped lets go of its port", async () => {
  const first = await start();
  const { address } = first;
  await first.stop();
  assert.equal(first.server.address, undefined);
  await assert.rejects(read(`http://${address}/metrics`), { code: "ECONNREFUSED" });
  await using second = await start({ bindAddress: address });
  assert.equal((await read(`http://${second.address}/metrics`)).status, 200);
  await assert.rejects(start({ bindAddress: address }), { code: "PINTLE_ADDRESS_UNAVAILABLE" });
});
