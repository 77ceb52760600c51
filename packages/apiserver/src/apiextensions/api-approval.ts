/** The groups of the Kubernetes community are not for everybody: definitions in them need an approval, or have to say that there is none. */
import { FieldError, fieldPath } from "@pintle/machinery";
import type { Definition, DefinitionCondition } from "./definition.ts";

const annotation = "api-approved.kubernetes.io";
const see = "see https://github.com/kubernetes/enhancements/pull/1111";

export type ApprovalState = "missing" | "invalid" | "approved" | "bypassed";

export function isProtectedGroup(group: string): boolean {
  return ["k8s.io", "kubernetes.io"].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

export function approvalOf({ metadata }: Definition): { readonly state: ApprovalState; readonly why: string } {
  const text = metadata.annotations?.[annotation] ?? "";
  if (text === "") {
    return { state: "missing", why: `protected groups must have approval annotation "${annotation}", ${see}` };
  }
  if (text.startsWith("unapproved")) return { state: "bypassed", why: `not approved: ${JSON.stringify(text)}` };
  if (isUrl(text)) return { state: "approved", why: `approved in ${text}` };
  const why = `protected groups must have approval annotation "${annotation}" with either a URL or a reason starting with "unapproved", ${see}`;
  return { state: "invalid", why };
}

function isUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.host !== "";
}

/** An update may leave the state as it is, whatever it is. */
export function validateApproval(definition: Definition, old?: Definition): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) return [];
  const { state, why } = approvalOf(definition);
  if (state === "approved" || state === "bypassed" || (old && approvalOf(old).state === state)) return [];
  const path = fieldPath("metadata", "annotations").key(annotation);
  return state === "missing"
    ? [FieldError.required(path, why)]
    : [FieldError.invalid(path, definition.metadata.annotations?.[annotation] ?? "", why)];
}

/** What the status says about it; nothing for groups that need no approval. */
export function approvalCondition(definition: Definition): DefinitionCondition | undefined {
  if (!isProtectedGroup(definition.spec.group)) return undefined;
  const { state, why } = approvalOf(definition);
  const type = "KubernetesAPIApprovalPolicyConformant";
  const status = state === "approved" ? "True" : "False";
  return { type, status, reason: reasons[state], message: why };
}

const reasons: Readonly<Record<ApprovalState, string>> = {
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
};
