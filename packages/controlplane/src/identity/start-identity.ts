/** All of a plane that has to do with who asks: authorities, tokens, who is believed, and who may do what. */
import { randomBytes } from "node:crypto";
import {
  type Authenticator,
  authenticateCertificates,
  authenticateFrontProxy,
  authenticateTokens,
  createTokenWebhook,
  type Handler,
  refuseUnknownTokens,
  type Storage,
  type UserInfo,
  uniteAuthenticators,
} from "@pintle/apiserver";
import type { Clock, Logger, Random } from "@pintle/machinery";
import { type Authority, createAuthority } from "@pintle/machinery/certificates";
import type { Reviews } from "../builtin/built-in-options.ts";
import { type AccessControl, startAccessControl } from "./access-control.ts";
import { createAccountTokens } from "./account-tokens.ts";
import { answerReviews } from "./answer-reviews.ts";
import { handleIssuer } from "./handle-issuer.ts";
import type { IdentityOptions } from "./identity-options.ts";
import { createSigningKey } from "./signing-key.ts";

export interface IdentitySeams {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export interface Identity {
  readonly authenticator: Authenticator;
  readonly allowsAnonymous: boolean;
  readonly access: AccessControl;
  readonly reviews: Reviews;
  /** What verifiers of tokens ask for, by path. */
  readonly paths: Readonly<Record<string, Handler>>;
  /** Signs client certificates that are believed. */
  readonly clientCa: Authority;
  /** Signs the certificates of front proxies that are believed. */
  readonly proxyCa: Authority;
  /** Bearer tokens of the users that were given, by name. */
  readonly tokens: Readonly<Record<string, string>>;
}

const usualIssuer = "https://kubernetes.default.svc";

export async function startIdentity(
  users: readonly UserInfo[],
  options: IdentityOptions,
  seams: IdentitySeams,
): Promise<Identity> {
  const { authorizationModes: modes = ["RBAC"], authorizationWebhook: webhook, allowsAnonymous = true } = options;
  const { clock } = seams;
  const [issuer, ...otherIssuers] = options.issuers ?? [usualIssuer];
  const audiences = [issuer, ...otherIssuers];
  const key = createSigningKey(options.signingKey);
  const otherKeys = (options.verifyingKeys ?? []).filter(({ id }) => id !== options.signingKey?.id);
  const accountTokens = createAccountTokens({ ...seams, issuer, otherIssuers, key, otherKeys });
  const access = await startAccessControl({ ...seams, modes, ...(webhook && { webhook }) });
  const tokens = Object.fromEntries(users.map(({ name }) => [name, randomBytes(32).toString("base64url")]));
  const usersByToken = new Map<string, UserInfo>([
    ...(options.tokens ?? []),
    ...users.map((user): [string, UserInfo] => [tokens[user.name] ?? "", { ...user, uid: user.name }]),
  ]);
  const tokenWebhook = options.tokenWebhook && createTokenWebhook({ ...options.tokenWebhook, audiences, clock });
  const clientCa = createAuthority("clients", { nowMs: clock.now() });
  const proxyCa = createAuthority("proxies", { nowMs: clock.now() });
  return {
    authenticator: uniteAuthenticators(
      ...authenticateCertified(clientCa, proxyCa, options, clock),
      ...[authenticateTokens(usersByToken), accountTokens.authenticator],
      ...(tokenWebhook ? [tokenWebhook.authenticator] : []),
      refuseUnknownTokens,
    ),
    // Nobody shall be able to do everything only because they say nothing.
    allowsAnonymous: allowsAnonymous && !modes.includes("AlwaysAllow"),
    access,
    reviews: answerReviews({
      ...{ access, tokens: accountTokens, users: usersByToken, audiences },
      ...(tokenWebhook && { webhook: tokenWebhook }),
    }),
    paths: handleIssuer(issuer, async () => [await key(), ...otherKeys]),
    clientCa,
    proxyCa,
    tokens,
  };
}

/** A proxy speaks for others, and so it is asked for first; a certificate wins over a token. */
function authenticateCertified(
  clientCa: Authority,
  proxyCa: Authority,
  { clientAuthorities = "", frontProxy }: IdentityOptions,
  clock: Clock,
): readonly Authenticator[] {
  return [
    authenticateFrontProxy({ authority: proxyCa.cert, allowedNames: ["aggregator"], clock }),
    ...(frontProxy ? [authenticateFrontProxy({ ...frontProxy, clock })] : []),
    authenticateCertificates(`${clientCa.cert}\n${clientAuthorities}`, clock),
  ];
}
