/**
 * Tokens of service accounts: signed by the plane, good for some audiences and a while, and believed as long as the account and the object
 * that the token is bound to are there.
 */
import { type Authenticator, bearerToken, type Storage, type UserInfo } from "@pintle/apiserver";
import { type Clock, formatTime, isJsonObject, type JsonObject, quoteGo, type Random } from "@pintle/machinery";
import { textAt, textsAt } from "../builtin/json-fields.ts";
import { checkObjects, checkTimes, userOfClaims } from "./account-claims.ts";
import { createNamedObjects } from "./named-objects.ts";
import { secretTokenClaims, secretTokenIssuer, userOfSecretToken } from "./secret-tokens.ts";
import { type SigningKey, signWith, type VerifyingKey, verifyWith } from "./signing-key.ts";

export interface AccountTokensOptions {
  /** What tokens are issued as. */
  readonly issuer: string;
  /** Whose tokens are believed too, if one of our keys has signed them; none unless said. */
  readonly otherIssuers?: readonly string[];
  readonly key: () => Promise<SigningKey>;
  /** By which tokens may be signed that are believed, beside the key that signs new ones. */
  readonly otherKeys?: readonly VerifyingKey[];
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
}

export interface IssuedToken {
  /** By which audit finds it again. */
  readonly id: string;
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
  /** For a ServiceAccount, good as long as a Secret of that name in its namespace holds it. */
  issueForSecret(account: JsonObject, secretName: string): Promise<string>;
  /** `undefined` for what is no token of this issuer; throws for one that is not to be believed. */
  verify(token: string, audiences: readonly string[]): Promise<VerifiedToken | undefined>;
  readonly authenticator: Authenticator;
}

/** The tokens whose signature is remembered: those of as many pods as ask at a time. */
const maxSigned = 1_000;

export function createAccountTokens(options: AccountTokensOptions): AccountTokens {
  const { issuer, otherIssuers = [], key, otherKeys = [], storage, clock, random } = options;
  const issuers = [issuer, ...otherIssuers];
  const signed = new Map<string, JsonObject>();
  const find = createNamedObjects(storage);

  async function issue(account: JsonObject, spec: JsonObject, bound: JsonObject): Promise<IssuedToken> {
    const [name, namespace, uid] = ["name", "namespace", "uid"].map((part) => textAt(account, `metadata.${part}`));
    const nowSeconds = Math.floor(clock.now() / 1_000);
    const endSeconds = nowSeconds + Number(spec.expirationSeconds);
    const id = random.uuid();
    const token = await sign({
      aud: textsAt(spec, "audiences"),
      exp: endSeconds,
      iat: nowSeconds,
      iss: issuer,
      jti: id,
      "kubernetes.io": { namespace, ...bound, serviceaccount: { name, uid } },
      nbf: nowSeconds,
      sub: `system:serviceaccount:${namespace}:${name}`,
    });
    return { id, token, expirationTimestamp: formatTime(endSeconds * 1_000) };
  }

  async function sign(claims: object): Promise<string> {
    const signing = await key();
    const signed = `${encodePart({ alg: signing.algorithm, kid: signing.id })}.${encodePart(claims)}`;
    return `${signed}.${signWith(signing, signed)}`;
  }

  /** What is in a token that one of the keys has signed; `undefined` for any other. */
  async function readSigned(token: string): Promise<JsonObject | undefined> {
    const [head = "", payload = "", signature = "", ...rest] = token.split(".");
    const claims = rest.length === 0 ? decodePart(payload) : undefined;
    if (!claims || ![...issuers, secretTokenIssuer].includes(String(claims.iss))) return undefined;
    const { alg, kid } = decodePart(head) ?? {};
    const keys = [await key(), ...otherKeys];
    // A key that nobody has is no reason to refuse: the name of a key is only a hint.
    const named = keys.filter(({ id }) => id === kid);
    const isSigned = (named.length > 0 ? named : keys).some(
      (candidate) => candidate.algorithm === alg && verifyWith(candidate, `${head}.${payload}`, signature),
    );
    return isSigned ? claims : undefined;
  }

  /** A signature holds for ever, and costs more to verify than most requests cost in all. */
  async function claimsOf(token: string): Promise<JsonObject | undefined> {
    const known = signed.get(token);
    if (known) return known;
    const claims = await readSigned(token);
    if (!claims) return undefined;
    const [oldest] = signed.keys();
    if (signed.size >= maxSigned && oldest !== undefined) signed.delete(oldest);
    signed.set(token, claims);
    return claims;
  }

  async function verifyToken(token: string, wanted: readonly string[]): Promise<VerifiedToken | undefined> {
    const claims = await claimsOf(token);
    if (!claims) return undefined;
    const isInSecret = claims.iss === secretTokenIssuer;
    if (!isInSecret) checkTimes(claims, clock.now());
    // Tokens in Secrets are for the server alone, and say nothing of it.
    const own = isInSecret ? issuers : textsAt(claims, "aud");
    const audiences = wanted.filter((audience) => own.includes(audience));
    if (audiences.length === 0) {
      const list = (texts: readonly string[]) => `[${texts.map(quoteGo).join(" ")}]`;
      throw new Error(`token audiences ${list(own)} is invalid for the target audiences ${list(wanted)}`);
    }
    if (isInSecret) return { user: await userOfSecretToken(find, token, claims), audiences };
    await checkObjects(find, claims, clock.now());
    return { user: userOfClaims(claims), audiences };
  }

  return {
    issue,
    issueForSecret: (account, secretName) => sign(secretTokenClaims(account, secretName)),
    verify: verifyToken,
    authenticator: async ({ headers }) => {
      const token = bearerToken(headers.authorization);
      return token === undefined ? undefined : (await verifyToken(token, issuers))?.user;
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
