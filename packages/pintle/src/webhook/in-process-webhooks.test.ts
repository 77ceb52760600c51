import assert from "node:assert/strict";
import { test } from "node:test";
import type { Transport } from "@pintle/machinery";
import { createInProcessWebhooks } from "./in-process-webhooks.ts";

async function* nothing() {}

const serving = (status: number): Transport => ({ request: async () => ({ status, headers: {}, body: nothing() }) });
const question = { method: "POST", path: "/convert" };

test("only webhooks of the process are reached within it", () => {
  const webhooks = createInProcessWebhooks();
  assert.equal(webhooks.connect({ url: "https://example.com/convert" }), undefined);
  assert.equal(webhooks.connect({ url: "https://in-process.invalid.example.com/convert" }), undefined);
  assert.equal(webhooks.connect({}), undefined);
  assert.equal(webhooks.connect({ url: `${webhooks.origin}/convert` })?.url, `${webhooks.origin}/convert`);
});

test("a connection that was made before somebody answers leads to whoever answers then", async () => {
  const webhooks = createInProcessWebhooks();
  const { transport } = webhooks.connect({ url: `${webhooks.origin}/convert` }) ?? assert.fail();
  await assert.rejects(transport.request(question), {
    message: "dial in-process.invalid: connect: connection refused",
  });
  const first = webhooks.serve(serving(201));
  assert.equal((await transport.request(question)).status, 201);
  assert.throws(() => webhooks.serve(serving(202)), { code: "PINTLE_WEBHOOKS_SERVED" });
  first[Symbol.dispose]();
  const second = webhooks.serve(serving(202));
  first[Symbol.dispose]();
  assert.equal((await transport.request(question)).status, 202, "and who has ended before does not end it");
  second[Symbol.dispose]();
  await assert.rejects(transport.request(question), /connection refused/);
});
