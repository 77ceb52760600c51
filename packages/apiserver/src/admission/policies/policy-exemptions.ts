/** What policies are never asked about: the policies themselves, or no mistake in one could be undone, and reviews, which are only questions. */
import type { AdmissionAttributes } from "../admission.ts";

const exempt: Readonly<Record<string, ReadonlySet<string>>> = {
  "admissionregistration.k8s.io": new Set([
    "mutatingadmissionpolicies",
    "mutatingadmissionpolicybindings",
    "validatingadmissionpolicies",
    "validatingadmissionpolicybindings",
  ]),
  "authentication.k8s.io": new Set(["selfsubjectreviews", "tokenreviews"]),
  "authorization.k8s.io": new Set([
    "localsubjectaccessreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
    "subjectaccessreviews",
  ]),
};

export function isExemptFromPolicies({ endpoint }: AdmissionAttributes): boolean {
  const { group, resource } = endpoint.groupResource;
  return Object.hasOwn(exempt, group) && exempt[group]?.has(resource) === true;
}
