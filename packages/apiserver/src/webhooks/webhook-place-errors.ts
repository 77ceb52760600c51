/** What is wrong with the place where a webhook is said to be: its URL, or its Service. */
import { FieldError, type FieldPath, quoteGo, validateDns1123Subdomain } from "@pintle/machinery";
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
  const complaint = complainOfUrl(text, host);
  if (complaint !== undefined) {
    const why = `url must be a valid URL: parse ${quoteGo(text)}: ${complaint}`;
    return [FieldError.required(path, why + form)];
  }
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

/** What keeps Go from reading a URL, in its words. */
function complainOfUrl(text: string, host: string): string | undefined {
  if (text.startsWith(":")) return "missing protocol scheme";
  if (/[\p{Cc}]/u.test(text.replace(/[\x80-\x9f]/g, ""))) return "net/url: invalid control character in URL";
  const [bracketed] = /^\[[^\]]*\]/.exec(host) ?? [];
  if (host.startsWith("[") && bracketed === undefined) return "missing ']' in host";
  const port = bracketed === undefined ? (/:.*$/.exec(host)?.[0] ?? "") : host.slice(bracketed.length);
  if (!/^(?::[0-9]*)?$/.test(port)) return `invalid port ${quoteGo(port)} after host`;
  // No escape is of use in a host, unless it is one for a character beyond ASCII.
  const [path = ""] = text.split("?", 1);
  const [escaped] = /%(?![89a-fA-F][0-9a-fA-F]).{0,2}/.exec(host) ?? /%(?![0-9a-fA-F]{2}).{0,2}/.exec(path) ?? [];
  if (escaped !== undefined) return `invalid URL escape ${quoteGo(escaped)}`;
  const [character] = /[^\w\-.~!$&'()*+,;=:[\]<>"%\x80-\u{10ffff}]/u.exec(host) ?? [];
  return character === undefined ? undefined : `invalid character ${quoteGo(character)} in host name`;
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
