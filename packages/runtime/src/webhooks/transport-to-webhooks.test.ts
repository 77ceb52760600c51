import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createVirtualClock, type Logger, type TransportRequest } from "@pintle/machinery";
import { admissionWebhook } from "./admission/admission-webhook.ts";
import { conversionWebhook, spoke } from "./conversion/conversion-webhook.ts";
import { transportToWebhooks } from "./transport-to-webhooks.ts";
import type { Webhook } from "./webhook.ts";
import { Box, review } from "./webhook-fixture.test.ts";

const errors: string[] = [];
const logger: Logger = {
  ...{ debug() {}, info() {}, warn() {} },
  error: (message) => void errors.push(message),
  with: () => logger,
};

async function ask(webhooks: readonly Webhook[], request: Partial<TransportRequest> = {}) {
  using transport = transportToWebhooks(webhooks, { clock: createVirtualClock(), logger });
  const { status, headers, body } = await transport.request({
    ...{ method: "POST", path: "/validate-example-com-v1-box", query: [["timeout", "10s"]] },
    ...{ headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(review({ object: {} }))) },
    ...request,
  });
  let text = "";
  for await (const piece of body) text += Buffer.from(piece).toString();
  return { status, type: headers["content-type"], text };
}

const refusing = admissionWebhook(Box, { validate: (_box, { deny }) => deny("spec.image", "is missing") });

test("a review is answered by the webhook of its path, with several on one path asked together", async () => {
  const seen: string[] = [];
  const curious = admissionWebhook(Box, { validate: (_box, { name }) => void seen.push(name) });
  const { status, type, text } = await ask([curious, refusing]);
  assert.deepEqual([status, type, seen], [200, "application/json", ["a"]]);
  const { response } = JSON.parse(text);
  assert.deepEqual([response.uid, response.allowed, response.status.code], ["u-1", false, 422]);
});

test("a body that comes in pieces is put together", async () => {
  const whole = Buffer.from(JSON.stringify(review({ object: {} })));
  async function* pieces() {
    yield whole.subarray(0, 10);
    yield whole.subarray(10);
  }
  assert.equal((await ask([refusing], { body: pieces() })).status, 200);
});

test("objects are converted the same way", async () => {
  const boxes = conversionWebhook(Box, [
    spoke(Box, Object.assign(() => ({}), { ...Box, version: "v0" }) as never, {
      up: (old) => old as never,
      down: () => ({}) as never,
    }),
  ]);
  const request = { uid: "u-2", desiredAPIVersion: "example.com/v1", objects: [] };
  const body = Buffer.from(
    JSON.stringify({ kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request }),
  );
  const { text } = await ask([boxes], { path: "/convert", body });
  assert.deepEqual(JSON.parse(text).response, { uid: "u-2", convertedObjects: [], result: { status: "Success" } });
});

for (const [what, request, status] of [
  ["an unknown path", { path: "/elsewhere" }, 404],
  ["another method", { method: "GET" }, 405],
  ["something else than JSON", { headers: { "content-type": "text/plain" } }, 415],
  ["an empty body", { body: new Uint8Array() }, 400],
  ["no review", { body: Buffer.from("{}") }, 400],
  ["a body that is too large", { body: Buffer.alloc(8 * 1024 * 1024) }, 413],
] as const) {
  test(`${what} is answered as the server would, with ${status}`, async () => {
    const answer = await ask([refusing], request);
    assert.deepEqual([answer.status, answer.type], [status, "text/plain; charset=utf-8"]);
  });
}

test("an endpoint that breaks is 500, and what broke is for the log alone", async () => {
  const broken: Webhook = {
    endpoints: [
      {
        ...{ path: "/broken", maxBodyBytes: 1_000, panics: "admission" },
        answer: () => assert.fail("with a secret"),
      },
    ],
  };
  errors.length = 0;
  const { status, text } = await ask([broken], { path: "/broken", body: Buffer.from("{}") });
  assert.deepEqual([status, text, errors], [500, "internal error\n", ["a webhook failed"]]);
});

test("a question that nobody waits for is not answered", async () => {
  const gone = new Error("gone");
  await assert.rejects(ask([refusing], { signal: AbortSignal.abort(gone) }), gone);
});
