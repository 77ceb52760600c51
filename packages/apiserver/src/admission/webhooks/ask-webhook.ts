/** Asks one webhook about one request, and hands on what it has to say besides: warnings, and annotations for audit. */

import { warnOnce } from "../../registry/warn-once.ts";
import { postReview } from "../../webhooks/post-review.ts";
import type { WebhookConnection } from "../../webhooks/webhook-connection.ts";
import type { AdmissionAttributes } from "../admission.ts";
import type { MatchedResource } from "../match/matcher.ts";
import type { ShownObjects } from "../match/versioned-objects.ts";
import {
  type AdmissionResponse,
  type AdmissionReview,
  createAdmissionReview,
  decodeReview,
  readResponse,
} from "./admission-review.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { annotate } from "./audit-annotations.ts";
import { denialOf, dryRunUnsupported, WebhookCallError } from "./webhook-errors.ts";

/** An answer holds a patch, which is hardly larger than the largest object. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** The answer of a webhook that allows. Throws an `ApiError` for one that does not, and a `WebhookCallError` where there is none. */
export async function askWebhook(
  webhook: AdmissionWebhook,
  attributes: AdmissionAttributes,
  matched: MatchedResource,
  shown: ShownObjects,
  isMutating: boolean,
): Promise<AdmissionResponse> {
  const { name } = webhook;
  const { context, isDryRun } = attributes;
  if (isDryRun && !webhook.isSafeOnDryRun) throw dryRunUnsupported(name);
  const review = createAdmissionReview(webhook.reviewVersions, attributes, matched, shown);
  if (!review) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new WebhookCallError(name, `could not create admission objects: ${why}`);
  }
  const answer = await failing(name, "failed to call webhook", () => call(webhook, attributes, review));
  const response = await failing(name, "received invalid webhook response", async () =>
    readResponse(review, answer, isMutating),
  );
  for (const [key, value] of Object.entries(response.auditAnnotations)) annotate(context, `${name}/${key}`, value);
  warnOnce(context.warnings, response.warnings);
  if (!response.isAllowed) throw denialOf(name, response.result);
  return response;
}

async function call(webhook: AdmissionWebhook, { context }: AdmissionAttributes, review: AdmissionReview) {
  const { clock, signal, deadlineMs = Number.POSITIVE_INFINITY } = context;
  const timeoutMs = Math.min(webhook.timeoutMs, deadlineMs - clock.monotonic());
  const connection = connectTo(webhook);
  const bytes = await postReview({ connection, body: review.body, clock, timeoutMs, maxAnswerBytes, signal });
  return decodeReview(review, bytes);
}

function connectTo(webhook: AdmissionWebhook): WebhookConnection {
  try {
    return webhook.connect();
  } catch (error) {
    throw new WebhookCallError(webhook.name, `could not get REST client: ${describe(error)}`);
  }
}

async function failing<Result>(webhook: string, what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof WebhookCallError ? error : new WebhookCallError(webhook, `${what}: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
