/** Authorization by a function: the API server asks whether somebody may do something. Whatever goes wrong, this webhook has not said yes. */
import { getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { type HttpAnswer, HttpError } from "../../http/http-message.ts";
import { jsonAnswer, objectIn, readReview, textIn, textsIn } from "../read-review.ts";
import type { Webhook, WebhookCall } from "../webhook.ts";
import { checkWebhookPath } from "../webhook-path.ts";

export interface AccessQuestion {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
  /** What is to be done with which objects; absent for a path outside of them. */
  readonly resource: AccessedResource | undefined;
  readonly nonResource: { readonly path: string; readonly verb: string } | undefined;
  readonly signal: AbortSignal;
}

export interface AccessedResource {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for all, or for objects of cluster scope. */
  readonly namespace: string;
  /** Empty for all. */
  readonly name: string;
}

export interface AccessAnswer {
  readonly allowed: boolean;
  /** No, and nobody else is to be asked. */
  readonly denied?: boolean;
  readonly reason?: string;
}

export type AuthorizeAccess = (question: AccessQuestion) => Promise<AccessAnswer> | AccessAnswer;

const reviewType = {
  kind: "SubjectAccessReview",
  apiVersions: ["authorization.k8s.io/v1", "authorization.k8s.io/v1beta1"],
};

const maxBodyBytes = 1024 * 1024;

export function subjectAccessReviewWebhook(path: string, authorize: AuthorizeAccess): Webhook {
  const answer = async (body: Uint8Array, call: WebhookCall): Promise<HttpAnswer> => {
    const { apiVersion, review } = readReview(body, reviewType);
    const spec = getOwn(review, "spec");
    if (!isJsonObject(spec)) throw new HttpError(400, "the SubjectAccessReview has no spec");
    const status = await statusOf(call, () => authorize(readQuestion(spec, call)));
    return jsonAnswer({ kind: "SubjectAccessReview", apiVersion, metadata: {}, status });
  };
  return { endpoints: [{ path: checkWebhookPath(path), maxBodyBytes, panics: "admission", answer }] };
}

async function statusOf(call: WebhookCall, ask: () => ReturnType<AuthorizeAccess>): Promise<JsonObject> {
  try {
    const { allowed, denied, reason } = await call.run(ask);
    // Both at once is a contradiction, of which the careful half holds.
    const isAllowed = allowed === true && denied !== true;
    return { allowed: isAllowed, ...(denied === true && { denied }), ...(reason && { reason }) };
  } catch (error) {
    call.panicked(error);
    return { allowed: false, evaluationError: "the authorization webhook failed" };
  }
}

function readQuestion(spec: JsonObject, call: WebhookCall): AccessQuestion {
  const extra = objectIn(spec, "extra");
  const resource = getOwn(spec, "resourceAttributes");
  const nonResource = getOwn(spec, "nonResourceAttributes");
  const groups = textsIn(spec, "groups");
  return {
    user: textIn(spec, "user"),
    // The older version has them under another name.
    groups: groups.length > 0 ? groups : textsIn(spec, "group"),
    uid: textIn(spec, "uid"),
    extra: Object.fromEntries(Object.keys(extra).map((key) => [key, textsIn(extra, key)])),
    resource: isJsonObject(resource) ? readResource(resource) : undefined,
    nonResource: isJsonObject(nonResource)
      ? { path: textIn(nonResource, "path"), verb: textIn(nonResource, "verb") }
      : undefined,
    signal: call.signal,
  };
}

function readResource(attributes: JsonObject): AccessedResource {
  return {
    verb: textIn(attributes, "verb"),
    group: textIn(attributes, "group"),
    version: textIn(attributes, "version"),
    resource: textIn(attributes, "resource"),
    subresource: textIn(attributes, "subresource"),
    namespace: textIn(attributes, "namespace"),
    name: textIn(attributes, "name"),
  };
}
