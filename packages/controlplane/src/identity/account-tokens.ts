/** Tokens of service accounts: signed by the plane, good for some audiences and a while, and believed as long as the account is there. */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { type Authenticator, bearerToken, type UserInfo } from "@pintle/apiserver";
import { type Clock, formatTime, isJsonObject, type JsonObject } from "@pintle/machinery";
import { keyIdOf } from "./handle-issuer.ts";

export interface AccountTokensOptions {
  readonly issuer: string;
  /** A private key on P-256. */
  readonly key: KeyObject;
  readonly clock: Clock;
}

export interface IssuedToken {
  readonly token: string;
  readonly expirationTimestamp: string;
}

export interface VerifiedToken {
  readonly user: UserInfo;
  readonly audiences: readonly string[];
}

export interface AccountTokens {
  /** For a ServiceAccount, by the `spec` of a TokenRequest. */
  issue(account: JsonObject, spec: JsonObject): IssuedToken;
  /** `undefined` for what is no token of this issuer; throws for one that is not to be believed. */
  verify(token: string): VerifiedToken | undefined;
  readonly authenticator: Authenticator;
}

const hourSeconds = 3_600;

export function createAccountTokens({ issuer, key, clock }: AccountTokensOptions): AccountTokens {
  const publicKey = createPublicKey(key);
  const header = encodePart({ alg: "ES256", kid: keyIdOf(publicKey) });

  function issue(account: JsonObject, spec: JsonObject): IssuedToken {
    const { name, namespace, uid } = account.metadata as { name: string; namespace: string; uid: string };
    const nowSeconds = Math.floor(clock.now() / 1_000);
    const seconds = typeof spec.expirationSeconds === "number" ? spec.expirationSeconds : hourSeconds;
    const audiences = Array.isArray(spec.audiences) && spec.audiences.length > 0 ? spec.audiences : [issuer];
    const payload = encodePart({
      aud: audiences,
      exp: nowSeconds + seconds,
      iat: nowSeconds,
      iss: issuer,
      "kubernetes.io": { namespace, serviceaccount: { name, uid } },
      nbf: nowSeconds,
      sub: `system:serviceaccount:${namespace}:${name}`,
    });
    const signature = sign("sha256", Buffer.from(`${header}.${payload}`), { key, dsaEncoding: "ieee-p1363" });
    return {
      token: `${header}.${payload}.${signature.toString("base64url")}`,
      expirationTimestamp: formatTime((nowSeconds + seconds) * 1_000),
    };
  }

  function verifyToken(token: string): VerifiedToken | undefined {
    const [head = "", payload = "", signature = "", ...rest] = token.split(".");
    const claims = rest.length === 0 ? decodePart(payload) : undefined;
    if (claims?.iss !== issuer || decodePart(head)?.alg !== "ES256") return undefined;
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${payload}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    if (!isSigned) throw new Error("the token's signature is wrong");
    if (typeof claims.exp !== "number" || clock.now() >= claims.exp * 1_000) throw new Error("the token has expired");
    return { user: userOf(claims), audiences: Array.isArray(claims.aud) ? claims.aud.map(String) : [] };
  }

  return {
    issue,
    verify: verifyToken,
    authenticator: async ({ headers }) => {
      const token = bearerToken(headers.authorization);
      const verified = token === undefined ? undefined : verifyToken(token);
      if (verified === undefined) return undefined;
      if (!verified.audiences.includes(issuer)) throw new Error("the token is for other audiences");
      return verified.user;
    },
  };
}

function userOf(claims: JsonObject): UserInfo {
  const bound = claims["kubernetes.io"];
  const namespace = isJsonObject(bound) ? String(bound.namespace) : "";
  const account = isJsonObject(bound) ? bound.serviceaccount : undefined;
  return {
    name: String(claims.sub),
    ...(isJsonObject(account) && { uid: String(account.uid) }),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decodePart(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return isJsonObject(value as JsonObject) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
