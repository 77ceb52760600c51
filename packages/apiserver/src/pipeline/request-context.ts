/** What the filters have found out about a request on its way. Each filter owns the field that it sets; handlers only read. */
import type { Clock, Logger, Random } from "@pintle/machinery";
import type { AuditTrail } from "../audit/audit-trail.ts";
import { anonymous } from "./authenticator.ts";
import { readRequestInfo } from "./read-request-info.ts";
import type { RequestInfo } from "./request-info.ts";
import type { ServerRequest } from "./server-request.ts";

export interface RequestContext {
  readonly auditId: string;
  readonly receivedMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Set by the filter that reads the path, and so there for all filters behind it. */
  info: RequestInfo;
  /** Set by authentication, changed by impersonation. */
  user: UserInfo;
  /** Aborted when the client is gone or the deadline has passed. */
  signal: AbortSignal;
  /** By the monotonic clock; absent where the request may last. */
  deadlineMs?: number;
  /** Texts for `Warning` headers, in order; the filter for warnings writes them out. */
  readonly warnings: string[];
  /** What audit shall know beyond the request, by key. */
  readonly auditAnnotations: Map<string, string>;
  /** Set by audit where the policy asks for this request: what handlers tell about what was sent. */
  audit?: AuditTrail;
}

export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a server gives to every request. */
export interface ServerSeams {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const nothing: RequestInfo = readRequestInfo("GET", "/", new URLSearchParams());

/** A context that nobody has worked on yet. An id that the client sends is kept, if it is one that can be sent back. */
export function createRequestContext({ clock, random, logger }: ServerSeams, request: ServerRequest): RequestContext {
  const sent = request.headers["audit-id"];
  return {
    auditId: sent !== undefined && /^[\x21-\x7e]{1,64}$/.test(sent) ? sent : random.uuid(),
    receivedMs: clock.now(),
    clock,
    random,
    logger,
    info: nothing,
    user: anonymous,
    signal: request.signal,
    warnings: [],
    auditAnnotations: new Map(),
  };
}
