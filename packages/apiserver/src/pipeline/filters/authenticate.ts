/** Finds out who is asking. Credentials end here: no handler behind sees them. */
import { ApiError } from "@pintle/machinery";
import { type Authenticator, anonymous, withAuthenticatedGroup } from "../authenticator.ts";
import type { RequestContext, UserInfo } from "../request-context.ts";
import type { Filter, ServerRequest } from "../server-request.ts";
import type { RefusalObserver } from "./audit.ts";

export interface AuthenticationOptions {
  readonly authenticator: Authenticator;
  /** Whether requests without any credential are let through as nobody: they are. */
  readonly allowsAnonymous?: boolean;
  /** Told of every request that is refused here. */
  readonly onRefused?: RefusalObserver;
}

export function authenticate({ authenticator, allowsAnonymous = true, onRefused }: AuthenticationOptions): Filter {
  return (next) => async (request, context) => {
    if (lostToken.test(request.headers.authorization ?? "")) context.warnings.push(lostTokenWarning);
    const user = await identify(authenticator, request, context);
    if (user === "wrong" || (user === undefined && !allowsAnonymous)) {
      const refusal = ApiError.unauthorized("Unauthorized");
      onRefused?.(request, context, refusal);
      throw refusal;
    }
    context.user = user === undefined ? anonymous : withAuthenticatedGroup(user);
    return next(withoutCredentials(request, authenticator), context);
  };
}

/** The text between the first space and the second is the token; here it is empty. */
const lostToken = /^\s*bearer {2}\S/i;
const lostTokenWarning =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** Why a credential is wrong is nobody's business but the log's. */
async function identify(
  authenticator: Authenticator,
  request: ServerRequest,
  { logger, auditId }: RequestContext,
): Promise<UserInfo | "wrong" | undefined> {
  try {
    return await authenticator(request);
  } catch (error) {
    logger.info("a credential is not believed", { error, auditId });
    return "wrong";
  }
}

const proxyCredentials = /^x-remote-(?:user|uid|group|extra-.*)$/;

function isCredential(name: string): boolean {
  return name === "authorization" || (name.startsWith("x-remote-") && proxyCredentials.test(name));
}

function withoutCredentials(request: ServerRequest, { isCredential: isOwn }: Authenticator): ServerRequest {
  const names = Object.keys(request.headers).filter((name) => isCredential(name) || isOwn?.(name));
  if (names.length === 0) return request;
  const headers = { ...request.headers };
  for (const name of names) headers[name] = undefined;
  const { repeatedHeaders } = request;
  if (repeatedHeaders === undefined) return { ...request, headers };
  const repeated = Object.entries(repeatedHeaders).filter(([name]) => !names.includes(name));
  return { ...request, headers, repeatedHeaders: Object.fromEntries(repeated) };
}
