/**
 * All that a request goes through before its handler, in order, the outermost first. It is Kubernetes' order, and it matters:
 * nobody is authorized before it is known who they are, and nothing is audited as somebody who only claims to be.
 */
import type { Authenticator } from "./authenticator.ts";
import type { Authorizer } from "./authorizer.ts";
import { allowOrigins, type CorsOptions } from "./filters/allow-origins.ts";
import { type AuditOptions, audit, auditRefusal } from "./filters/audit.ts";
import { authenticate } from "./filters/authenticate.ts";
import { authorize } from "./filters/authorize.ts";
import { compressAnswer } from "./filters/compress-answer.ts";
import { describeAnswer } from "./filters/describe-answer.ts";
import { impersonate } from "./filters/impersonate.ts";
import { type InFlightLimits, limitInFlight } from "./filters/limit-in-flight.ts";
import { limitMemory } from "./filters/limit-memory.ts";
import { limitTime } from "./filters/limit-time.ts";
import { readInfo } from "./filters/read-info.ts";
import { recover } from "./filters/recover.ts";
import { writeWarnings } from "./filters/write-warnings.ts";
import type { MemoryGuard } from "./memory/memory-guard.ts";
import type { Filter, Handler } from "./server-request.ts";

export interface FilterOptions {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Whether requests without a credential are let through as nobody: they are. */
  readonly allowsAnonymous?: boolean;
  /** What is written down about requests; nothing unless said. */
  readonly audit?: AuditOptions;
  readonly cors?: CorsOptions;
  readonly inFlight?: InFlightLimits;
  /** Who knows whether there is memory left; without one, requests are taken while there is any. */
  readonly memoryGuard?: MemoryGuard | undefined;
  /** The longest that an ordinary request may take: a minute. */
  readonly requestTimeoutMs?: number;
}

export function chainFilters(options: FilterOptions, handler: Handler): Handler {
  const { authenticator, authorizer, allowsAnonymous = true, cors, requestTimeoutMs = 60_000 } = options;
  const onRefused = options.audit && auditRefusal(options.audit);
  const filters: readonly (Filter | undefined)[] = [
    describeAnswer,
    compressAnswer,
    recover,
    readInfo,
    cors && allowOrigins(cors),
    limitTime(requestTimeoutMs, onRefused),
    writeWarnings,
    // Failures behind this point have warnings too.
    recover,
    authenticate({ authenticator, allowsAnonymous, ...(onRefused && { onRefused }) }),
    options.audit && audit(options.audit),
    impersonate(authorizer),
    limitInFlight(options.inFlight),
    options.memoryGuard && limitMemory(options.memoryGuard),
    authorize(authorizer),
  ];
  return filters.reduceRight<Handler>((next, filter) => (filter ? filter(next) : next), handler);
}
