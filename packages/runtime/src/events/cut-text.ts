/** Texts that have to fit: the server counts bytes, and people should see that something is missing. */
import { Buffer } from "node:buffer";

const ending = "…";

/** The text itself, or as much of it as fits into so many bytes of UTF-8 together with an ellipsis; no character is cut in two. */
export function cutText(text: string, maxBytes: number): string {
  const whole = text.toWellFormed();
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  // Every unit is a byte at least, so that a text of any size costs no more than the limit.
  const bytes = Buffer.from(whole.slice(0, maxBytes));
  let length = maxBytes - Buffer.byteLength(ending);
  while (isContinuation(bytes[length])) length -= 1;
  return `${bytes.toString("utf8", 0, length)}${ending}`;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
