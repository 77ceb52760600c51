/** Distinguished encoding rules, as far as certificates need them: tag, length, content. */

export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = 0x30;
export const set = 0x31;

export function derBytes(tag: number, ...bytes: readonly number[]): Buffer {
  return der(tag, Buffer.from(bytes));
}

export function derText(text: string): Buffer {
  return der(0x0c, Buffer.from(text, "utf8"));
}

export function derObjectIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest.flatMap(base128)];
  return derBytes(0x06, ...bytes);
}

/** Seven bits a byte; all but the last have the eighth set. */
function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let high = Math.floor(value / 128); high > 0; high = Math.floor(high / 128)) bytes.unshift((high % 128) | 0x80);
  return bytes;
}

/** To the second, in UTC: `20260102030405Z`. */
export function derTime(timeMs: number): Buffer {
  const text = new Date(timeMs).toISOString().replace(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(text, "latin1"));
}

/** The elements inside a constructed one, each whole. Of a text that is not well formed, those before the flaw. */
export function derElements(bytes: Uint8Array): Uint8Array[] {
  const elements: Uint8Array[] = [];
  let at = bytes.length - contentOf(bytes).length;
  while (at < bytes.length) {
    const rest = bytes.subarray(at);
    const { start, length } = headerOf(rest);
    if (start === 0 || start + length > rest.length) break;
    elements.push(rest.subarray(0, start + length));
    at += start + length;
  }
  return elements;
}

export function contentOf(bytes: Uint8Array): Uint8Array {
  const { start, length } = headerOf(bytes);
  return bytes.subarray(start, start + length);
}

function headerOf(bytes: Uint8Array): { start: number; length: number } {
  const first = bytes[1];
  if (first === undefined) return { start: 0, length: 0 };
  if (first < 0x80) return { start: 2, length: first };
  const count = first & 0x7f;
  if (count === 0 || count > 4) return { start: 0, length: 0 };
  const length = bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: 2 + count, length };
}
