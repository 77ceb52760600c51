/** Who is believed and who may do what, as far as it can be said when a plane starts. */
import type { TokenWebhookOptions, UserInfo } from "@pintle/apiserver";
import type { AccessControlOptions, AuthorizationMode } from "./access-control.ts";
import type { SigningKey, VerifyingKey } from "./signing-key.ts";

export interface IdentityOptions {
  /** Who decides what may be done, in order: `RBAC` unless said. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Who is asked in mode `Webhook`. */
  readonly authorizationWebhook?: NonNullable<AccessControlOptions["webhook"]>;
  /** Who is asked about tokens that nobody here knows. */
  readonly tokenWebhook?: Omit<TokenWebhookOptions, "audiences" | "clock">;
  /** Users by their tokens, beside those that the plane makes tokens for. */
  readonly tokens?: ReadonlyMap<string, UserInfo>;
  /** Authorities whose client certificates are believed, PEM. */
  readonly clientAuthorities?: string;
  /** Front proxies whose headers are believed. Any name is good where none is listed. */
  readonly frontProxy?: { readonly authority: string; readonly allowedNames: readonly string[] };
  /** Whether requests without a credential are let in as nobody: they are, unless everything is allowed. */
  readonly allowsAnonymous?: boolean;
  /** What tokens of service accounts are issued as; all but the first are only believed. */
  readonly issuers?: readonly [string, ...string[]];
  /** Signs tokens of service accounts; one is made unless said. */
  readonly signingKey?: SigningKey;
  /** By which tokens are believed too. */
  readonly verifyingKeys?: readonly VerifyingKey[];
}
