import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, createVirtualClock, type Logger } from "@pintle/machinery";
import { readRequestInfo } from "../pipeline/read-request-info.ts";
import { createRequestContext } from "../pipeline/request-context.ts";
import type { ServerRequest } from "../pipeline/server-request.ts";
import { handleHealth } from "./handle-health.ts";
import type { HealthCheck } from "./health-check.ts";

const lines: string[] = [];
const logger: Logger = {
  debug() {},
  info() {},
  warn: (message) => void lines.push(message),
  error() {},
  with: () => logger,
};

async function ask(checks: readonly HealthCheck[], target: string): Promise<[number, string]> {
  const { pathname: path, searchParams: query } = new URL(target, "http://server");
  const request: ServerRequest = {
    method: "GET",
    path,
    query,
    headers: {},
    body: (async function* () {})(),
    signal: new AbortController().signal,
    peer: {},
  };
  const seams = { clock: createVirtualClock(), random: createSeededRandom(1), logger };
  const context = createRequestContext(seams, request);
  context.info = readRequestInfo("GET", path, query);
  const { status, body } = await handleHealth(checks)(request, context);
  return [status, Buffer.from(body as Uint8Array).toString()];
}

const well: HealthCheck = { name: "ping", probes: ["livez", "readyz"], check: async () => undefined };
const ill: HealthCheck = {
  name: "storage",
  probes: ["readyz"],
  check: () => Promise.reject(new Error("disk 7 is on fire")),
};

test("A server is well when all that is asked for is", async () => {
  assert.deepEqual(await ask([well, ill], "/livez"), [200, "ok"]);
  assert.deepEqual(await ask([well, ill], "/readyz?exclude=storage"), [200, "ok"]);
});

test("What is wrong is named to anybody, and why is told to the log alone", async () => {
  const text = "[+]ping ok\n[-]storage failed: reason withheld\nreadyz check failed\n";
  assert.deepEqual(await ask([well, ill], "/readyz"), [500, text]);
  assert.deepEqual(await ask([well, ill], "/healthz/storage"), [
    500,
    "internal server error: storage failed: reason withheld\n",
  ]);
  assert.ok(lines.includes("health check failed"));
});

test("A check that there is not, or not in this probe, is no page", async () => {
  for (const path of ["/livez/storage", "/readyz/nothing", "/readyz/ping/x"]) {
    assert.equal((await ask([well, ill], path))[0], 404, path);
  }
});
