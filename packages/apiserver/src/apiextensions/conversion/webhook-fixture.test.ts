/** A conversion webhook in the same process, for tests: it answers what the test says, and remembers what it was asked. */
import { Buffer } from "node:buffer";
import type { ConnectWebhook } from "../../webhooks/webhook-connection.ts";
import type { Json } from "../definitions-fixture.test.ts";

export const webhookConversion = {
  strategy: "Webhook",
  webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://webhook.example.com/convert" } },
};

/** What v1 calls `spec.x`, v2 calls `spec.y`. */
export function swapXAndY(review: Json): Json {
  const { uid, objects, desiredAPIVersion: apiVersion } = review.request;
  const convertedObjects = objects.map((object: Json) => {
    const { x, y, ...rest } = object.spec ?? {};
    const spec = apiVersion.endsWith("/v2") ? { ...rest, y: y ?? x } : { ...rest, x: x ?? y };
    return { ...object, apiVersion, ...(object.spec && { spec }) };
  });
  const { apiVersion: version, kind } = review;
  return { apiVersion: version, kind, response: { uid, result: { status: "Success" }, convertedObjects } };
}

export class WebhookFixture {
  readonly reviews: Json[] = [];
  answer: (review: Json) => Json | Promise<Json> = swapXAndY;
  status = 200;

  readonly connect: ConnectWebhook = ({ url = "" }) => ({
    url,
    transport: {
      request: async ({ body }) => {
        const review = JSON.parse(Buffer.from(body as Uint8Array).toString());
        this.reviews.push(review);
        const answer = await this.answer(review);
        const text = typeof answer === "string" ? answer : JSON.stringify(answer);
        const bytes = async function* bytes(): AsyncGenerator<Uint8Array> {
          yield Buffer.from(text);
        };
        return { status: this.status, headers: {}, body: bytes() };
      },
    },
  });
}
