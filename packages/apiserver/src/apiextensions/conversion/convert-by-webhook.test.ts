import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import type { Json } from "../definitions-fixture.test.ts";
import { createWebhookConverter } from "./convert-by-webhook.ts";
import { swapXAndY, WebhookFixture, webhookConversion } from "./webhook-fixture.test.ts";

const inV1 = (name: string, x = 1): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name, uid: `uid-${name}`, labels: { old: "yes" } },
  spec: { x },
});
const inV2 = (name: string): JsonObject => ({ ...inV1(name), apiVersion: "example.com/v2", spec: { y: 1 } });

function converter(webhook: WebhookFixture) {
  return createWebhookConverter({
    conversion: webhookConversion,
    connect: webhook.connect,
    clock: createVirtualClock(),
    random: createSeededRandom(1),
  });
}

test("only what is in another version is sent, and all comes back in its order", async () => {
  const webhook = new WebhookFixture();
  const convert = converter(webhook);
  const objects = await convert([inV2("a"), inV1("b"), inV2("c")], "example.com/v2");
  assert.deepEqual(objects, [inV2("a"), inV2("b"), inV2("c")]);
  assert.deepEqual(webhook.reviews[0].request.objects, [inV1("b")]);
  await convert([inV2("a")], "example.com/v2");
  assert.equal(webhook.reviews.length, 1, "nothing to convert is nothing to ask");
});

test("many objects are converted a hundred at a time", async () => {
  const webhook = new WebhookFixture();
  const many = Array.from({ length: 250 }, (_, index) => inV1(`w${index}`, index));
  const converted = await converter(webhook)(many, "example.com/v2");
  assert.deepEqual(
    webhook.reviews.map(({ request }) => request.objects.length),
    [100, 100, 50],
  );
  assert.deepEqual(converted[249]?.spec, { y: 249 });
});

test("labels and annotations are the webhook's to change, the rest of the metadata is not", async () => {
  const webhook = new WebhookFixture();
  webhook.answer = (review) => {
    const answer = swapXAndY(review);
    const [object] = answer.response.convertedObjects;
    object.metadata = { ...object.metadata, labels: { fresh: "yes" }, annotations: { a: "b" }, finalizers: ["x/y"] };
    return answer;
  };
  const [object] = await converter(webhook)([inV1("a")], "example.com/v2");
  assert.deepEqual(object?.metadata, {
    name: "a",
    uid: "uid-a",
    labels: { fresh: "yes" },
    annotations: { a: "b" },
  });
});

test("an answer that is none is told with its reason", async () => {
  const respond = (change: (answer: Json) => void) => (review: Json) => {
    const answer = swapXAndY(review);
    change(answer);
    return answer;
  };
  const cases: [(review: Json) => Json, RegExp][] = [
    [respond((answer) => delete answer.response), /failed: no response provided$/],
    [respond(({ response }) => (response.uid = "other")), /failed: expected response\.uid="[^"]+", got "other"$/],
    [respond(({ response }) => (response.result = { status: "Failure", message: "not today" })), /failed: not today$/],
    [respond(({ response }) => (response.convertedObjects = [])), /returned 0 objects, expected 1$/],
    [respond(({ response }) => (response.convertedObjects = null)), /returned 0 objects, expected 1$/],
    [
      respond(({ response }) => (response.convertedObjects = [7])),
      /returned invalid object at index 0: invalid groupV/,
    ],
    [
      respond(({ response }) => (response.convertedObjects[0].metadata.name = "b")),
      /returned invalid object: must have the same name: a != b$/,
    ],
    [
      respond(({ response }) => (response.convertedObjects[0].metadata.labels = { a: 1.5 })),
      /returned invalid metadata: metadata\.labels\[a\] must be a string, but is float64 in converted object$/,
    ],
    [() => "no JSON", /failed: /],
    [() => ({}), /got \/, Kind=$/],
  ];
  for (const [answer, message] of cases) {
    const webhook = new WebhookFixture();
    webhook.answer = answer;
    const converting = converter(webhook)([inV1("a")], "example.com/v2");
    await assert.rejects(converting, (error: Error) => {
      assert.match(error.message, /^conversion webhook for example\.com\/v1, Kind=Widget /);
      assert.match(error.message, message);
      return true;
    });
  }
});

test("an HTTP failure of the webhook is told as a client of the API understands it", async () => {
  for (const [status, message] of [
    [500, /failed: an error on the server \("boom"\) has prevented the request from succeeding$/],
    [404, /failed: the server could not find the requested resource$/],
    [418, /failed: the server responded with the status code 418 but did not return more information$/],
  ] as const) {
    const webhook = new WebhookFixture();
    webhook.answer = () => "boom";
    webhook.status = status;
    await assert.rejects(converter(webhook)([inV1("a")], "example.com/v2"), message);
  }
});
