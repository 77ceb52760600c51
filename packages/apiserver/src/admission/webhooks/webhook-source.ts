/** The webhooks that are stored, and those of them that are to be asked about a request. */
import { ApiError, inRealTime } from "@pintle/machinery";
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { ResourceRegistry } from "../../registry/resource-registry.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ConnectWebhook } from "../../webhooks/webhook-connection.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { followObjects } from "../followed-objects.ts";
import { findEquivalentsIn } from "../match/equivalents.ts";
import { matchRequest } from "../match/match-request.ts";
import type { MatchedResource } from "../match/matcher.ts";
import { createNamespaces } from "../match/namespaces.ts";
import type { VersionedObjects } from "../match/versioned-objects.ts";
import { type AdmissionWebhook, compileWebhooks } from "./admission-webhook.ts";

export interface WebhookAdmissionOptions {
  readonly storage: Storage;
  readonly connectWebhook: ConnectWebhook;
  /** Asked by the conditions of webhooks. */
  readonly authorizer: Authorizer;
  /** Asked for late, because admission is there before the server is. */
  readonly registry: () => ResourceRegistry;
}

export interface WebhookSource {
  /** In the order of the names of their configurations, and of their lists. */
  list(): Promise<readonly AdmissionWebhook[]>;
  /** What of the request the webhook is for. Throws an `ApiError` where that cannot be found out. */
  match(
    webhook: AdmissionWebhook,
    attributes: AdmissionAttributes,
    objects: VersionedObjects,
  ): Promise<MatchedResource | undefined>;
}

export function createWebhookSource(plural: string, options: WebhookAdmissionOptions): WebhookSource {
  const { storage, connectWebhook, authorizer, registry } = options;
  const configurations = followObjects(storage, `/registry/${plural}/`, (object) =>
    compileWebhooks(object, connectWebhook),
  );
  const tools = { namespaces: createNamespaces(storage), findEquivalents: findEquivalentsIn(registry) };
  let listed: readonly (readonly AdmissionWebhook[])[] | undefined;
  let webhooks: readonly AdmissionWebhook[] = [];
  return {
    async list() {
      const all = await configurations.list();
      if (all !== listed) {
        listed = all;
        webhooks = all.flat();
      }
      return webhooks;
    },
    async match(webhook, attributes, objects) {
      const matched = await matchRequest(webhook.criteria, attributes, tools);
      if (!matched || !webhook.conditions) return matched;
      const { askWebhookConditions } = await inRealTime(() => import("./webhook-conditions.ts"));
      const shown = await objects.showAs(matched);
      const conditions = await webhook.conditions();
      const answer = await askWebhookConditions(conditions, attributes, matched, shown, authorizer);
      if (answer.error === undefined) return answer.isMet ? matched : undefined;
      if (webhook.failurePolicy === "Ignore") return undefined;
      throw ApiError.forbidden(attributes.endpoint.groupResource, attributes.name, answer.error);
    },
  };
}

/** The request as a whole has no time left. */
export function checkTimeLeft({ context }: AdmissionAttributes): void {
  if (context.signal.aborted) throw ApiError.timeout("request did not complete within requested timeout", 0);
}
