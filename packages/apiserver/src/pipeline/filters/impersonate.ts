/** Lets somebody act as somebody else, in any of the ways that there are. */
import { ApiError } from "@pintle/machinery";
import type { Authorizer } from "../authorizer.ts";
import { createImpersonationModes, type Impersonation } from "../impersonation/impersonation-modes.ts";
import { readWantedUser } from "../impersonation/wanted-user.ts";
import type { UserInfo } from "../request-context.ts";
import type { Filter, ServerRequest } from "../server-request.ts";

/** So many callers are remembered with the way that worked for them. */
const maxRemembered = 10_000;

export function impersonate(authorizer: Authorizer): Filter {
  const become = createImpersonator(authorizer);
  return (next) => async (request, context) => {
    const wanted = readWantedUser(request);
    if (wanted === undefined) return next(request, context);
    const { user, constraint } = await become({ caller: context.user, wanted, request: context.info });
    context.user = user;
    context.audit?.noteImpersonated(user, constraint);
    return next(withoutImpersonation(request), context);
  };
}

interface Impersonated {
  readonly user: UserInfo;
  readonly constraint: string;
}

/** Tries the way that worked last for the caller, then all others; the complaint is that of the first that was for such users. */
function createImpersonator(authorizer: Authorizer): (impersonation: Impersonation) => Promise<Impersonated> {
  const modes = createImpersonationModes(authorizer);
  const remembered = new Map<string, (typeof modes)[number]>();
  return async (impersonation) => {
    const { name } = impersonation.caller;
    const last = remembered.get(name);
    let complaint: unknown;
    for (const mode of last ? [last, ...modes.filter((other) => other !== last)] : modes) {
      try {
        const user = await mode.become(impersonation);
        if (user === undefined) continue;
        if (mode !== last) {
          if (remembered.size >= maxRemembered) remembered.clear();
          remembered.set(name, mode);
        }
        return { user, constraint: mode.constraint };
      } catch (error) {
        if (!ApiError.is(error, "Forbidden")) throw error;
        complaint ??= error;
      }
    }
    throw complaint;
  };
}

function withoutImpersonation(request: ServerRequest): ServerRequest {
  const names = Object.keys(request.headers).filter((name) => name.startsWith("impersonate-"));
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(names.map((name) => [name, undefined])) } };
}
