/** Finds out who is asking. Credentials end here: no handler behind sees them. */
import { ApiError } from "@pintle/machinery";
import { type Authenticator, anonymous, withAuthenticatedGroup } from "../authenticator.ts";
import type { Filter, ServerRequest } from "../server-request.ts";

export interface AuthenticationOptions {
  readonly authenticator: Authenticator;
  /** Whether requests without any credential are let through as nobody: they are. */
  readonly allowsAnonymous?: boolean;
}

export function authenticate({ authenticator, allowsAnonymous = true }: AuthenticationOptions): Filter {
  return (next) => async (request, context) => {
    if (lostToken.test(request.headers.authorization ?? "")) context.warnings.push(lostTokenWarning);
    const user = await identify(authenticator, request);
    if (user === undefined && !allowsAnonymous) throw ApiError.unauthorized("Unauthorized");
    context.user = user === undefined ? anonymous : withAuthenticatedGroup(user);
    return next(withoutCredentials(request), context);
  };
}

/** The text between the first space and the second is the token; here it is empty. */
const lostToken = /^\s*bearer {2}\S/i;
const lostTokenWarning =
  "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** Why a credential is wrong is nobody's business but the log's. */
async function identify(authenticator: Authenticator, request: ServerRequest) {
  try {
    return await authenticator(request);
  } catch {
    throw ApiError.unauthorized("Unauthorized");
  }
}

const credentials = /^(?:authorization|x-remote-(?:user|uid|group|extra-.*))$/;

function withoutCredentials(request: ServerRequest): ServerRequest {
  const names = Object.keys(request.headers).filter((name) => credentials.test(name));
  if (names.length === 0) return request;
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(names.map((name) => [name, undefined])) } };
}
