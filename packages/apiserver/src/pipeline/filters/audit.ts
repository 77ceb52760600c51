/** Writes down every request that the policy asks for, and how it ended. There is no policy unless one was configured. */
import { Buffer } from "node:buffer";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { looksLikeStatus, readAnsweredObject } from "../../audit/answered-object.ts";
import type { AuditSink, AuditStage } from "../../audit/audit-event.ts";
import { type AuditPolicy, decideAudit } from "../../audit/audit-policy.ts";
import { AuditTrail } from "../../audit/audit-trail.ts";
import { whenEnded } from "../../audit/when-ended.ts";
import { respondInternalError, statusOfFailure } from "../failure-response.ts";
import { isLongRunning } from "../long-running.ts";
import type { RequestContext, UserInfo } from "../request-context.ts";
import type { Filter, ServerRequest, ServerResponse } from "../server-request.ts";

export interface AuditOptions {
  readonly policy: AuditPolicy;
  readonly sink: AuditSink;
}

export function audit(options: AuditOptions): Filter {
  return (next) => async (request, context) => {
    const trail = beginTrail(options, request, context, context.user);
    if (trail === undefined) return next(request, context);
    context.audit = trail;
    try {
      trail.emit("RequestReceived");
    } catch (error) {
      context.logger.error("an audit event cannot be stored", { error, auditId: context.auditId });
      return respondInternalError(request, new Error("failed to store audit event"));
    }
    try {
      return observe(trail, await next(request, context), context);
    } catch (error) {
      endFailed(trail, error, context);
      throw error;
    }
  };
}

/** Tells of a request that did not come as far as `audit`: nobody could be believed, or it said nonsense about its time. */
export function auditRefusal(options: AuditOptions): RefusalObserver {
  return (request, context, error) => {
    const trail = beginTrail(options, request, context, undefined);
    trail?.noteAnswer(statusOfFailure(error).code ?? 500, statusObject(error));
    if (trail) emit(trail, "ResponseStarted", context);
  };
}

export type RefusalObserver = (request: ServerRequest, context: RequestContext, error: unknown) => void;

function beginTrail(
  { policy, sink }: AuditOptions,
  request: ServerRequest,
  context: RequestContext,
  user: UserInfo | undefined,
): AuditTrail | undefined {
  const decision = decideAudit(policy, user, context.info);
  return decision.level === "None" ? undefined : new AuditTrail({ decision, sink, request, context, user });
}

/** What was begun goes on although it cannot be written down: the client has its answer already. */
function emit(trail: AuditTrail, stage: AuditStage, { logger, auditId }: RequestContext): void {
  try {
    trail.emit(stage);
  } catch (error) {
    logger.error("an audit event cannot be stored", { error, auditId, stage });
  }
}

function observe(trail: AuditTrail, response: ServerResponse, context: RequestContext): ServerResponse {
  const { status, body } = response;
  const finish = (whole: WholeBody | undefined) => {
    trail.noteAnswer(status, whole && answeredObject(trail, response, whole));
    emit(trail, "ResponseComplete", context);
  };
  const isStream = body !== undefined && Symbol.asyncIterator in body;
  if (isLongRunning(context.info)) {
    trail.noteAnswer(status, isStream ? undefined : answeredObject(trail, response, body ?? []));
    emit(trail, "ResponseStarted", context);
    if (isStream) return { ...response, body: whenEnded(body, 0, finish) };
    emit(trail, "ResponseComplete", context);
    return response;
  }
  if (isStream) return { ...response, body: whenEnded(body, trail.tellsAnswer(false) ? maxToldBytes : 0, finish) };
  finish(body ?? []);
  return response;
}

/** A longer answer is told by its code alone. */
const maxToldBytes = 128 * 1024 * 1024;

type WholeBody = Uint8Array | readonly Uint8Array[];

/** Who accepts nothing of ours gets words that are written outside of everything, and so are not told. */
const notAcceptable = 406;

function answeredObject(
  trail: AuditTrail,
  { status, headers }: ServerResponse,
  body: WholeBody,
): JsonObject | undefined {
  const contentType = String(headers["content-type"] ?? "");
  const [start = new Uint8Array()] = body instanceof Uint8Array ? [body] : body;
  if (status === notAcceptable || start.length === 0) return undefined;
  if (!trail.tellsAnswer(looksLikeStatus(contentType, start))) return undefined;
  return readAnsweredObject(contentType, body instanceof Uint8Array ? body : Buffer.concat(body));
}

function endFailed(trail: AuditTrail, error: unknown, context: RequestContext): void {
  if (!ApiError.find(error) && !context.signal.aborted) {
    trail.notePanic(error);
    emit(trail, "Panic", context);
    return;
  }
  const { code = 500 } = statusOfFailure(error);
  trail.noteAnswer(code, code === notAcceptable ? undefined : statusObject(error));
  if (isLongRunning(context.info)) emit(trail, "ResponseStarted", context);
  emit(trail, "ResponseComplete", context);
}

function statusObject(error: unknown): JsonObject {
  return statusOfFailure(error) as unknown as JsonObject;
}
