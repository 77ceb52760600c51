/** Bearer tokens from a list, as a control plane for development hands them out. */
import { hash, timingSafeEqual } from "node:crypto";
import type { Authenticator } from "../pipeline/authenticator.ts";
import type { UserInfo } from "../pipeline/request-context.ts";

/** A token that is not on the list is somebody else's business: another authenticator may know it. */
export function authenticateTokens(users: ReadonlyMap<string, UserInfo>): Authenticator {
  // Digests have one length and are compared in constant time, so that nothing of a token can be guessed from how long it takes.
  const known = [...users].map(([token, user]) => ({ digest: digestOf(token), user }));
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    return known.find((entry) => timingSafeEqual(entry.digest, digest))?.user;
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

function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
