/** Converts objects between versions by asking the webhook that their definition names. Nobody else knows how. */
import { type Clock, type JsonObject, type Random, readJson } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";
import { unexpected } from "../../registry/resource-version.ts";
import type { ConvertObjects } from "../../registry/served-resource.ts";
import { postReview } from "../../webhooks/post-review.ts";
import type { ConnectWebhook, WebhookConnection } from "../../webhooks/webhook-connection.ts";
import type { DefinitionConversion } from "../definition.ts";
import { checkConverted } from "./check-converted.ts";
import { createConversionReview, readConversionReview } from "./conversion-review.ts";

export interface WebhookConverterOptions {
  readonly conversion: DefinitionConversion;
  readonly connect: ConnectWebhook;
  readonly clock: Clock;
  readonly random: Random;
}

const timeoutMs = 30_000;
/** A batch of objects as large as objects can be is larger; nobody has so many of them. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** So many objects are converted by one request. */
const batchSize = 100;

export function createWebhookConverter({
  conversion,
  connect,
  clock,
  random,
}: WebhookConverterOptions): ConvertObjects {
  const { clientConfig = {}, conversionReviewVersions } = conversion.webhook ?? {};
  let connection: WebhookConnection | undefined;

  async function convertBatch(objects: readonly JsonObject[], apiVersion: string): Promise<readonly JsonObject[]> {
    const review = createConversionReview(conversionReviewVersions ?? [], random.uuid(), apiVersion, objects);
    const known = connection ?? connect(clientConfig);
    connection = known;
    const converted = await failing("failed: ", async () => {
      const bytes = await postReview({ connection: known, body: review.body, clock, timeoutMs, maxAnswerBytes });
      return readConversionReview(review, readJson(bytes).value);
    });
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
