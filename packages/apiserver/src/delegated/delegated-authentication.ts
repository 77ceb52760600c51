/**
 * Finds out who asks a server that stands behind a main one: whoever the main server vouches for by its headers and certificate, whoever has
 * a client certificate that it believes, and whoever has a token that it knows.
 *
 * An error is a refusal: where the main server cannot be asked, nobody with a credential is believed.
 */
import { type Clock, RememberedAnswers, type Transport } from "@pintle/machinery";
import { authenticateCertificates } from "../identity/authenticate-certificate.ts";
import { authenticateFrontProxy } from "../identity/authenticate-front-proxy.ts";
import { bearerToken, refuseUnknownTokens } from "../identity/authenticate-token.ts";
import { createTokenWebhook } from "../identity/token-webhook.ts";
import { type Authenticator, uniteAuthenticators } from "../pipeline/authenticator.ts";
import { readTrust, type Trust } from "./read-trust.ts";

export interface DelegatedAuthenticationOptions {
  /** To the main server, as somebody who may read its ConfigMap and create TokenReviews: `system:auth-delegator`. */
  readonly transport: Transport;
  readonly clock: Clock;
  /** What the server calls itself; tokens for others are not for it. Without any the main server decides. */
  readonly audiences?: readonly string[];
}

/** As long as upstream's servers believe what they were told. */
export const delegatedMs = 10_000;

export function createDelegatedAuthentication(options: DelegatedAuthenticationOptions): Authenticator {
  const { transport, clock, audiences = [] } = options;
  const certified = new RememberedAnswers<Authenticator>({ clock, lifetimeMs: () => delegatedMs, maxAnswers: 1 });
  const connection = { transport, url: "https://kubernetes.default.svc/apis/authentication.k8s.io/v1/tokenreviews" };
  const tokens = createTokenWebhook({ connection, audiences, clock, cacheMs: delegatedMs }).authenticator;
  let known: { readonly trust: string; readonly authenticator: Authenticator } | undefined;

  /** What connections have shown is checked anew only when whom to believe is another. */
  async function readAuthenticator(): Promise<Authenticator> {
    const trust = await readTrust(transport, clock);
    const text = JSON.stringify(trust);
    if (known?.trust !== text) known = { trust: text, authenticator: authenticateCertified(trust, clock) };
    return known.authenticator;
  }

  const authenticateByTrust: Authenticator = async (request) => {
    if (request.peer.certificate === undefined) return undefined;
    const authenticate = await certified.get("", readAuthenticator);
    return authenticate(request);
  };
  // Before anybody has shown a certificate nothing is known of the main server's headers, and nobody was believed by them.
  const isCredential = (header: string) => known?.authenticator.isCredential?.(header) ?? false;
  return uniteAuthenticators(
    Object.assign(authenticateByTrust, { isCredential }),
    async (request) => (bearerToken(request.headers.authorization) === undefined ? undefined : tokens(request)),
    refuseUnknownTokens,
  );
}

function authenticateCertified({ clientAuthority, proxy }: Trust, clock: Clock): Authenticator {
  return uniteAuthenticators(
    ...(proxy ? [authenticateFrontProxy({ ...proxy, clock })] : []),
    authenticateCertificates(clientAuthority, clock),
  );
}
