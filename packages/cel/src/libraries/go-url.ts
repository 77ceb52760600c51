/**
 * URLs by the rules of Go's net/url, which Kubernetes parses them with. The URL of JavaScript follows another standard: it
 * normalizes hosts and paths and accepts what Go refuses.
 *
 * Everything works on bytes, one character each (latin1), because escapes and limits are defined on bytes.
 */

import { Buffer } from "node:buffer";
import { quoteGo } from "@pintle/machinery";
import { parseUrlHost } from "./go-url-host.ts";
import { escapeUrl, isValidUrlEncoding, type UrlPart, UrlProblem, unescapeUrl } from "./url-escaping.ts";

/** All parts as bytes; `undefined` where a part is absent rather than empty. */
export interface GoUrl {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: { readonly name: string; readonly password: string | undefined } | undefined;
  readonly host: string;
  readonly path: EscapedText;
  readonly query: string;
  /** A `?` with nothing after it. */
  readonly hasEmptyQuery: boolean;
  /** `scheme:/path`, without the two slashes of a host. */
  readonly isHostOmitted: boolean;
  readonly fragment: EscapedText;
}

/** A path or a fragment: as it was written, and what that stands for. */
interface EscapedText {
  readonly text: string;
  readonly raw: string;
}

/** A text that is no URL. */
export class UrlParseError extends Error {
  override readonly name = "UrlParseError";
}

/** Requires what the format `uri` does: a scheme, or a path from the root. A fragment counts to the path or the query. */
export function parseRequestUri(text: string): GoUrl {
  return explain(text, () => parse(toBytes(text), true));
}

/** Relative URLs too, and a fragment at the end. */
export function parseUrl(text: string): GoUrl {
  const [before, fragment] = cut(toBytes(text), "#");
  const url = explain(fromBytes(before), () => parse(before, false));
  if (fragment === undefined || fragment === "") return url;
  return explain(text, () => ({ ...url, fragment: { raw: fragment, text: unescapeUrl(fragment, "fragment") } }));
}

export function formatUrl(url: GoUrl): string {
  const scheme = url.scheme === "" ? "" : `${url.scheme}:`;
  const body = url.opaque === "" ? formatHierarchy(url) : url.opaque;
  const query = url.hasEmptyQuery || url.query !== "" ? `?${url.query}` : "";
  const fragment = url.fragment.text === "" ? "" : `#${escapedText(url.fragment, "fragment")}`;
  return fromBytes(`${scheme}${body}${query}${fragment}`);
}

/** The path as it was written where that is a proper escaping, escaped anew otherwise. */
export function escapedPath({ path }: GoUrl): string {
  return fromBytes(escapedText(path, "path"));
}

/** The parameters of the query with their values in order. What cannot be decoded is left out. */
export function queryParameters({ query }: GoUrl): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  const settings = query.split("&");
  if (settings.length > maxQueryParameters) return parameters;
  for (const setting of settings) {
    if (setting === "" || setting.includes(";")) continue;
    const [key, value = ""] = cut(setting, "=");
    try {
      const name = fromBytes(unescapeUrl(key, "query"));
      const text = fromBytes(unescapeUrl(value, "query"));
      parameters.set(name, [...(parameters.get(name) ?? []), text]);
    } catch (error) {
      if (!(error instanceof UrlProblem)) throw error;
    }
  }
  return parameters;
}

/** Go's own limit. */
const maxQueryParameters = 10_000;

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function toBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function explain<Result>(text: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UrlProblem) throw new UrlParseError(`parse ${quoteGo(text)}: ${fromBytes(error.message)}`);
    throw error;
  }
}

function parse(text: string, isRequest: boolean): GoUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlProblem("net/url: invalid control character in URL");
  if (text === "" && isRequest) throw new UrlProblem("empty url");
  if (text === "*") return { ...emptyUrl, path: { text, raw: text } };
  const [scheme, afterScheme] = splitScheme(text);
  const hasEmptyQuery = afterScheme.indexOf("?") === afterScheme.length - 1 && afterScheme !== "";
  const [rest, query = ""] = cut(afterScheme, "?");
  const url = { ...emptyUrl, scheme: scheme.toLowerCase(), query, hasEmptyQuery };
  if (!rest.startsWith("/")) {
    if (scheme !== "") return { ...url, opaque: rest };
    if (isRequest) throw new UrlProblem("invalid URI for request");
    if (rest.split("/", 1)[0]?.includes(":")) throw new UrlProblem("first path segment in URL cannot contain colon");
  }
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || (!isRequest && !rest.startsWith("///")));
  if (!hasAuthority) return { ...url, isHostOmitted: scheme !== "", path: parsePath(rest) };
  const slash = rest.indexOf("/", 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const path = slash < 0 ? "" : rest.slice(slash);
  return { ...url, ...parseAuthority(url.scheme, authority), path: parsePath(path) };
}

const emptyUrl: GoUrl = {
  scheme: "",
  opaque: "",
  user: undefined,
  host: "",
  path: { text: "", raw: "" },
  query: "",
  hasEmptyQuery: false,
  isHostOmitted: false,
  fragment: { text: "", raw: "" },
};

function splitScheme(text: string): [string, string] {
  if (text.startsWith(":")) throw new UrlProblem("missing protocol scheme");
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1];
  return scheme === undefined ? ["", text] : [scheme, text.slice(scheme.length + 1)];
}

function parsePath(raw: string): EscapedText {
  return { raw, text: unescapeUrl(raw, "path") };
}

function parseAuthority(scheme: string, authority: string): Pick<GoUrl, "user" | "host"> {
  const at = authority.lastIndexOf("@");
  const host = parseUrlHost(scheme, authority.slice(at + 1));
  if (at < 0) return { user: undefined, host };
  const userinfo = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(userinfo)) throw new UrlProblem("net/url: invalid userinfo");
  const [name, password] = cut(userinfo, ":");
  const unescapedName = unescapeUrl(name, "user");
  return { host, user: { name: unescapedName, password: password && unescapeUrl(password, "user") } };
}

function formatHierarchy(url: GoUrl): string {
  const path = escapedText(url.path, "path");
  const hasAuthority = url.scheme !== "" || url.host !== "" || url.user !== undefined;
  const isOmitted = url.isHostOmitted && url.host === "" && url.user === undefined;
  if (!hasAuthority) return path.split("/", 1)[0]?.includes(":") ? `./${path}` : path;
  if (isOmitted) return path;
  const slashes = url.host !== "" || url.path.text !== "" || url.user !== undefined ? "//" : "";
  const separator = path !== "" && !path.startsWith("/") && url.host !== "" ? "/" : "";
  return `${slashes}${formatUser(url.user)}${escapeUrl(url.host, "host")}${separator}${path}`;
}

function formatUser(user: GoUrl["user"]): string {
  if (!user) return "";
  const password = user.password === undefined ? "" : `:${escapeUrl(user.password, "user")}`;
  return `${escapeUrl(user.name, "user")}${password}@`;
}

function escapedText({ text, raw }: EscapedText, part: UrlPart): string {
  return isValidUrlEncoding(raw, part) ? raw : escapeUrl(text, part);
}

function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
