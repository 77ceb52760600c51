/** All of a plane that has to do with who asks: who is believed, and who may do what. */
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
import type { Reviews } from "../builtin/built-in-options.ts";
import { type AccessControl, startAccessControl } from "./access-control.ts";
import { type AccountTokens, createAccountTokens } from "./account-tokens.ts";
import { answerReviews } from "./answer-reviews.ts";
import { handleIssuer } from "./handle-issuer.ts";
import type { IdentityOptions } from "./identity-options.ts";
import type { PlaneKeys } from "./plane-keys.ts";

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
  /** A token for a ServiceAccount, good as long as a Secret of that name holds it. */
  readonly issueSecretToken: AccountTokens["issueForSecret"];
  /** What verifiers of tokens ask for, by path. */
  readonly paths: Readonly<Record<string, Handler>>;
}

const usualIssuer = "https://kubernetes.default.svc";

export async function startIdentity(
  users: readonly UserInfo[],
  options: IdentityOptions,
  seams: IdentitySeams,
  { tokens, authorities, signingKey: key }: PlaneKeys,
): Promise<Identity> {
  const { authorizationModes: modes = ["RBAC"], authorizationWebhook: webhook, allowsAnonymous = true } = options;
  const { clock } = seams;
  const [issuer, ...otherIssuers] = options.issuers ?? [usualIssuer];
  const audiences = [issuer, ...otherIssuers];
  const otherKeys = (options.verifyingKeys ?? []).filter(({ id }) => id !== options.signingKey?.id);
  const accountTokens = createAccountTokens({ ...seams, issuer, otherIssuers, key, otherKeys });
  const access = await startAccessControl({ ...seams, modes, ...(webhook && { webhook }) });
  const usersByToken = new Map<string, UserInfo>([
    ...(options.tokens ?? []),
    ...users.map((user): [string, UserInfo] => [tokens[user.name] ?? "", { ...user, uid: user.name }]),
  ]);
  const tokenWebhook = options.tokenWebhook && createTokenWebhook({ ...options.tokenWebhook, audiences, clock });
  return {
    authenticator: uniteAuthenticators(
      ...authenticateCertified(authorities, options, clock),
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
    issueSecretToken: accountTokens.issueForSecret,
    paths: handleIssuer(issuer, async () => [await key(), ...otherKeys]),
  };
}

/** A proxy speaks for others, and so it is asked for first; a certificate wins over a token. */
function authenticateCertified(
  own: PlaneKeys["authorities"],
  { clientAuthorities = "", frontProxy }: IdentityOptions,
  clock: Clock,
): readonly Authenticator[] {
  const clients = `${own?.clients.cert ?? ""}${clientAuthorities}`;
  return [
    ...(own ? [authenticateFrontProxy({ authority: own.proxies.cert, allowedNames: ["aggregator"], clock })] : []),
    ...(frontProxy ? [authenticateFrontProxy({ ...frontProxy, clock })] : []),
    ...(clients === "" ? [] : [authenticateCertificates(clients, clock)]),
  ];
}
