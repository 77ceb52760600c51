/** What is wrong with the way in which versions are converted. Paths are those of an older version of the API. */
import { FieldError, type FieldPath, validateDns1035Label } from "@pintle/machinery";
import type { WebhookClientConfig } from "../../webhooks/webhook-connection.ts";
import { validateWebhookPlace } from "../../webhooks/webhook-place-errors.ts";
import { complainOfCaBundle } from "../conversion/ca-bundle.ts";
import type { DefinitionConversion } from "../definition.ts";

const reviewVersions = ["v1", "v1beta1"];
const onlyForWebhooks = "should not be set when strategy is not set to Webhook";

export interface ConversionCheck {
  readonly needsKnownVersion: boolean;
  /** Whether the caBundle must hold certificates: once the definition is established. */
  readonly needsCertificates: boolean;
}

export function validateConversion(
  conversion: DefinitionConversion | undefined,
  path: FieldPath,
  { needsKnownVersion, needsCertificates }: ConversionCheck,
): FieldError[] {
  if (!conversion) return [];
  const { strategy, webhook } = conversion;
  const config = path.child("webhookClientConfig");
  const versions = webhook?.conversionReviewVersions ?? [];
  const at = path.child("conversionReviewVersions");
  const errors = validateStrategy(strategy, path.child("strategy"));
  if (strategy === "Webhook") {
    return [
      ...errors,
      ...(webhook?.clientConfig
        ? validateClientConfig(webhook.clientConfig, config, needsCertificates)
        : [FieldError.required(config, "required when strategy is set to Webhook")]),
      ...validateReviewVersions(versions, at, needsKnownVersion),
    ];
  }
  if (webhook?.clientConfig) errors.push(FieldError.forbidden(config, onlyForWebhooks));
  if (versions.length > 0) errors.push(FieldError.forbidden(at, onlyForWebhooks));
  return errors;
}

/** Whether a review of one of the versions could be sent, or nothing is said about it. */
export function hasKnownReviewVersion(conversion: DefinitionConversion | undefined): boolean {
  const versions = conversion?.webhook?.conversionReviewVersions ?? [];
  return versions.length === 0 || versions.some((version) => reviewVersions.includes(version));
}

function validateStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (!strategy) return [FieldError.required(path, "")];
  const supported = ["None", "Webhook"];
  return supported.includes(strategy) ? [] : [FieldError.notSupported(path, strategy, supported)];
}

function validateReviewVersions(versions: readonly string[], path: FieldPath, needsKnown: boolean): FieldError[] {
  if (versions.length === 0) return [FieldError.required(path, "")];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    if (seen.has(version)) errors.push(FieldError.invalid(path.index(index), version, "duplicate version"));
    else
      for (const complaint of validateDns1035Label(version)) {
        errors.push(FieldError.invalid(path.index(index), version, complaint));
      }
    seen.add(version);
  }
  if (needsKnown && !versions.some((version) => reviewVersions.includes(version))) {
    errors.push(FieldError.invalid(path, versions, `must include at least one of ${reviewVersions.join(", ")}`));
  }
  return errors;
}

function validateClientConfig(config: WebhookClientConfig, path: FieldPath, needsCertificates: boolean): FieldError[] {
  const { caBundle = "" } = config;
  const complaint = needsCertificates && caBundle !== "" ? complainOfCaBundle(caBundle) : undefined;
  const bundle = complaint === undefined ? [] : [FieldError.invalid(path.child("caBundle"), caBundle, complaint)];
  return [...validateWebhookPlace(config, path), ...bundle];
}
