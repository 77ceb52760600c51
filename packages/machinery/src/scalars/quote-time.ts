/** Quotes text as the messages of Go's time package do: byte by byte, with everything beyond ASCII in hexadecimal. */
import { Buffer } from "node:buffer";

export function quoteTime(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  return `"${bytes.replace(/["\\]|[^ -\x7f]/g, escapeByte)}"`;
}

function escapeByte(byte: string): string {
  if (byte === '"' || byte === "\\") return `\\${byte}`;
  return `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
