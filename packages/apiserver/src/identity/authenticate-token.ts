/** Bearer tokens from a list, as a control plane for development hands them out. */
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { Authenticator } from "../pipeline/authenticator.ts";
import type { UserInfo } from "../pipeline/request-context.ts";

/** A token that is not on the list is somebody else's business: another authenticator may know it. */
export function authenticateTokens(users: ReadonlyMap<string, UserInfo>): Authenticator {
  const known = Array.from(users, ([token, user]) => ({ token: Buffer.from(token), user }));
  return async ({ headers }) => {
    const text = bearerToken(headers.authorization);
    if (text === undefined) return undefined;
    const token = Buffer.from(text);
    return known.find((candidate) => equalTokens(candidate.token, token))?.user;
  };
}

/** Takes as long however much of it is the same: nothing of a token but its length can be guessed from how long it takes. */
export function equalTokens(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
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
