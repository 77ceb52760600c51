/** What nobody may stand in the way of: the objects by which admission itself is set up, or nothing could ever be repaired. */
import type { AdmissionAttributes } from "../admission.ts";

const kinds: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
]);

export function isExempt({ kind }: AdmissionAttributes): boolean {
  return kind.group === "admissionregistration.k8s.io" && kinds.has(kind.kind);
}
