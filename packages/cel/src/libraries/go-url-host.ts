/** The host of a URL with its port: a name, an IPv4 address, or an IPv6 address in brackets. */
import { quoteGo } from "@pintle/machinery";
import { type IpAddress, IpParseError, parseIpAddress } from "./ip-address.ts";
import { UrlProblem, unescapeUrl } from "./url-escaping.ts";

/** The host, unescaped; throws a `UrlProblem` for what cannot be one. */
export function parseUrlHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf("[");
  if (bracket > 0) throw new UrlProblem("invalid IP-literal");
  if (bracket === 0) return parseBracketedHost(host);
  // Databases are addressed by lists of hosts with ports, so only the schemes of the web refuse a second colon.
  const colon = scheme === "http" || scheme === "https" ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon >= 0) refuseBadPort(host.slice(colon));
  return unescapeUrl(host, "host");
}

/** A host without brackets and its port; a port that is no number counts to the host. */
export function splitHostPort(hostPort: string): { readonly hostname: string; readonly port: string } {
  const colon = hostPort.lastIndexOf(":");
  const hasPort = colon >= 0 && isPort(hostPort.slice(colon));
  const host = hasPort ? hostPort.slice(0, colon) : hostPort;
  return {
    hostname: host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host,
    port: hasPort ? hostPort.slice(colon + 1) : "",
  };
}

function parseBracketedHost(host: string): string {
  const end = host.lastIndexOf("]");
  if (end < 0) throw new UrlProblem("missing ']' in host");
  refuseBadPort(host.slice(end + 1));
  const port = unescapeUrl(host.slice(end + 1), "host");
  const literal = host.slice(1, end);
  const zone = literal.indexOf("%25");
  const hostname =
    zone < 0
      ? unescapeUrl(literal, "host")
      : unescapeUrl(literal.slice(0, zone), "host") + unescapeUrl(literal.slice(zone), "zone");
  if (parseLiteral(hostname).family === 4) throw new UrlProblem("invalid IP-literal");
  return `[${hostname}]${port}`;
}

function parseLiteral(hostname: string): IpAddress {
  try {
    return parseIpAddress(hostname);
  } catch (error) {
    if (error instanceof IpParseError) throw new UrlProblem(`invalid host: ${error.message}`);
    throw error;
  }
}

function refuseBadPort(port: string): void {
  if (port !== "" && !isPort(port)) throw new UrlProblem(`invalid port ${quoteGo(port)} after host`);
}

/** A colon and a number, which may be empty. */
function isPort(text: string): boolean {
  return /^:[0-9]*$/.test(text);
}
