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
import { compareUtf8, getOwn, isJsonObject, type JsonObject, readJson, setOwn } from "@pintle/machinery";
import type { StoredValue } from "../storage/storage.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { type CompareKeys, compareUnits, sortKeys } from "../wire/json/sorted-keys.ts";

const slotText = '"resourceVersion": 0';
const slot = Buffer.from(slotText);
/** The space goes too when the revision is put in. */
const slotKeyBytes = slot.length - 2;
/** Kind and apiVersion stand in front of it and hold no quotes, so that the first match is the key itself. */
const metadataKey = Buffer.from('"metadata":{');
const openBrace = 0x7b;

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

function writeSorted(content: JsonObject, metadata: JsonObject): string {
  const text = writeInOrder(content, metadata, compareUnits);
  return /[\ud800-\uffff]/.test(text) ? writeInOrder(content, metadata, compareUtf8) : text;
}

function writeInOrder(content: JsonObject, metadata: JsonObject, compare: CompareKeys): string {
  const versioned = writeGoJson(sortKeys({ ...metadata, resourceVersion: 0 }, compare));
  const head = members(content, (key) => key < "metadata", compare);
  const tail = members(content, (key) => key > "metadata", compare);
  return `{${[...head, `"metadata":${versioned.replace('"resourceVersion":0', slotText)}`, ...tail].join(",")}}`;
}

/** The members with such keys as text, without the braces; nothing where there is none. */
function members(object: JsonObject, isWanted: (key: string) => boolean, compare: CompareKeys): string[] {
  const picked = Object.fromEntries(Object.entries(object).filter(([key]) => isWanted(key)));
  const text = writeGoJson(sortKeys(picked, compare)).slice(1, -1);
  return text === "" ? [] : [text];
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

/** The object as JSON, in pieces that share the stored bytes. */
export function writeStored({ key, value, revision }: StoredValue): Uint8Array[] {
  const bytes = asBuffer(value);
  const at = findSlot(key, bytes);
  return [bytes.subarray(0, at), Buffer.from(`"${revision}"`), bytes.subarray(at + 2)];
}

/** More than `copyStored` needs: a revision in quotes instead of its slot, and a brace. */
export function maxCopiedBytes({ value }: StoredValue): number {
  return value.length + 20;
}

/**
 * Writes the object into a larger buffer, and tells where it ends. Lists do it ten thousand times, and to gather the pieces that
 * `writeStored` makes would cost more than to copy the bytes. Items of custom resources name their kind and apiVersion, others do not.
 */
export function copyStored(stored: StoredValue, namesKind: boolean, target: Buffer, at: number): number {
  const value = asBuffer(stored.value);
  const slotAt = findSlot(stored.key, value);
  let end = at;
  if (namesKind) end += value.copy(target, end, 0, slotAt);
  else {
    target[end] = openBrace;
    end += 1 + value.copy(target, end + 1, value.indexOf(metadataKey), slotAt);
  }
  end += target.write(`"${stored.revision}"`, end, "latin1");
  return end + value.copy(target, end, slotAt + 2);
}

function findSlot(key: string, value: Buffer): number {
  const at = value.indexOf(slot);
  if (at < 0) throw new Error(`what is stored under ${key} is no object of an API`);
  return at + slotKeyBytes;
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
