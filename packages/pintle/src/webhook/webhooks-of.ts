/** What the webhook server of a program serves: admission of its operators and webhooks, and the conversion between versions of its resources. */
import { admissionWebhook, conversionWebhook, type Webhook } from "@pintle/runtime";
import { spokesOf } from "../resource/conversion.ts";
import type { AnyResource } from "../resource/resource.ts";
import { resourcesOf } from "../run/program-kinds.ts";
import type { ProgramParts } from "../run/program-parts.ts";
import { admissionsOf } from "./admissions-of.ts";

export function webhooksOf(parts: ProgramParts): readonly Webhook[] {
  return [
    ...admissionsOf(parts).map(({ kind, options }) => admissionWebhook(kind, options)),
    ...convertedResourcesOf(parts).map((resource) => conversionWebhook(resource, spokesOf(resource))),
  ];
}

/** Those with more than one version: their definitions have to say whom to ask. */
export function convertedResourcesOf(parts: ProgramParts): readonly AnyResource[] {
  return resourcesOf(parts).filter(({ versions }) => versions.length > 0);
}
