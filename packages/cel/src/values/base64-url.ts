/** Base64 as Kubernetes reads it from objects: with the alphabet of URLs, and told in Go's way where it goes wrong. */
import { Buffer } from "node:buffer";

const padding = 0x3d;

/** The bytes, or the place of the first byte that does not belong. Line breaks anywhere are passed over. */
export function decodeBase64Url(text: string): Uint8Array | number {
  const source = Buffer.from(text);
  const problem = findProblem(source);
  return problem ?? new Uint8Array(Buffer.from(text.replaceAll(/[\r\n]/g, ""), "base64url"));
}

function findProblem(source: Uint8Array): number | undefined {
  let at = 0;
  let inQuantum = 0;
  const skipBreaks = () => {
    while (source[at] === 0x0a || source[at] === 0x0d) at += 1;
  };
  for (;;) {
    if (at === source.length) return inQuantum === 0 ? undefined : at - inQuantum;
    const byte = source[at] ?? 0;
    at += 1;
    if (byte === 0x0a || byte === 0x0d) continue;
    if (isDigit(byte)) {
      inQuantum = (inQuantum + 1) % 4;
      continue;
    }
    if (byte !== padding || inQuantum < 2) return at - 1;
    if (inQuantum === 2) {
      skipBreaks();
      if (at === source.length) return at;
      if (source[at] !== padding) return at - 1;
      at += 1;
    }
    skipBreaks();
    return at < source.length ? at : undefined;
  }
}

/** A-Z, a-z, 0-9, - and _. */
function isDigit(byte: number): boolean {
  return /[\w-]/.test(String.fromCharCode(byte)) && byte < 0x80;
}
