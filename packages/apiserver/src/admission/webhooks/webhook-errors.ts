/** How a webhook keeps a request from going on: it says no, or it cannot be asked, which its failure policy may forgive. */
import { ApiError, type JsonObject, quoteGo, type Status } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";

/** The webhook was not asked, or its answer is none. */
export class WebhookCallError extends Error {
  override readonly name = "WebhookCallError";

  constructor(webhook: string, why: string) {
    super(`failed calling webhook ${quoteGo(webhook)}: ${why}`);
  }

  toApiError(): ApiError {
    return ApiError.internalError(this.message);
  }
}

/** What the webhook said, with its name before it. A code below 400 would not be a refusal, and becomes 400. */
export function denialOf(webhook: string, result: JsonObject = {}): ApiError {
  const denied = `admission webhook ${quoteGo(webhook)} denied the request`;
  const why = textOf(result, "message") || textOf(result, "reason");
  const code = Math.max(typeof result.code === "number" ? result.code : 0, 400);
  const status = textOf(result, "status");
  const { reason, details } = result;
  return ApiError.fromStatus({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: status === "" || status === "Success" ? "Failure" : status,
    message: why === "" ? `${denied} without explanation` : `${denied}: ${why}`,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
    code,
  } as Status);
}

export function dryRunUnsupported(webhook: string): ApiError {
  return ApiError.badRequest(`admission webhook ${quoteGo(webhook)} does not support dry run`);
}
