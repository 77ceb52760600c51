import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { createVirtualClock, type Transport } from "@pintle/machinery";
import { createMetrics } from "./create-metrics.ts";
import { countRequests } from "./rest-client-metrics.ts";

function connect(...codes: readonly (number | Error)[]) {
  const script = [...codes];
  const transport: Transport = {
    request: async () => {
      const code = script.shift() ?? 200;
      if (code instanceof Error) throw code;
      const headers = { "content-type": "application/json", ...(code === 429 && { "retry-after": "1" }) };
      return { status: code, headers, body: (async function* () {})() };
    },
  };
  const clock = createVirtualClock();
  const metrics = createMetrics();
  const client = createClient({ transport }, { clock });
  const shown = () =>
    metrics
      .write()
      .split("\n")
      .filter((line) => line.startsWith("rest_client"));
  return { clock, metrics, client, shown };
}

test("each try is counted by what it was answered with, also those of views", async () => {
  const { clock, metrics, client, shown } = connect(429, 200, 404, new Error("read ECONNRESET"));
  using _counting = countRequests(metrics, client);
  const asking = client.raw({ method: "GET", path: "/a" });
  await clock.settle();
  await asking;
  await assert.rejects(client.intercept({}).raw({ method: "PUT", path: "/a", body: {} }));
  await assert.rejects(client.raw({ method: "POST", path: "/a", body: {} }));
  assert.deepEqual(shown(), [
    'rest_client_requests_total{code="200",host="",method="GET"} 1',
    'rest_client_requests_total{code="404",host="",method="PUT"} 1',
    'rest_client_requests_total{code="429",host="",method="GET"} 1',
    'rest_client_requests_total{code="<error>",host="",method="POST"} 1',
  ]);
});

test("nothing is counted after the end, and who counts badly does not disturb the request", async () => {
  const { metrics, client, shown } = connect();
  const counting = countRequests(metrics, client);
  client.onTry(() => {
    throw new Error("cannot count");
  });
  await client.raw({ method: "GET", path: "/a" });
  counting[Symbol.dispose]();
  await client.raw({ method: "GET", path: "/a" });
  assert.deepEqual(shown(), ['rest_client_requests_total{code="200",host="",method="GET"} 1']);
});
