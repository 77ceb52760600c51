/** Turns bytes into text without changing any: a byte order mark stays, and invalid UTF-8 is refused, not replaced. */
import { Buffer } from "node:buffer";
import { JsonError } from "./json-error.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    const text = lenient.decode(bytes);
    throw new JsonError("invalid UTF-8", text, indexOfReplaced(bytes, text));
  }
}

/** Where the text has a replacement character that the bytes do not have. */
function indexOfReplaced(bytes: Uint8Array, text: string): number {
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    const isWritten = bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;
    if (!isWritten) return at;
    offset += 3;
    from = at + 1;
  }
  return text.length;
}
