/** Percent escapes in the parts of a URL, on bytes as characters, by Go's choice of what needs escaping where. */
import { quoteGo } from "@pintle/machinery";

export type UrlPart = "path" | "query" | "fragment" | "user" | "host" | "zone";

/** What is wrong with a part of a URL; whoever parses the whole says in which. */
export class UrlProblem extends Error {
  override readonly name = "UrlProblem";
}

const hostCharacters = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/;

/** The bytes that stand for themselves. */
const plainCharacters: Record<UrlPart, RegExp> = {
  path: /[A-Za-z0-9\-_.~$&+,/:;=@]/,
  query: /[A-Za-z0-9\-_.~]/,
  fragment: /[A-Za-z0-9\-_.~$&+,/:;=?@!()*]/,
  user: /[A-Za-z0-9\-_.~$&+,;=]/,
  host: hostCharacters,
  zone: hostCharacters,
};

export function escapeUrl(bytes: string, part: UrlPart): string {
  const isPlain = plainCharacters[part];
  return Array.from(bytes, (byte) => (isPlain.test(byte) ? byte : escapeByte(byte))).join("");
}

function escapeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Whether a text is already escaped as far as it must be, though perhaps not as `escapeUrl` would do it. */
export function isValidUrlEncoding(bytes: string, part: UrlPart): boolean {
  return Array.from(bytes).every((byte) => /[!$&'()*+,;=:@[\]%]/.test(byte) || plainCharacters[part].test(byte));
}

export function unescapeUrl(bytes: string, part: UrlPart): string {
  let result = "";
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes.charAt(index);
    if (byte === "%") {
      result += unescapeByte(bytes.slice(index, index + 3), part);
      index += 2;
    } else if (byte === "+" && part === "query") {
      result += " ";
    } else {
      refuseInHost(byte, part);
      result += byte;
    }
  }
  return result;
}

function unescapeByte(sequence: string, part: UrlPart): string {
  if (!/^%[0-9a-fA-F]{2}$/.test(sequence)) throw new UrlProblem(`invalid URL escape ${quoteGo(sequence)}`);
  const code = Number.parseInt(sequence.slice(1), 16);
  const byte = String.fromCharCode(code);
  // In a host only bytes beyond ASCII may be escaped, and the percent sign; in a zone what could stand there unescaped, and the space.
  const isAllowed =
    sequence === "%25" ||
    (part === "host" ? code >= 0x80 : part !== "zone" || byte === " " || plainCharacters.host.test(byte));
  if (!isAllowed) throw new UrlProblem(`invalid URL escape ${quoteGo(sequence)}`);
  return byte;
}

function refuseInHost(byte: string, part: UrlPart): void {
  if (part !== "host" && part !== "zone") return;
  if (byte < "\x80" && !plainCharacters[part].test(byte)) {
    throw new UrlProblem(`invalid character ${quoteGo(byte)} in host name`);
  }
}
