/** Base64 as Go reads it (line breaks are skipped, padding is needed) and prints it. */
import { Buffer } from "node:buffer";
import { InvalidScalarError } from "@pintle/machinery";

const wellFormed = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The same bytes in the form that Go prints. Throws an `InvalidScalarError` that says at which character reading stopped. */
export function canonicalBase64(text: string): string {
  if (!wellFormed.test(text)) {
    const joined = text.replace(/[\r\n]/g, "");
    if (!wellFormed.test(joined)) throw new InvalidScalarError(`illegal base64 data at input byte ${faultAt(text)}`);
    return canonicalBase64(joined);
  }
  // Only the bits behind the last byte can be written in several ways.
  return text.endsWith("=") ? Buffer.from(text, "base64").toString("base64") : text;
}

/** Where Go's reader, which takes four characters at a time, notices that it cannot go on. */
function faultAt(text: string): number {
  let taken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\r" || character === "\n") continue;
    if (/[A-Za-z0-9+/]/.test(character)) {
      taken += 1;
      continue;
    }
    if (character !== "=" || taken % 4 < 2) return at;
    return faultInPadding(text, at, taken % 4);
  }
  return text.length - (taken % 4);
}

function faultInPadding(text: string, at: number, taken: number): number {
  let next = skipBreaks(text, at + 1);
  if (taken === 2) {
    if (next >= text.length) return text.length;
    if (text.charAt(next) !== "=") return next;
    next = skipBreaks(text, next + 1);
  }
  return next;
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === "\r" || text.charAt(at) === "\n") at += 1;
  return at;
}
