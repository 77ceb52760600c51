/** Turns bytes into text as Go does: each byte that is not part of valid UTF-8 becomes a replacement character of its own. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function decodeGoUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeByteByByte(bytes);
  }
}

function decodeByteByByte(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOfCharacter(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    if (at > start) pieces.push(strict.decode(bytes.subarray(start, at)));
    pieces.push("\ufffd");
    at += 1;
    start = at;
  }
  pieces.push(strict.decode(bytes.subarray(start)));
  return pieces.join("");
}

/** How many bytes the valid character at an index has, or 0 where there is none. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const second = bytes[at + 1] ?? 0;
  // No longer forms than needed, no surrogates, nothing beyond U+10FFFF.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let index = 2; index < length; index += 1) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
