/**
 * Identity tokens of an OpenID Connect provider, got anew with a refresh token where they expire.
 *
 * A provider may give another refresh token each time and honour the old one no more. Both are therefore written back to where
 * they came from, as kubectl does; that this fails is said and stops nothing, because the tokens at hand are good.
 */
import { createDeadline, getOwn, isJsonObject, type JsonValue, readJson, track } from "@pintle/machinery";
import type { CredentialSource, Credentials } from "./client-config.ts";
import type { ConfigSeams, HttpExchangeRequest } from "./config-seams.ts";
import { CredentialsError, reasonOf } from "./credentials-error.ts";
import { createCredentials } from "./hidden-credentials.ts";
import { proxyFromEnvironment } from "./proxy-from-environment.ts";
import { type Loaded, RenewedValue } from "./renewed-value.ts";

const exchangeMs = 30_000;
/** Clocks differ, and requests take their time. */
const renewEarlyMs = 10_000;

export interface OidcProvider {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** Authorities that the provider is checked by, where the usual ones do not know it. */
  readonly readCa: () => Promise<string | undefined>;
  /** Keeps the tokens for the next process. */
  readonly persist: (tokens: OidcTokens) => Promise<void>;
}

type OidcSeams = Pick<ConfigSeams, "clock" | "environment" | "exchange" | "say">;

export interface OidcTokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

export class OidcCredentials implements CredentialSource {
  readonly #provider: OidcProvider;
  readonly #source: string;
  readonly #seams: OidcSeams;
  readonly #renewed: RenewedValue<Credentials>;
  #idToken: string | undefined;
  #refreshToken: string | undefined;

  constructor(provider: OidcProvider, source: string, seams: OidcSeams) {
    this.#provider = provider;
    this.#source = `${source}, auth-provider oidc`;
    this.#seams = seams;
    this.#idToken = provider.idToken;
    this.#refreshToken = provider.refreshToken;
    this.#renewed = new RenewedValue(() => track(seams.clock, "oidc refresh", () => this.#load()));
  }

  get(signal?: AbortSignal): Promise<Credentials> {
    return this.#renewed.get(signal);
  }

  refuse(credentials: Credentials): void {
    // Without a refresh token there is nothing else to show than what was refused.
    if (this.#refreshToken && this.#renewed.drop(credentials)) this.#idToken = undefined;
  }

  async #load(): Promise<Loaded<Credentials>> {
    const { clock } = this.#seams;
    const held = this.#idToken;
    if (held && clock.now() < this.#staleMs(held)) return this.#give(held);
    const idToken = await this.#refresh();
    this.#idToken = idToken;
    return this.#give(idToken);
  }

  #give(idToken: string): Loaded<Credentials> {
    const staleMs = this.#staleMs(idToken);
    const value = createCredentials({ authorization: `Bearer ${idToken}` });
    return { value, isFresh: () => this.#seams.clock.now() < staleMs };
  }

  async #refresh(): Promise<string> {
    const refreshToken = this.#refreshToken;
    if (!refreshToken) throw this.#error("the id-token has expired and there is no refresh-token: log in again");
    const ca = await this.#provider.readCa();
    const { endpoint, postsSecret } = await this.#discover(ca);
    const answer = await this.#exchange({
      ...this.#tokenRequest(endpoint, refreshToken, postsSecret),
      ...(ca && { ca }),
    });
    const idToken = getOwn(answer, "id_token");
    if (typeof idToken !== "string") {
      throw this.#error(
        "the provider gave no id_token when refreshing: it has to be asked for the scope openid at login",
      );
    }
    this.#staleMs(idToken);
    const next = getOwn(answer, "refresh_token");
    this.#refreshToken = typeof next === "string" && next !== "" ? next : refreshToken;
    try {
      await this.#provider.persist({ idToken, refreshToken: this.#refreshToken });
    } catch (error) {
      this.#seams.say(`${this.#source}: the new tokens could not be written back: ${reasonOf(error)}\n`);
    }
    return idToken;
  }

  #tokenRequest(url: string, refreshToken: string, postsSecret: boolean): Omit<HttpExchangeRequest, "signal"> {
    const { clientId, clientSecret } = this.#provider;
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
    const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
    if (clientSecret && !postsSecret) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    } else {
      form.set("client_id", clientId);
      if (clientSecret) form.set("client_secret", clientSecret);
    }
    return { method: "POST", url, headers, body: form.toString() };
  }

  async #discover(ca: string | undefined): Promise<{ endpoint: string; postsSecret: boolean }> {
    const url = `${this.#provider.issuerUrl.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const metadata = await this.#exchange({ method: "GET", url, ...(ca && { ca }) });
    const endpoint = getOwn(metadata, "token_endpoint");
    if (typeof endpoint !== "string" || !endpoint.startsWith("https://")) {
      throw this.#error("the provider names no token_endpoint with https");
    }
    const methods = getOwn(metadata, "token_endpoint_auth_methods_supported");
    // Those who list nothing take the header.
    const takes = (method: string) => Array.isArray(methods) && methods.includes(method);
    return { endpoint, postsSecret: takes("client_secret_post") && !takes("client_secret_basic") };
  }

  /** The answer's JSON. Neither it nor what was sent stands in an error. */
  async #exchange(request: Omit<HttpExchangeRequest, "signal">): Promise<{ readonly [key: string]: JsonValue }> {
    const { clock, environment, exchange } = this.#seams;
    // As kubectl: the environment decides for the provider too, whereas proxy-url is a way to the cluster alone.
    const proxyUrl = proxyFromEnvironment(request.url, environment);
    using deadline = createDeadline(clock, exchangeMs, { label: "oidc exchange", kind: "background", unref: true });
    const { origin, pathname } = new URL(request.url);
    const place = `${request.method} ${origin}${pathname}`;
    const sent = { ...request, ...(proxyUrl !== undefined && { proxyUrl }), signal: deadline.signal };
    const answer = await exchange(sent).catch((error: unknown) => {
      throw this.#error(`${place}: ${reasonOf(error)}`);
    });
    const value = readAnswer(answer.body);
    if (answer.status !== 200) {
      const code = getOwn(value ?? {}, "error");
      // RFC 6749 has a few short words for it, as invalid_grant.
      const why = typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
      throw this.#error(`${place}: the provider answered ${answer.status}${why}`);
    }
    if (value === undefined) throw this.#error(`${place}: the provider's answer is no JSON object`);
    return value;
  }

  /** When the token is no longer worth sending. A token is read, not judged: that is up to the server. */
  #staleMs(idToken: string): number {
    const claims = readAnswer(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
    const expires = claims && Number(getOwn(claims, "exp"));
    if (idToken.split(".").length !== 3 || expires === undefined || !Number.isFinite(expires)) {
      throw this.#error("the id-token is no JSON web token with an expiry");
    }
    return expires * 1_000 - renewEarlyMs;
  }

  #error(what: string): CredentialsError {
    return new CredentialsError(`${this.#source}: ${what}`);
  }
}

function readAnswer(text: string): { readonly [key: string]: JsonValue } | undefined {
  try {
    const { value } = readJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
