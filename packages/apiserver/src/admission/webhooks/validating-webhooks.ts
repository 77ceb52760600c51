/** Asks all validating webhooks that are for a request at the same time. One that says no is enough. */
import type { AdmissionAttributes } from "../admission.ts";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { isExempt } from "../match/exemptions.ts";
import type { MatchedResource } from "../match/matcher.ts";
import { VersionedObjects } from "../match/versioned-objects.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { askWebhook } from "./ask-webhook.ts";
import { annotate } from "./audit-annotations.ts";
import { WebhookCallError } from "./webhook-errors.ts";
import { checkTimeLeft, createWebhookSource, type WebhookAdmissionOptions } from "./webhook-source.ts";

interface Invocation {
  readonly webhook: AdmissionWebhook;
  readonly matched: MatchedResource;
}

export function createValidatingWebhooks(options: WebhookAdmissionOptions): AdmissionPlugin {
  const source = createWebhookSource("validatingwebhookconfigurations", options);
  return {
    async validate(attributes) {
      if (isExempt(attributes)) return;
      const webhooks = await source.list();
      if (webhooks.length === 0) return;
      const objects = new VersionedObjects(attributes);
      const invocations: Invocation[] = [];
      for (const webhook of webhooks) {
        const matched = await source.match(webhook, attributes, objects);
        if (matched) invocations.push({ webhook, matched });
      }
      if (invocations.length > 0) await askAll(invocations, attributes, objects);
    },
  };
}

/** Waits for all of them, because each may have effects of its own; the first that failed is told. */
async function askAll(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
  objects: VersionedObjects,
): Promise<void> {
  for (const { matched } of invocations) await objects.showAs(matched);
  checkTimeLeft(attributes);
  const failures: unknown[] = [];
  await Promise.all(
    invocations.map(async ({ webhook, matched }, index) => {
      try {
        await askWebhook(webhook, attributes, matched, await objects.showAs(matched), false);
      } catch (error) {
        if (!isForgiven(error, webhook, attributes, index)) failures.push(error);
      }
    }),
  );
  const [first] = failures;
  if (first !== undefined) throw first instanceof WebhookCallError ? first.toApiError() : first;
}

function isForgiven(
  error: unknown,
  { name, failurePolicy }: AdmissionWebhook,
  { context }: AdmissionAttributes,
  index: number,
): boolean {
  if (!(error instanceof WebhookCallError) || failurePolicy !== "Ignore") return false;
  context.logger.warn("a webhook failed and is passed over", { webhook: name, error });
  annotate(context, `failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, name);
  return true;
}
