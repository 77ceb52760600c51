/**
 * Finds what an object is known by in its JSON, and where its managedFields are, without decoding the rest of it.
 *
 * ```text
 *   {"apiVersion":"v1","kind":"Pod","metadata":{"managedFields":[…],"name":"web",…,"uid":"…"},"spec":{…}}
 *                                              └────── cut ──────┘        every member is walked, none is believed by its place
 * ```
 *
 * It reads what API servers write: no white space, and no escapes in names. Whatever looks otherwise is not understood, and the
 * caller decodes the object instead; it is never misunderstood. Texts are skipped as texts, so that a label may hold anything.
 */

/** Where a text stands: behind its opening quote, and at its closing one. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ScannedObject {
  readonly name: string;
  /** Empty for objects of cluster scope. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The member with one of the commas around it, so that the rest is JSON. */
  readonly managedFields: Span | undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const notUnderstood = -1;

const metadataKey = Buffer.from("metadata");
const nameKey = Buffer.from("name");
const namespaceKey = Buffer.from("namespace");
const uidKey = Buffer.from("uid");
const resourceVersionKey = Buffer.from("resourceVersion");
const managedFieldsKey = Buffer.from("managedFields");

/** Nothing where the bytes from `from` to `to` are no object that is understood. What comes after its metadata is not looked at. */
export function scanObject(bytes: Buffer, from: number, to: number): ScannedObject | undefined {
  if (bytes[from] !== openBrace) return undefined;
  let at = from + 1;
  while (at < to) {
    const keyEnd = endOfKey(bytes, at, to);
    if (keyEnd === notUnderstood) return undefined;
    if (isText(bytes, at + 1, keyEnd, metadataKey)) return scanMetadata(bytes, keyEnd + 2, to);
    const next = skipValue(bytes, keyEnd + 2, to);
    if (next === notUnderstood || bytes[next] !== comma) return undefined;
    at = next + 1;
  }
  return undefined;
}

function scanMetadata(bytes: Buffer, from: number, to: number): ScannedObject | undefined {
  if (bytes[from] !== openBrace) return undefined;
  let name = "";
  let namespace = "";
  let uid = "";
  let resourceVersion = "";
  let managedFields: Span | undefined;
  let at = from + 1;
  while (at < to) {
    const keyEnd = endOfKey(bytes, at, to);
    if (keyEnd === notUnderstood) return undefined;
    const valueAt = keyEnd + 2;
    const next = skipValue(bytes, valueAt, to);
    if (next === notUnderstood) return undefined;
    const key = at + 1;
    if (isText(bytes, key, keyEnd, managedFieldsKey)) {
      managedFields = withComma(bytes, at, next);
    } else {
      const isName = isText(bytes, key, keyEnd, nameKey);
      const isNamespace = !isName && isText(bytes, key, keyEnd, namespaceKey);
      const isUid = !isName && !isNamespace && isText(bytes, key, keyEnd, uidKey);
      if (isName || isNamespace || isUid || isText(bytes, key, keyEnd, resourceVersionKey)) {
        const text = isNamespace ? readNamespace(bytes, valueAt, next) : readPlainText(bytes, valueAt, next);
        if (text === undefined) return undefined;
        if (isName) name = text;
        else if (isNamespace) namespace = text;
        else if (isUid) uid = text;
        else resourceVersion = text;
      }
    }
    if (bytes[next] === closeBrace) {
      return name === "" ? undefined : { name, namespace, uid, resourceVersion, managedFields };
    }
    if (bytes[next] !== comma) return undefined;
    at = next + 1;
  }
  return undefined;
}

/** The closing quote of a key that begins here and is followed by a colon. */
function endOfKey(bytes: Buffer, at: number, to: number): number {
  if (bytes[at] !== quote) return notUnderstood;
  for (let next = at + 1; next < to; next += 1) {
    const byte = bytes[next];
    if (byte === backslash) return notUnderstood;
    if (byte === quote) return bytes[next + 1] === colon ? next : notUnderstood;
  }
  return notUnderstood;
}

/** Where the value that begins here is over. */
function skipValue(bytes: Buffer, at: number, to: number): number {
  const first = bytes[at];
  if (first === quote) return skipText(bytes, at, to);
  if (first === openBrace || first === openBracket) return skipNested(bytes, at, to);
  let next = at;
  while (next < to && bytes[next] !== comma && bytes[next] !== closeBrace && bytes[next] !== closeBracket) next += 1;
  return next === at || next === to ? notUnderstood : next;
}

function skipText(bytes: Buffer, at: number, to: number): number {
  for (let next = at + 1; next < to; next += 1) {
    const byte = bytes[next];
    if (byte === quote) return next + 1;
    if (byte === backslash) next += 1;
  }
  return notUnderstood;
}

function skipNested(bytes: Buffer, at: number, to: number): number {
  let depth = 0;
  let next = at;
  while (next < to) {
    const byte = bytes[next] ?? 0;
    next += 1;
    if (byte === quote) {
      while (next < to && bytes[next] !== quote) next += bytes[next] === backslash ? 2 : 1;
      next += 1;
      continue;
    }
    // Brackets differ from braces in one bit.
    const bracket = byte | 0x20;
    if (bracket === openBrace) depth += 1;
    else if (bracket === closeBrace) {
      depth -= 1;
      if (depth === 0) return next;
    }
  }
  return notUnderstood;
}

/** A text that is written as it is: a copy, which keeps nothing of the bytes. */
function readPlainText(bytes: Buffer, at: number, end: number): string | undefined {
  if (bytes[at] !== quote) return undefined;
  for (let next = at + 1; next < end - 1; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte === backslash || byte < 0x20 || byte > 0x7e) return undefined;
  }
  return bytes.toString("latin1", at + 1, end - 1);
}

/** The one that was read last: objects of a watch have it in common, and the text as well. */
let lastNamespace = "";
let lastNamespaceBytes = Buffer.alloc(0);

function readNamespace(bytes: Buffer, at: number, end: number): string | undefined {
  if (bytes[at] === quote && isText(bytes, at + 1, end - 1, lastNamespaceBytes)) return lastNamespace;
  const text = readPlainText(bytes, at, end);
  if (text === undefined) return undefined;
  lastNamespace = text;
  lastNamespaceBytes = Buffer.from(text, "latin1");
  return text;
}

function isText(bytes: Buffer, from: number, to: number, text: Buffer): boolean {
  if (to - from !== text.length) return false;
  for (let index = 0; index < text.length; index += 1) if (bytes[from + index] !== text[index]) return false;
  return true;
}

function withComma(bytes: Buffer, at: number, next: number): Span {
  if (bytes[at - 1] === comma) return { from: at - 1, to: next };
  return { from: at, to: bytes[next] === comma ? next + 1 : next };
}
