/** Everything in a program that judges objects: the admission of its operators, and its webhooks. */
import type { AnyKind } from "@pintle/machinery";
import type { AdmissionWebhookOptions } from "@pintle/runtime";
import { readableKinds } from "../operator/reads.ts";
import { isOperator, isWebhookDefinition, type ProgramPart, type ProgramParts } from "../run/program-parts.ts";
import { checkAdmission } from "./check-admission.ts";

export interface Admission {
  readonly kind: AnyKind;
  /** In configurations, before the group: `modelbox`. */
  readonly name: string;
  readonly options: AdmissionWebhookOptions<AnyKind>;
}

export function admissionsOf(parts: ProgramParts): readonly Admission[] {
  return parts.flatMap((part) => {
    const found = admissionOf(part);
    if (found === undefined) return [];
    checkAdmission(found.kind, found.options);
    return [found];
  });
}

function admissionOf(part: ProgramPart): Admission | undefined {
  if (isWebhookDefinition(part)) {
    const { kind, name, admission } = part;
    if (name === undefined) return { kind, name: nameOf(kind), options: admission };
    return {
      kind,
      name,
      options: { ...admission, paths: { mutate: `/mutate-${name}`, validate: `/validate-${name}` } },
    };
  }
  if (!isOperator(part)) return undefined;
  const { resource, definition } = part;
  const admission = definition.admission as AdmissionWebhookOptions<AnyKind> | undefined;
  if (admission === undefined) return undefined;
  // What is found in memory, before `desired`, is found at the webhook.
  const options = { ...admission, reads: [...new Set(readableKinds(part))] };
  return { kind: resource, name: nameOf(resource), options };
}

function nameOf({ kind }: AnyKind): string {
  return kind.toLowerCase();
}
