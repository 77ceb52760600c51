/**
 * Asks somebody else who a token stands for: a webhook that answers TokenReviews. What it says counts for two minutes. Where it cannot be
 * asked, or says what is no answer, nobody is believed.
 */
import { hash } from "node:crypto";
import { type Clock, getOwn, isJsonObject, type JsonObject, RememberedAnswers, readJson } from "@pintle/machinery";
import type { Authenticator } from "../pipeline/authenticator.ts";
import type { UserInfo } from "../pipeline/request-context.ts";
import { textOf, textsOf } from "../registry/object-metadata.ts";
import { postReview } from "../webhooks/post-review.ts";
import type { WebhookConnection } from "../webhooks/webhook-connection.ts";
import { bearerToken } from "./authenticate-token.ts";

export interface TokenWebhookOptions {
  readonly connection: WebhookConnection;
  /** Of the reviews that are sent: `v1` unless said. */
  readonly version?: "v1" | "v1beta1";
  /** What the server calls itself; tokens for others are not for it. Where there is none, whoever is asked decides that. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  /** How long an answer counts: two minutes unless said. */
  readonly cacheMs?: number;
}

/** Whose a token is, and for which of the audiences that were asked for. */
export interface ReviewedToken {
  readonly user: UserInfo;
  readonly audiences: readonly string[];
}

export interface TokenWebhook {
  /** `undefined` where the webhook does not know the token. Throws where it says what is wrong with it, or cannot be asked. */
  verify(token: string, audiences: readonly string[]): Promise<ReviewedToken | undefined>;
  readonly authenticator: Authenticator;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;
const maxAnswers = 4_096;

export function createTokenWebhook(options: TokenWebhookOptions): TokenWebhook {
  const { audiences: own, clock, cacheMs = 120_000 } = options;
  const answers = new RememberedAnswers<ReviewedToken | undefined>({ clock, maxAnswers, lifetimeMs: () => cacheMs });

  function verify(token: string, wanted: readonly string[]): Promise<ReviewedToken | undefined> {
    // Tokens are not kept, only what does not lead back to them.
    const key = hash("sha256", JSON.stringify([token, wanted]), "base64");
    return answers.get(key, () => review(options, token, wanted));
  }

  return {
    verify,
    authenticator: async ({ headers }) => {
      const token = bearerToken(headers.authorization);
      return token === undefined ? undefined : (await verify(token, own))?.user;
    },
  };
}

async function review(
  { connection, version = "v1", audiences: own, clock }: TokenWebhookOptions,
  token: string,
  wanted: readonly string[],
): Promise<ReviewedToken | undefined> {
  const body: JsonObject = {
    kind: "TokenReview",
    apiVersion: `authentication.k8s.io/${version}`,
    metadata: {},
    spec: { token, ...(wanted.length > 0 && { audiences: [...wanted] }) },
    status: { user: {} },
  };
  const answer = readJson(await postReview({ connection, body, clock, timeoutMs, maxAnswerBytes })).value;
  const status = isJsonObject(answer) ? getOwn(answer, "status") : undefined;
  if (!isJsonObject(status)) throw new Error("the webhook answered no TokenReview");
  const told = textsOf(status, "audiences");
  const audiences = wanted.filter((audience) => (told.length > 0 ? told : own).includes(audience));
  if (wanted.length > 0 && audiences.length === 0) return undefined;
  if (getOwn(status, "authenticated") !== true) {
    const why = textOf(status, "error");
    if (why !== "") throw new Error(why);
    return undefined;
  }
  return { user: readUser(getOwn(status, "user")), audiences };
}

function readUser(user: unknown): UserInfo {
  if (!isJsonObject(user as JsonObject)) throw new Error("the webhook names no user");
  const told = user as JsonObject;
  const [name, uid] = [textOf(told, "username"), textOf(told, "uid")];
  const extra = getOwn(told, "extra");
  const extras = isJsonObject(extra) ? Object.keys(extra).map((key) => [key, textsOf(extra, key)]) : [];
  return {
    name,
    groups: textsOf(told, "groups"),
    ...(uid !== "" && { uid }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras) }),
  };
}
