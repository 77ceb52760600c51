/** Authentication by a function: the API server asks whose token it is. Whatever goes wrong, it is nobody's. */
import type { JsonObject } from "@pintle/machinery";
import { type HttpAnswer, HttpError } from "../../http/http-message.ts";
import { jsonAnswer, objectIn, readReview, textIn, textsIn } from "../read-review.ts";
import type { Webhook, WebhookCall } from "../webhook.ts";
import { checkWebhookPath } from "../webhook-path.ts";

export interface TokenQuestion {
  /** A secret: not for logs, nor for errors. */
  readonly token: string;
  /** For whom the token has to be meant; the server's own where there are none. */
  readonly audiences: readonly string[];
  readonly signal: AbortSignal;
}

export interface TokenOwner {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** Those of the question that the token is meant for, where it asked for any. */
  readonly audiences?: readonly string[];
}

/** `undefined` for a token of nobody. */
export type AuthenticateToken = (question: TokenQuestion) => Promise<TokenOwner | undefined> | TokenOwner | undefined;

const reviewType = {
  kind: "TokenReview",
  apiVersions: ["authentication.k8s.io/v1", "authentication.k8s.io/v1beta1"],
};

/** A token has a few kilobytes. */
const maxBodyBytes = 1024 * 1024;

export function tokenReviewWebhook(path: string, authenticate: AuthenticateToken): Webhook {
  const answer = async (body: Uint8Array, call: WebhookCall): Promise<HttpAnswer> => {
    const { apiVersion, review } = readReview(body, reviewType);
    const spec = objectIn(review, "spec");
    const [token, audiences] = [textIn(spec, "token"), textsIn(spec, "audiences")];
    if (token === "") throw new HttpError(400, "the TokenReview has no token");
    const status = await statusOf(call, () => authenticate({ token, audiences, signal: call.signal }));
    return jsonAnswer({ kind: "TokenReview", apiVersion, metadata: {}, status });
  };
  return { endpoints: [{ path: checkWebhookPath(path), maxBodyBytes, panics: "admission", answer }] };
}

async function statusOf(call: WebhookCall, ask: () => ReturnType<AuthenticateToken>): Promise<JsonObject> {
  try {
    const owner = await call.run(ask);
    return owner === undefined ? { authenticated: false } : describeOwner(owner);
  } catch (error) {
    call.panicked(error);
    return { authenticated: false, error: "the authentication webhook failed" };
  }
}

function describeOwner({ username, uid, groups, extra, audiences }: TokenOwner): JsonObject {
  // A name is what everything else hangs on: without one the token would be that of an anonymous person who passes for a known one.
  if (username === "") return { authenticated: false, error: "the authentication webhook gave no username" };
  const user = { username, ...(uid && { uid }), ...(groups && { groups }), ...(extra && { extra }) };
  return { authenticated: true, user, ...(audiences && { audiences }) } as unknown as JsonObject;
}
