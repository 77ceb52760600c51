/** Asks the mutating webhooks that are for a request one after the other; each sees what those before it made of the object. */
import { equalJson, type JsonObject, readJson, writeJson } from "@pintle/machinery";
import type { RequestContext } from "../../pipeline/request-context.ts";
import type { AdmissionAttributes } from "../admission.ts";
import type { AdmissionPlugin } from "../admission-plugin.ts";
import { isExempt } from "../match/exemptions.ts";
import type { MatchedResource } from "../match/matcher.ts";
import { fromMatched, VersionedObjects } from "../match/versioned-objects.ts";
import { Reinvocation } from "../reinvocation.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { askWebhook } from "./ask-webhook.ts";
import { annotate } from "./audit-annotations.ts";
import { WebhookCallError } from "./webhook-errors.ts";
import { applyWebhookPatch } from "./webhook-patch.ts";
import { checkTimeLeft, createWebhookSource, type WebhookAdmissionOptions } from "./webhook-source.ts";

export function createMutatingWebhooks(options: WebhookAdmissionOptions): AdmissionPlugin {
  const source = createWebhookSource("mutatingwebhookconfigurations", options);
  const plugin: AdmissionPlugin = {
    async mutate(attributes, round) {
      if (isExempt(attributes)) return attributes.object;
      const webhooks = await source.list();
      if (webhooks.length === 0) return attributes.object;
      const reinvocation = Reinvocation.of(round, plugin);
      if (round.index === 1) reinvocation.noteInput(attributes.object);
      let current = attributes;
      let objects = new VersionedObjects(current);
      for (const [index, webhook] of webhooks.entries()) {
        const matched = await source.match(webhook, current, objects);
        // Who was not asked in the first round is not asked in the second, whatever the object has become.
        if (!matched || (round.index === 1 && !reinvocation.isDue(webhook.uid))) continue;
        const call = { webhook, matched, objects, place: `round_${round.index}_index_${index}` };
        const object = await mutateBy(call, current);
        if (object !== current.object) {
          current = { ...current, object };
          objects = new VersionedObjects(current);
          reinvocation.noteChange();
          round.requireAnother();
        }
        if (webhook.isReinvocable) reinvocation.addAsked(webhook.uid);
      }
      reinvocation.keepOutput(current.object);
      return current.object;
    },
  };
  return plugin;
}

interface MutatingCall {
  readonly webhook: AdmissionWebhook;
  readonly matched: MatchedResource;
  readonly objects: VersionedObjects;
  /** Which call of the request it is, in the keys of annotations. */
  readonly place: string;
}

/** The object as the webhook leaves it: the very same where it changed nothing. */
async function mutateBy(call: MutatingCall, attributes: AdmissionAttributes): Promise<JsonObject | undefined> {
  const { webhook, place } = call;
  const { context, object } = attributes;
  let changed: JsonObject | undefined;
  try {
    changed = await ask(call, attributes);
  } catch (error) {
    if (!(error instanceof WebhookCallError)) throw error;
    if (webhook.failurePolicy !== "Ignore") throw error.toApiError();
    context.logger.warn("a webhook failed and is passed over", { webhook: webhook.name, error });
    annotate(context, `failed-open.mutation.webhook.admission.k8s.io/${place}`, webhook.name);
    checkTimeLeft(attributes);
  }
  const { configuration, name } = webhook;
  const told = JSON.stringify({ configuration, webhook: name, mutated: changed !== undefined });
  annotate(context, `mutation.webhook.admission.k8s.io/${place}`, told);
  return changed ?? object;
}

async function ask(call: MutatingCall, attributes: AdmissionAttributes): Promise<JsonObject | undefined> {
  const { webhook, matched, objects } = call;
  const shown = await objects.showAs(matched);
  const response = await askWebhook(webhook, attributes, matched, shown, true);
  const patched = applyWebhookPatch(webhook.name, attributes, matched, shown.object, response);
  if (!patched || !response.patch) return undefined;
  annotatePatch(call, attributes.context, response.patch);
  return equalJson(patched, shown.object ?? null) ? undefined : fromMatched(attributes, matched, patched);
}

/** A patch tells what is in the object, so that only those read it who read objects. */
function annotatePatch({ webhook, place }: MutatingCall, context: RequestContext, bytes: Uint8Array): void {
  if (!context.audit?.tells("Request")) return;
  const { configuration, name } = webhook;
  const patch = readJson(bytes).value;
  const told = writeJson({ configuration, webhook: name, patch, patchType: "JSONPatch" });
  annotate(context, `patch.webhook.admission.k8s.io/${place}`, told);
}
