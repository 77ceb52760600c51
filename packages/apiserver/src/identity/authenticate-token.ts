/** Bearer tokens from a list, as a control plane for development hands them out. */
import { hash } from "node:crypto";
import type { Authenticator } from "../pipeline/authenticator.ts";
import type { UserInfo } from "../pipeline/request-context.ts";

/** A token that is not on the list is somebody else's business: another authenticator may know it. */
export function authenticateTokens(users: ReadonlyMap<string, UserInfo>): Authenticator {
  // Found by digests, of which nobody can make one that is nearly right: nothing of a token can be guessed from how long it takes.
  const known = new Map(Array.from(users, ([token, user]) => [digestOf(token), user]));
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    return token === undefined ? undefined : known.get(digestOf(token));
  };
}

/** Refuses every token: comes last, so that one which nobody knows is wrong rather than absent. */
export const refuseUnknownTokens: Authenticator = async ({ headers }) => {
  if (bearerToken(headers.authorization) !== undefined) throw new Error("nobody knows the token");
  return undefined;
};

/** `undefined` where the header holds none; what is no bearer token is no credential of ours. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme = "", token = ""] = (authorization ?? "").trim().split(" ", 3);
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : undefined;
}

function digestOf(token: string): string {
  return hash("sha256", token, "base64");
}
