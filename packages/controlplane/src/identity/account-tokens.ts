/**
 * Tokens of service accounts: signed by the plane, good for some audiences and a while, and believed as long as the account and the object
 * that the token is bound to are there.
 */
import { sign, verify } from "node:crypto";
import { type Authenticator, bearerToken, type Storage, type UserInfo } from "@pintle/apiserver";
import { type Clock, formatTime, isJsonObject, type JsonObject, quoteGo, type Random } from "@pintle/machinery";
import { textAt, textsAt } from "../builtin/json-fields.ts";
import { checkObjects, checkTimes, userOfClaims } from "./account-claims.ts";
import type { SigningKey } from "./signing-key.ts";

export interface AccountTokensOptions {
  readonly issuer: string;
  readonly key: () => Promise<SigningKey>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
}

export interface IssuedToken {
  readonly token: string;
  readonly expirationTimestamp: string;
}

export interface VerifiedToken {
  readonly user: UserInfo;
  /** Those of the token that were asked for. */
  readonly audiences: readonly string[];
}

export interface AccountTokens {
  /** For a ServiceAccount, by the completed `spec` of a TokenRequest; `bound` are claims on objects that the token shall not outlive. */
  issue(account: JsonObject, spec: JsonObject, bound: JsonObject): Promise<IssuedToken>;
  /** `undefined` for what is no token of this issuer; throws for one that is not to be believed. */
  verify(token: string, audiences: readonly string[]): Promise<VerifiedToken | undefined>;
  readonly authenticator: Authenticator;
}

export function createAccountTokens(options: AccountTokensOptions): AccountTokens {
  const { issuer, key, storage, clock, random } = options;

  async function issue(account: JsonObject, spec: JsonObject, bound: JsonObject): Promise<IssuedToken> {
    const [name, namespace, uid] = ["name", "namespace", "uid"].map((part) => textAt(account, `metadata.${part}`));
    const nowSeconds = Math.floor(clock.now() / 1_000);
    const endSeconds = nowSeconds + Number(spec.expirationSeconds);
    const { privateKey, id } = await key();
    const payload = encodePart({
      aud: textsAt(spec, "audiences"),
      exp: endSeconds,
      iat: nowSeconds,
      iss: issuer,
      jti: random.uuid(),
      "kubernetes.io": { namespace, ...bound, serviceaccount: { name, uid } },
      nbf: nowSeconds,
      sub: `system:serviceaccount:${namespace}:${name}`,
    });
    const signed = `${encodePart({ alg: "RS256", kid: id })}.${payload}`;
    const signature = sign("sha256", Buffer.from(signed), privateKey).toString("base64url");
    return { token: `${signed}.${signature}`, expirationTimestamp: formatTime(endSeconds * 1_000) };
  }

  async function verifyToken(token: string, wanted: readonly string[]): Promise<VerifiedToken | undefined> {
    const [head = "", payload = "", signature = "", ...rest] = token.split(".");
    const claims = rest.length === 0 ? decodePart(payload) : undefined;
    if (claims?.iss !== issuer || decodePart(head)?.alg !== "RS256") return undefined;
    const { publicKey } = await key();
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${payload}`),
      publicKey,
      Buffer.from(signature, "base64url"),
    );
    if (!isSigned) return undefined;
    checkTimes(claims, clock.now());
    const own = textsAt(claims, "aud");
    const audiences = wanted.filter((audience) => own.includes(audience));
    if (audiences.length === 0) {
      const list = (texts: readonly string[]) => `[${texts.map(quoteGo).join(" ")}]`;
      throw new Error(`token audiences ${list(own)} is invalid for the target audiences ${list(wanted)}`);
    }
    await checkObjects(storage, claims, clock.now());
    return { user: userOfClaims(claims), audiences };
  }

  return {
    issue,
    verify: verifyToken,
    authenticator: async ({ headers }) => {
      const token = bearerToken(headers.authorization);
      return token === undefined ? undefined : (await verifyToken(token, [issuer]))?.user;
    },
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
