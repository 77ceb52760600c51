/** The 512 bytes before each entry of a tar archive: written as POSIX says (ustar and pax), read as GNU and busybox write them too. */
import { StreamError } from "../stream-error.ts";

export const blockBytes = 512;

export interface TarEntry {
  /** With `/` between its parts, as it stands in the archive. */
  readonly path: string;
  readonly type: "file" | "directory" | "symlink" | "hardlink" | "other";
  readonly mode: number;
  readonly sizeBytes: number;
  /** Where a link leads. */
  readonly target: string;
}

const typeFlags = { file: "0", hardlink: "1", symlink: "2", directory: "5", pax: "x" } as const;
const typeByFlag = new Map<string, TarEntry["type"]>([
  ["\0", "file"],
  ["0", "file"],
  ["7", "file"],
  ["1", "hardlink"],
  ["2", "symlink"],
  ["5", "directory"],
]);
const maxFieldSize = 0o77777777777;

/** The header blocks of an entry. What does not fit into the old fields is said in an extended header before them. */
export function formatTarHeader(entry: TarEntry & { readonly type: "file" | "directory" | "symlink" }): Uint8Array {
  const records = [
    ...(fits(entry.path) ? [] : [formatPaxRecord("path", entry.path)]),
    ...(fits(entry.target) ? [] : [formatPaxRecord("linkpath", entry.target)]),
    ...(entry.sizeBytes <= maxFieldSize ? [] : [formatPaxRecord("size", String(entry.sizeBytes))]),
  ];
  const block = formatBlock(entry, typeFlags[entry.type]);
  if (records.length === 0) return block;
  const extended = Buffer.concat(records);
  const head = { path: "pax", mode: 0o644, sizeBytes: extended.length, target: "" };
  return Buffer.concat([formatBlock(head, typeFlags.pax), extended, paddingAfter(extended.length), block]);
}

export function paddingAfter(length: number): Uint8Array {
  return new Uint8Array((blockBytes - (length % blockBytes)) % blockBytes);
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= 100;
}

/** The length counts itself. */
function formatPaxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  const restBytes = Buffer.byteLength(rest);
  let length = restBytes + String(restBytes).length;
  if (String(length).length > String(restBytes).length) length = restBytes + String(length).length;
  return Buffer.from(`${length}${rest}`);
}

function formatBlock(entry: Omit<TarEntry, "type">, flag: string): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  Buffer.from(entry.path).copy(block, 0, 0, 100);
  block.write(`${octal(entry.mode & 0o7777, 7)}\0`, 100, "latin1");
  block.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108, "latin1");
  block.write(`${octal(Math.min(entry.sizeBytes, maxFieldSize), 11)}\0${octal(0, 11)}\0`, 124, "latin1");
  block.write(`        ${flag}`, 148, "latin1");
  Buffer.from(entry.target).copy(block, 157, 0, 100);
  block.write("ustar\x0000", 257, "latin1");
  block.write(`${octal(sum(block), 6)}\0 `, 148, "latin1");
  return block;
}

function sum(block: Uint8Array): number {
  return block.reduce((total, byte) => total + byte, 0);
}

/** A header as it stands there; `flag` is the type's letter. `undefined` for the zeros at the end of the archive. */
export function parseTarBlock(block: Buffer): { readonly entry: TarEntry; readonly flag: string } | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const stored = parseNumber(block.subarray(148, 156));
  const counted = Buffer.from(block);
  counted.fill(" ", 148, 156);
  if (stored !== sum(counted)) throw new StreamError("the archive is damaged: the sum of a header is wrong");
  const flag = String.fromCharCode(block[156] ?? 0);
  const prefix = block.toString("latin1", 257, 263) === "ustar\0" ? parseText(block.subarray(345, 500)) : "";
  const name = parseText(block.subarray(0, 100));
  const entry: TarEntry = {
    path: prefix === "" ? name : `${prefix}/${name}`,
    type: typeByFlag.get(flag) ?? "other",
    mode: parseNumber(block.subarray(100, 108)),
    sizeBytes: parseNumber(block.subarray(124, 136)),
    target: parseText(block.subarray(157, 257)),
  };
  return { entry, flag };
}

/** Records of an extended header by key. */
export function parsePaxRecords(bytes: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, space < 0 ? at : space));
    const end = at + length;
    if (!Number.isInteger(length) || length <= 0 || end > bytes.length || space >= end) {
      throw new StreamError("the archive is damaged: an extended header cannot be read");
    }
    const text = bytes.toString("utf8", space + 1, end - 1);
    const equals = text.indexOf("=");
    records.set(text.slice(0, Math.max(equals, 0)), text.slice(equals + 1));
    at = end;
  }
  return records;
}

export function parseText(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? field.length : end);
}

/** Octal, or GNU's binary form for numbers that do not fit. */
function parseNumber(field: Buffer): number {
  const first = field[0] ?? 0;
  if (first === 0x80) return Number(field.subarray(-8).readBigUInt64BE());
  const text = parseText(field).trim();
  if (!/^[0-7]*$/.test(text)) throw new StreamError("the archive is damaged: a number in a header cannot be read");
  return text === "" ? 0 : Number.parseInt(text, 8);
}
