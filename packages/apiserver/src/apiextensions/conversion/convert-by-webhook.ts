/** Converts objects between versions by asking the webhook that their definition names. Nobody else knows how. */
import { Buffer } from "node:buffer";
import { type JsonObject, type JsonValue, type Random, readJson, type Transport, writeJson } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";
import { unexpected } from "../../registry/resource-version.ts";
import type { ConvertObjects } from "../../registry/served-resource.ts";
import type { DefinitionConversion, DefinitionWebhook } from "../definition.ts";
import { checkConverted } from "./check-converted.ts";
import { createConversionReview, readConversionReview } from "./conversion-review.ts";
import { describeHttpFailure } from "./http-failure.ts";

/** A way to a webhook. Failures of its transport are told as they are, so they should be in the words of Go's client. */
export interface WebhookConnection {
  readonly transport: Transport;
  /** As messages show it: `https://host/path`. */
  readonly url: string;
}

export type ConnectWebhook = (webhook: DefinitionWebhook) => WebhookConnection;

export interface WebhookConverterOptions {
  readonly conversion: DefinitionConversion;
  readonly connect: ConnectWebhook;
  readonly random: Random;
}

const timeout = "30s";
/** So many objects are converted by one request. */
const batchSize = 100;

export function createWebhookConverter({ conversion, connect, random }: WebhookConverterOptions): ConvertObjects {
  const { clientConfig = {}, conversionReviewVersions } = conversion.webhook ?? {};
  let connection: WebhookConnection | undefined;

  async function convertBatch(objects: readonly JsonObject[], apiVersion: string): Promise<readonly JsonObject[]> {
    const review = createConversionReview(conversionReviewVersions ?? [], random.uuid(), apiVersion, objects);
    connection ??= connect(clientConfig);
    const converted = await failing("failed: ", async () =>
      readConversionReview(review, await post(connection as WebhookConnection, review.body)),
    );
    if (converted.length !== objects.length) {
      throw new Error(`returned ${converted.length} objects, expected ${objects.length}`);
    }
    return objects.map((object, index) => checkConverted(object, converted[index] ?? null, apiVersion, index));
  }

  return async (objects, apiVersion) => {
    const done: JsonObject[] = [];
    for (let start = 0; start < objects.length; start += batchSize) {
      const batch = objects.slice(start, start + batchSize);
      const others = batch.filter((object) => textOf(object, "apiVersion") !== apiVersion);
      const converted = others.length === 0 ? [] : await explained(others[0], () => convertBatch(others, apiVersion));
      const byOriginal = new Map(others.map((object, index) => [object, converted[index]]));
      done.push(...batch.map((object) => byOriginal.get(object) ?? object));
    }
    return done;
  };
}

async function post({ transport, url }: WebhookConnection, body: JsonObject): Promise<JsonValue> {
  const { pathname } = new URL(url);
  const response = await transport
    .request({
      method: "POST",
      path: pathname,
      query: [["timeout", timeout]],
      headers: { "content-type": "application/json", accept: "application/json, */*" },
      body: Buffer.from(writeJson(body)),
    })
    .catch((error: unknown) => {
      throw new Error(`Post "${url}?timeout=${timeout}": ${error instanceof Error ? error.message : String(error)}`);
    });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (response.status >= 400) throw new Error(describeHttpFailure(response.status, bytes.toString("utf8")));
  return readJson(bytes).value;
}

async function failing<Result>(prefix: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new Error(prefix + (error instanceof Error ? error.message : String(error)));
  }
}

/** Every failure names the kind that could not be converted. It is no error of the API's own, and has no reason. */
async function explained<Result>(object: JsonObject | undefined, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { apiVersion, kind } = object ?? {};
    const why = error instanceof Error ? error.message : String(error);
    throw unexpected(`conversion webhook for ${apiVersion}, Kind=${kind} ${why}`);
  }
}
