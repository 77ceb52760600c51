/**
 * One path of admission: an AdmissionReview comes in, and one with the same uid goes out, whatever happens between.
 *
 * Several handlers on one path see each other's changes; the first who says no is the last who is asked. What breaks, or takes too long,
 * is a no: nothing passes because nobody could look at it.
 */
import { Buffer } from "node:buffer";
import {
  ApiError,
  createFailureStatus,
  createJsonPatch,
  formatGroupVersionKind,
  type JsonPatchOperation,
  type Status,
  writeJson,
} from "@pintle/machinery";
import type { HttpAnswer } from "../../http/http-message.ts";
import { jsonHeaders } from "../read-review.ts";
import { TimeLimitError, type WebhookCall, type WebhookEndpoint } from "../webhook.ts";
import { type AdmissionRequest, readAdmissionRequest } from "./admission-request.ts";
import { Verdict } from "./verdict.ts";

export type AdmissionHandler = (request: AdmissionRequest, verdict: Verdict, call: WebhookCall) => Promise<void> | void;

/** Two objects of the largest size that the API server takes, and what is around them. */
const maxBodyBytes = 7 * 1024 * 1024;

export class AdmissionEndpoint implements WebhookEndpoint {
  readonly path: string;
  readonly maxBodyBytes = maxBodyBytes;
  readonly panics = "admission";
  readonly #handlers: readonly AdmissionHandler[];

  constructor(path: string, handlers: readonly AdmissionHandler[]) {
    this.path = path;
    this.#handlers = handlers;
  }

  join(other: WebhookEndpoint): AdmissionEndpoint | undefined {
    if (!(other instanceof AdmissionEndpoint)) return undefined;
    return new AdmissionEndpoint(this.path, [...this.#handlers, ...other.#handlers]);
  }

  answer(body: Uint8Array, call: WebhookCall): Promise<HttpAnswer> | HttpAnswer {
    const request = readAdmissionRequest(body);
    const verdict = new Verdict(request);
    try {
      const asking = this.#ask(request, verdict, call);
      // Those who have nothing to wait for are not made to wait.
      if (asking === undefined) return succeed(request, verdict);
      const answering = call.inTime(asking).then(() => succeed(request, verdict));
      return answering.catch((error) => fail(error, request, verdict, call));
    } catch (error) {
      return fail(error, request, verdict, call);
    }
  }

  #ask(request: AdmissionRequest, verdict: Verdict, call: WebhookCall, from = 0): Promise<void> | undefined {
    for (let index = from; index < this.#handlers.length; index += 1) {
      const going = this.#handlers[index]?.(request, verdict, call);
      if (going instanceof Promise) {
        return going.then(() => (verdict.isDenied ? undefined : this.#ask(request, verdict, call, index + 1)));
      }
      if (verdict.isDenied) break;
    }
    return undefined;
  }
}

/** Empty where nothing has changed. Unknown fields stay as they are, because it is the request itself that is compared with. */
function patchOf({ object }: AdmissionRequest, { draft, isDenied }: Verdict): string {
  if (isDenied || draft === undefined || object === undefined) return "";
  const patch: readonly JsonPatchOperation[] = createJsonPatch(object, draft);
  return patch.length === 0 ? "" : Buffer.from(writeJson(patch)).toString("base64");
}

function succeed(request: AdmissionRequest, verdict: Verdict): HttpAnswer {
  return respond(request, verdict, patchOf(request, verdict));
}

function fail(error: unknown, request: AdmissionRequest, verdict: Verdict, call: WebhookCall): HttpAnswer {
  verdict.refuse(statusOf(error, request, call));
  return respond(request, verdict, "");
}

const allowedStatus = { metadata: {}, code: 200 };
const allowedRest = `,"allowed":true,"status":${JSON.stringify(allowedStatus)}}}`;

/** All of it is text and flags, so that nothing can be lost in JSON. */
function respond({ uid, apiVersion }: AdmissionRequest, verdict: Verdict, patch: string): HttpAnswer {
  const { status, warnings, auditAnnotations } = verdict;
  if (status === undefined && warnings === undefined && auditAnnotations === undefined && patch === "") {
    return { status: 200, headers: jsonHeaders, body: allowance(apiVersion, uid) };
  }
  const response = {
    uid,
    allowed: status === undefined,
    status: status ?? allowedStatus,
    warnings,
    auditAnnotations,
    ...(patch !== "" && { patchType: "JSONPatch", patch }),
  };
  const body = JSON.stringify({ kind: "AdmissionReview", apiVersion, response });
  return { status: 200, headers: jsonHeaders, body };
}

/** A plain yes, which most answers are, in the bytes that the long way would write. The version is one of those that are known. */
function allowance(apiVersion: string, uid: string): string {
  return `{"kind":"AdmissionReview","apiVersion":"${apiVersion}","response":{"uid":${JSON.stringify(uid)}${allowedRest}`;
}

/** What was thrown on purpose is an `ApiError`, and is the answer. Whatever else it was may tell what users should not read. */
function statusOf(error: unknown, request: AdmissionRequest, call: WebhookCall): Status {
  const answer = ApiError.find(error);
  if (answer) return answer.status;
  const { uid, kind, namespace, name, operation, user } = request;
  if (error instanceof TimeLimitError) {
    call.logger.warn("a webhook took too long", { requestID: uid, operation, namespace, name });
    return createFailureStatus("Timeout", error.message);
  }
  const what = { kind: formatGroupVersionKind(kind), operation, namespace, name, user: user.username };
  call.panicked(error, { requestID: uid, ...what });
  return createFailureStatus("InternalError", `the webhook failed; its log says why under requestID ${uid}`);
}
