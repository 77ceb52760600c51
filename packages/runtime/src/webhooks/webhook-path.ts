/** Where webhooks are found: by the kind that they are for, in the form that kubebuilder gave these paths, or where somebody says. */
import { type GroupVersionKind, UsageError } from "@pintle/machinery";

/** Where all kinds are converted, unless somebody says otherwise: the question says between which versions of which. */
export const conversionPath = "/convert";

/** `/mutate-apps-v1-deployment`; the core group leaves two dashes, `/validate--v1-pod`. */
export function webhookPathOf(purpose: "mutate" | "validate", { group, version, kind }: GroupVersionKind): string {
  return `/${purpose}-${group.replaceAll(".", "-")}-${version}-${kind.toLowerCase()}`;
}

/** Where admission of a kind is served: by the kind, or where its options say. */
export function admissionPathOf(
  purpose: "mutate" | "validate",
  kind: GroupVersionKind,
  paths: { readonly mutate?: string; readonly validate?: string } = {},
): string {
  return checkWebhookPath(paths[purpose] ?? webhookPathOf(purpose, kind));
}

const allowed = /^((\/[a-zA-Z0-9-_]+)+|\/)$/;

export function checkWebhookPath(path: string): string {
  if (allowed.test(path)) return path;
  throw new UsageError(
    "PINTLE_WEBHOOK_PATH_INVALID",
    `${JSON.stringify(path)} cannot be the path of a webhook: write parts of letters, digits, "-" and "_" behind slashes, as "/validate-pods"`,
  );
}
