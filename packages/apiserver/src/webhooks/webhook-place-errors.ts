/** What is wrong with the place where a webhook is said to be: its URL, or its Service. */
import { FieldError, type FieldPath, validateDns1123Subdomain } from "@pintle/machinery";
import type { WebhookClientConfig } from "./webhook-connection.ts";

export function validateWebhookPlace({ url, service }: WebhookClientConfig, path: FieldPath): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [FieldError.required(path, "exactly one of url or service is required")];
  }
  return url === undefined
    ? validateService(service ?? {}, path.child("service"))
    : validateWebhookUrl(url, path.child("url"));
}

const form = "; desired format: https://host[/path]";

function validateWebhookUrl(text: string, path: FieldPath): FieldError[] {
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
function validateService(service: NonNullable<WebhookClientConfig["service"]>, path: FieldPath): FieldError[] {
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
