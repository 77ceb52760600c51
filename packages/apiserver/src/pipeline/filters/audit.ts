/** Tells an auditor of every request and how it ended. There is none unless one was configured. */
import { statusOfFailure } from "../failure-response.ts";
import type { RequestContext, UserInfo } from "../request-context.ts";
import type { RequestInfo } from "../request-info.ts";
import type { Filter } from "../server-request.ts";

export interface AuditEvent {
  readonly stage: "RequestReceived" | "ResponseComplete";
  readonly auditId: string;
  readonly receivedMs: number;
  readonly user: UserInfo;
  /** Set where somebody acts in the name of `user`. */
  readonly actor?: UserInfo;
  readonly request: RequestInfo;
  /** The HTTP status of the answer, at its end. */
  readonly code?: number;
  readonly annotations: Readonly<Record<string, string>>;
}

export type Auditor = (event: AuditEvent) => void;

export function audit(auditor: Auditor): Filter {
  return (next) => async (request, context) => {
    const actor = context.user;
    auditor(eventOf(context, "RequestReceived", actor));
    try {
      const response = await next(request, context);
      auditor(eventOf(context, "ResponseComplete", actor, response.status));
      return response;
    } catch (error) {
      auditor(eventOf(context, "ResponseComplete", actor, statusOfFailure(error).code ?? 500));
      throw error;
    }
  };
}

function eventOf(context: RequestContext, stage: AuditEvent["stage"], actor: UserInfo, code?: number): AuditEvent {
  return {
    stage,
    auditId: context.auditId,
    receivedMs: context.receivedMs,
    user: context.user,
    ...(context.user !== actor && { actor }),
    request: context.info,
    ...(code !== undefined && { code }),
    annotations: Object.fromEntries(context.auditAnnotations),
  };
}
