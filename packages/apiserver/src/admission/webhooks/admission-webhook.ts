/** The webhooks of a configuration, worked out once: whom they are for, where they are, and what becomes of requests when they fail. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, lazyCode } from "@pintle/machinery";
import { metadataText, textOf, textsOf } from "../../registry/object-metadata.ts";
import type { ConnectWebhook, WebhookClientConfig, WebhookConnection } from "../../webhooks/webhook-connection.ts";
import type { CompiledExpression } from "../expressions/compile-expression.ts";
import { type MatchCriteria, readSelector } from "../match/match-request.ts";
import { readMatchRules } from "../match/matcher.ts";

export interface AdmissionWebhook {
  /** As messages name it. */
  readonly name: string;
  /** The name of its configuration. */
  readonly configuration: string;
  /** Tells it from all others. */
  readonly uid: string;
  readonly criteria: MatchCriteria;
  readonly failurePolicy: "Fail" | "Ignore";
  readonly isSafeOnDryRun: boolean;
  readonly isReinvocable: boolean;
  readonly timeoutMs: number;
  readonly reviewVersions: readonly string[];
  /** Throws an `Error` where the webhook cannot be reached as it is configured. */
  connect(): WebhookConnection;
  /** `undefined` where there are none. */
  readonly conditions: (() => Promise<readonly CompiledExpression[]>) | undefined;
}

const defaultTimeoutSeconds = 10;

export function compileWebhooks(configuration: JsonObject, connect: ConnectWebhook): readonly AdmissionWebhook[] {
  const webhooks = getOwn(configuration, "webhooks");
  if (!Array.isArray(webhooks)) return [];
  const name = metadataText(configuration, "name");
  const seen = new Map<string, number>();
  return webhooks.filter(isJsonObject).map((webhook) => {
    const own = textOf(webhook, "name");
    const count = seen.get(own) ?? 0;
    seen.set(own, count + 1);
    return compileWebhook(webhook, name, `${name}/${own}/${count}`, connect);
  });
}

function compileWebhook(
  webhook: JsonObject,
  configuration: string,
  uid: string,
  connect: ConnectWebhook,
): AdmissionWebhook {
  const sideEffects = textOf(webhook, "sideEffects");
  const seconds = getOwn(webhook, "timeoutSeconds");
  let connection: WebhookConnection | undefined;
  return {
    name: textOf(webhook, "name"),
    configuration,
    uid,
    criteria: {
      rules: readMatchRules(getOwn(webhook, "rules")),
      matchPolicy: textOf(webhook, "matchPolicy") === "Equivalent" ? "Equivalent" : "Exact",
      namespaceSelector: readSelector(getOwn(webhook, "namespaceSelector")),
      objectSelector: readSelector(getOwn(webhook, "objectSelector")),
    },
    failurePolicy: textOf(webhook, "failurePolicy") === "Ignore" ? "Ignore" : "Fail",
    isSafeOnDryRun: sideEffects === "None" || sideEffects === "NoneOnDryRun",
    isReinvocable: textOf(webhook, "reinvocationPolicy") === "IfNeeded",
    timeoutMs: (typeof seconds === "number" ? seconds : defaultTimeoutSeconds) * 1_000,
    reviewVersions: textsOf(webhook, "admissionReviewVersions"),
    connect() {
      connection ??= connect((getOwn(webhook, "clientConfig") ?? {}) as WebhookClientConfig);
      return connection;
    },
    conditions: compileConditions(getOwn(webhook, "matchConditions")),
  };
}

/** Expressions are a large part of the server's code, and few webhooks have any. */
const loadConditions = lazyCode(() => import("./webhook-conditions.ts"));

function compileConditions(conditions: JsonValue | undefined): AdmissionWebhook["conditions"] {
  if (!Array.isArray(conditions) || conditions.length === 0) return undefined;
  let compiling: Promise<readonly CompiledExpression[]> | undefined;
  return () => {
    compiling ??= loadConditions().then(({ compileConditions }) => compileConditions(conditions));
    return compiling;
  };
}
