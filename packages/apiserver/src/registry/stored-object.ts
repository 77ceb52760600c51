/**
 * How an object lies in storage: as the JSON that clients get, but for its resourceVersion, which is the revision of the storage.
 *
 *     {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","uid":"…","resourceVersion": 0,…},"data":{…}}
 *                                                                                              ^ the revision goes here, in quotes
 *
 * So an answer in JSON is three pieces of bytes, and nothing is parsed. The slot is found by its text alone, because it has the only space
 * outside of quotes, whatever else is called so.
 */
import { Buffer } from "node:buffer";
import {
  compareUtf8,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  setOwn,
} from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";

const slotText = '"resourceVersion": 0';
const slot = Buffer.from(slotText);
/** The space goes too when the revision is put in. */
const slotKeyBytes = slot.length - 2;
const metadataKey = Buffer.from('"metadata":{');
const openBrace = Buffer.from("{");

/** In metadata of Go's types these come before the resourceVersion. */
const beforeVersion = ["name", "generateName", "namespace", "selfLink", "uid"];
const afterVersion = [
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

/** Whether keys stand in the order of Go's structs, or in alphabetical order as custom resources have them. */
export type KeyOrder = "declared" | "sorted";

/** The bytes to store. Whatever resourceVersion the object has is left out. */
export function encodeStored(object: JsonObject, order: KeyOrder): Uint8Array {
  const found = getOwn(object, "metadata");
  const { metadata: _, ...content } = object;
  const { resourceVersion: __, ...metadata } = isJsonObject(found) ? found : {};
  return Buffer.from(order === "sorted" ? writeSorted(content, metadata) : writeDeclared(content, metadata));
}

/** Nothing before the version can be taken for it: what stands there is text, in which quotes are escaped. */
function writeDeclared({ kind = "", apiVersion = "", ...content }: JsonObject, metadata: JsonObject): string {
  const ordered: JsonObject = {};
  for (const key of beforeVersion) copyOwn(ordered, key, metadata);
  ordered.resourceVersion = 0;
  for (const key of afterVersion) copyOwn(ordered, key, metadata);
  for (const key in metadata) if (!Object.hasOwn(ordered, key)) copyOwn(ordered, key, metadata);
  return writeGoJson({ kind, apiVersion, metadata: ordered, ...content }).replace('"resourceVersion":0', slotText);
}

function copyOwn(target: JsonObject, key: string, source: JsonObject): void {
  const value = getOwn(source, key);
  if (value !== undefined) setOwn(target, key, value);
}

/** Go writes maps sorted by the bytes of their keys. */
function writeSorted(content: JsonObject, metadata: JsonObject): string {
  const [fields, tail] = splitSorted(metadata, "resourceVersion");
  const [head, rest] = splitSorted(content, "metadata");
  return `{${join(head, `"metadata":{${join(fields, slotText, tail)}}`, rest)}}`;
}

/** What comes before the key and what comes behind it, sorted and written. */
function splitSorted(object: JsonObject, key: string): [before: string, behind: string] {
  const keys = sortedKeys(object);
  const before = keys.filter((other) => compareUtf8(other, key) < 0);
  return [members(sortedPick(object, before)), members(sortedPick(object, keys.slice(before.length)))];
}

function sortedPick(object: JsonObject, keys: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const key of keys) {
    const value = getOwn(object, key);
    if (value !== undefined) setOwn(picked, key, sortKeys(value));
  }
  return picked;
}

/** The members of an object as text, without the braces. */
function members(object: JsonObject): string {
  return writeGoJson(object).slice(1, -1);
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(",");
}

/** The object with its resourceVersion. */
export function decodeStored(stored: StoredValue): JsonObject {
  const { value } = readJson(stored.value);
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) {
    throw new Error(`what is stored under ${stored.key} is no object of an API`);
  }
  value.metadata.resourceVersion = `${stored.revision}`;
  return value;
}

export interface WriteStoredOptions {
  /** Whether kind and apiVersion are written: single objects and items of custom resources have them, other items do not. */
  readonly namesKind: boolean;
  /** In place of the revision of the last change: a DELETED event carries that of the deletion. */
  readonly revision?: number;
}

/** The object as JSON, in pieces that share the stored bytes. */
export function writeStored(stored: StoredValue, options: WriteStoredOptions): Uint8Array[] {
  const { value } = stored;
  const at = findSlot(stored);
  const version = Buffer.from(`"${options.revision ?? stored.revision}"`);
  const tail = value.subarray(at + 2);
  if (options.namesKind) return [value.subarray(0, at), version, tail];
  return [openBrace, value.subarray(findMetadata(value), at), version, tail];
}

function findSlot({ key, value }: StoredValue): number {
  const at = asBuffer(value).indexOf(slot);
  if (at < 0) throw new Error(`what is stored under ${key} is no object of an API`);
  return at + slotKeyBytes;
}

/** Kind and apiVersion stand in front of it and hold no quotes, so that the first match is the key itself. */
function findMetadata(value: Uint8Array): number {
  return asBuffer(value).indexOf(metadataKey);
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = {};
  for (const key of sortedKeys(value)) {
    const inner = getOwn(value, key);
    if (inner !== undefined) setOwn(sorted, key, sortKeys(inner));
  }
  return sorted;
}

/** JavaScript's own order is the same, and much faster, unless there are units from U+D800 on. */
function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  return keys.some((key) => /[\ud800-\uffff]/.test(key)) ? keys.sort(compareUtf8) : keys.sort();
}
