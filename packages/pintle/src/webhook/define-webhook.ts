/**
 * Admission of objects of any kind, also of those that no operator of ours owns.
 *
 * ```ts
 * export const podDefaults = defineWebhook(Pod, {
 *   operations: ["CREATE"],
 *   reads: [Namespace],
 *   default: (pod, review) => {
 *     const team = review.read(Namespace, review.namespace)?.metadata.labels?.team;
 *     if (team !== undefined) pod.metadata.labels = { team, ...pod.metadata.labels };
 *   },
 *   validate: (pod, review) => { if (pod.spec?.hostNetwork) review.deny("spec.hostNetwork", "is for system pods"); },
 * });
 * ```
 *
 * `validate` runs when objects are created and updated, and with `deletes: true` before they are deleted, too.
 */
import { type AnyKind, UsageError, validateDns1123Label } from "@pintle/machinery";
import type { AdmissionWebhookOptions } from "@pintle/runtime";
import { checkAdmission } from "./check-admission.ts";
import type { WebhookDeclaration, WebhookDefinition } from "./webhook-definition.ts";

export function defineWebhook<K extends AnyKind>(kind: K, declaration: WebhookDeclaration<K>): WebhookDefinition {
  const { name, ...admission } = declaration;
  if (name !== undefined) checkName(kind, name);
  const judged = admission as unknown as AdmissionWebhookOptions<AnyKind>;
  checkAdmission(kind, judged);
  return { type: "webhook", kind, name, admission: judged };
}

function checkName(kind: AnyKind, name: string): void {
  const [complaint] = validateDns1123Label(name);
  if (complaint === undefined) return;
  throw new UsageError(
    "PINTLE_WEBHOOK_NAME_INVALID",
    `the webhook for ${kind.kind} cannot be named ${JSON.stringify(name)}: ${complaint}`,
  );
}
