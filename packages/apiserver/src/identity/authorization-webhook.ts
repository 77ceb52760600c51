/**
 * Asks somebody else whether something may be done: a webhook that answers SubjectAccessReviews. Where it cannot be asked it has no
 * opinion, and the error counts if nobody else has one.
 */
import {
  type Clock,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseFieldSelector,
  parseLabelSelector,
  RememberedAnswers,
  readJson,
} from "@pintle/machinery";
import type { AccessDecision, AccessQuestion, Authorizer } from "../pipeline/authorizer.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import { postReview } from "../webhooks/post-review.ts";
import type { WebhookConnection } from "../webhooks/webhook-connection.ts";

export interface AuthorizationWebhookOptions {
  readonly connection: WebhookConnection;
  /** Of the reviews that are sent: `v1` unless said. */
  readonly version?: "v1" | "v1beta1";
  readonly clock: Clock;
  /** How long a yes counts: five minutes unless said. */
  readonly allowedMs?: number;
  /** How long anything else counts: half a minute unless said. */
  readonly refusedMs?: number;
}

const timeoutMs = 30_000;
const maxAnswerBytes = 1024 * 1024;
const maxAnswers = 8_192;
/** Longer questions are not remembered, so that nobody fills the memory by asking. */
const maxKeyLength = 10_000;

export function createAuthorizationWebhook(options: AuthorizationWebhookOptions): Authorizer {
  const { clock, version = "v1", allowedMs = 300_000, refusedMs = 30_000 } = options;
  const answers = new RememberedAnswers<AccessDecision>({
    clock,
    maxAnswers,
    lifetimeMs: ({ decision }) => (decision === "allow" ? allowedMs : refusedMs),
  });
  return async (question) => {
    const spec = describeQuestion(question, version);
    const key = JSON.stringify(spec);
    const ask = () => review(options, version, spec);
    return key.length > maxKeyLength ? ask() : answers.get(key, ask);
  };
}

async function review(
  { connection, clock }: AuthorizationWebhookOptions,
  version: string,
  spec: JsonObject,
): Promise<AccessDecision> {
  const body: JsonObject = {
    kind: "SubjectAccessReview",
    apiVersion: `authorization.k8s.io/${version}`,
    metadata: {},
    spec,
    status: { allowed: false },
  };
  const answer = readJson(await postReview({ connection, body, clock, timeoutMs, maxAnswerBytes })).value;
  const status = isJsonObject(answer) ? getOwn(answer, "status") : undefined;
  if (!isJsonObject(status)) throw new Error("the webhook answered no SubjectAccessReview");
  const why = getOwn(status, "reason");
  const reason = typeof why === "string" && why !== "" ? { reason: why } : {};
  // Who says both means no.
  if (getOwn(status, "denied") === true) return { decision: "deny", ...reason };
  return { decision: getOwn(status, "allowed") === true ? "allow" : "no-opinion", ...reason };
}

function describeQuestion({ user, request }: AccessQuestion, version: string): JsonObject {
  const { name, uid = "", groups, extra = {} } = user;
  const { isResource, path, verb } = request;
  const extras = Object.entries(extra).map(([key, values]) => [key, [...values]]);
  return {
    ...(isResource
      ? { resourceAttributes: describeResource(request) }
      : { nonResourceAttributes: definedTexts({ path, verb }) }),
    ...definedTexts({ user: name }),
    // The older version has another name for it.
    ...(groups.length > 0 && { [version === "v1beta1" ? "group" : "groups"]: [...groups] }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras) }),
    ...definedTexts({ uid }),
  };
}

function describeResource(request: RequestInfo): JsonObject {
  const { namespace, verb, group, version, resource, subresource, name } = request;
  const fields = fieldRequirements(request.fieldSelector);
  const labels = labelRequirements(request.labelSelector);
  return {
    ...definedTexts({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length > 0 && { fieldSelector: { requirements: fields } }),
    ...(labels.length > 0 && { labelSelector: { requirements: labels } }),
  };
}

/** Selectors only narrow what is asked for: one that cannot be read is left out, and the question is a wider one. */
function fieldRequirements(text: string): JsonObject[] {
  const requirements = readable(() => (text === "" ? [] : parseFieldSelector(text).requirements));
  return requirements.map(({ field, operator, value }) => ({
    key: field,
    operator: operator === "!=" ? "NotIn" : "In",
    values: [value],
  }));
}

const labelOperators: Readonly<Record<string, string>> = {
  "=": "In",
  "==": "In",
  in: "In",
  "!=": "NotIn",
  notin: "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
};

function labelRequirements(text: string): JsonObject[] {
  const requirements = readable(() => (text === "" ? [] : parseLabelSelector(text).requirements));
  return requirements.flatMap(({ key, operator, values }) => {
    const word = labelOperators[operator];
    return word === undefined ? [] : [{ key, operator: word, ...(values.length > 0 && { values: [...values] }) }];
  });
}

function readable<Requirement>(read: () => readonly Requirement[]): readonly Requirement[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function definedTexts(texts: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}
