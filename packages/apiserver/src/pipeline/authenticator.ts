/** Who somebody is, by what the request carries: a certificate, a token, the word of a front proxy. */
import type { UserInfo } from "./request-context.ts";
import type { ServerRequest } from "./server-request.ts";

export interface Authenticator {
  /** `undefined` where the request carries nothing of this kind; throws where what it carries is wrong. */
  (request: ServerRequest): Promise<UserInfo | undefined>;
  /** Whether a header, in lower case, is believed by it, beside `authorization` and `x-remote-…`: no handler sees those. */
  readonly isCredential?: (header: string) => boolean;
}

export const authenticatedGroup = "system:authenticated";
export const unauthenticatedGroup = "system:unauthenticated";

export const anonymous: UserInfo = { name: "system:anonymous", groups: [unauthenticatedGroup] };

/** Asks one after the other and believes the first who knows; a wrong credential counts only when nobody knows. */
export function uniteAuthenticators(...authenticators: readonly Authenticator[]): Authenticator {
  const judges = authenticators.flatMap(({ isCredential }) => isCredential ?? []);
  const authenticateAny: Authenticator = async (request) => {
    let failure: unknown;
    for (const authenticate of authenticators) {
      try {
        const user = await authenticate(request);
        if (user !== undefined) return user;
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  };
  // Every request is asked for its headers: where there is nobody who would know more, nobody is asked.
  if (judges.length === 0) return authenticateAny;
  return Object.assign(authenticateAny, {
    isCredential: (header: string) => judges.some((isCredential) => isCredential(header)),
  });
}

/** Everybody who proved who they are is in one group. Who proves to be nobody is in none. */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const { name, groups } = user;
  if (name === anonymous.name) return user;
  const isKnown = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  return isKnown ? user : { ...user, groups: [...groups, authenticatedGroup] };
}
