/** What is wrong with the way in which versions are converted. Paths are those of an older version of the API. */
import { FieldError, type FieldPath, validateDns1035Label, validateDns1123Subdomain } from "@pintle/machinery";
import { complainOfCaBundle } from "../conversion/ca-bundle.ts";
import type { DefinitionConversion, DefinitionWebhook } from "../definition.ts";

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

function validateClientConfig(config: DefinitionWebhook, path: FieldPath, needsCertificates: boolean): FieldError[] {
  const { url, service, caBundle = "" } = config;
  const complaint = needsCertificates && caBundle !== "" ? complainOfCaBundle(caBundle) : undefined;
  const bundle = complaint === undefined ? [] : [FieldError.invalid(path.child("caBundle"), caBundle, complaint)];
  if ((url === undefined) === (service === undefined)) {
    return [FieldError.required(path, "exactly one of url or service is required"), ...bundle];
  }
  const place =
    url === undefined
      ? validateService(service ?? {}, path.child("service"))
      : validateWebhookUrl(url, path.child("url"));
  return [...place, ...bundle];
}

const form = "; desired format: https://host[/path]";

export function validateWebhookUrl(text: string, path: FieldPath): FieldError[] {
  const found =
    /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(text);
  const [, scheme = "", user, host = "", query = "", fragment = ""] = found ?? [];
  const errors: FieldError[] = [];
  if (scheme.toLowerCase() !== "https") {
    errors.push(FieldError.invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`));
  }
  if (host === "") errors.push(FieldError.invalid(path, host, `host must be specified${form}`));
  if (user !== undefined) {
    errors.push(FieldError.invalid(path, user, "user information is not permitted in the URL"));
  }
  if (fragment !== "") errors.push(FieldError.invalid(path, fragment, "fragments are not permitted in the URL"));
  if (query !== "") errors.push(FieldError.invalid(path, query, "query parameters are not permitted in the URL"));
  return errors;
}

const maxPort = 65_535;

/** Upstream takes name and namespace for each other here, and so a missing one is told as the other. */
function validateService(service: NonNullable<DefinitionWebhook["service"]>, path: FieldPath): FieldError[] {
  const { name, namespace, port = 443, path: urlPath = "" } = service;
  const errors: FieldError[] = [];
  if (!namespace) errors.push(FieldError.required(path.child("name"), ""));
  if (!name) errors.push(FieldError.required(path.child("namespace"), ""));
  if (port < 1 || port > maxPort) {
    const detail = `port is not valid: must be between 1 and ${maxPort}, inclusive`;
    errors.push(FieldError.invalid(path.child("port"), port, detail));
  }
  return [...errors, ...validateUrlPath(urlPath, path.child("path"))];
}

function validateUrlPath(urlPath: string, path: FieldPath): FieldError[] {
  if (urlPath === "" || urlPath === "/") return [];
  const complain = (detail: string) => FieldError.invalid(path, urlPath, detail);
  if (urlPath === "//") return [complain("segment[0] may not be empty")];
  const errors = urlPath.startsWith("/") ? [] : [complain("must start with a '/'")];
  const steps = urlPath.slice(1).replace(/\/$/, "").split("/");
  for (const [index, step] of steps.entries()) {
    if (step === "") errors.push(complain(`segment[${index}] may not be empty`));
    else errors.push(...validateDns1123Subdomain(step).map((why) => complain(`segment[${index}]: ${why}`)));
  }
  return errors;
}
