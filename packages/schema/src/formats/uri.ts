/** What Go's `url.ParseRequestURI` accepts: an absolute URI, or a path from the root. It looks at far less than one would think. */
import { parseIp } from "./ip.ts";

export function isRequestUri(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  if (text === "" || /[\x00-\x1f\x7f]/.test(text)) return false;
  if (text === "*") return true;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0] ?? "";
  if (scheme === "" && text.startsWith(":")) return false;
  const [rest = ""] = text.slice(scheme.length).split("?", 1);
  if (!rest.startsWith("/")) return scheme !== "";
  if (scheme === "" || !rest.startsWith("//")) return hasValidEscapes(rest);
  const slash = rest.indexOf("/", 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return isAuthority(authority) && hasValidEscapes(slash < 0 ? "" : rest.slice(slash));
}

function hasValidEscapes(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf("@");
  if (at >= 0) {
    const user = authority.slice(0, at);
    if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !hasValidEscapes(user)) return false;
  }
  return isHost(authority.slice(at + 1));
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) {
    const close = host.lastIndexOf("]");
    if (close < 0 || !/^(?::[0-9]*)?$/.test(host.slice(close + 1))) return false;
    const [address = "", ...zone] = host.slice(1, close).split("%25");
    return parseIp(address, "strict") === 128 && hasValidEscapes(zone.join("%25"));
  }
  if (host.includes("[") || host.includes("]")) return /^[^:]*$/.test(host) && isPlainHost(host);
  const colon = host.indexOf(":");
  if (colon >= 0 && !/^:[0-9]*$/.test(host.slice(colon))) return false;
  return isPlainHost(host);
}

/** Escapes in a host may only stand for bytes beyond ASCII. */
function isPlainHost(host: string): boolean {
  const hasHostCharacters = /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\uffff]*$/.test(host);
  return hasHostCharacters && hasValidEscapes(host) && !/%[0-7][0-9a-fA-F]/.test(host);
}
