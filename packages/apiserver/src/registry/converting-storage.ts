/**
 * A storage in which all objects of a resource are in the version of one of its endpoints, whatever version they are kept in.
 *
 * It is for resources whose versions somebody has to be asked to convert. What is read is converted before anybody sees it, what is written
 * before it is stored; so nobody else has to wait in the middle of their work, and strategies see the version of the request. What is under
 * other keys passes as it is: whoever converts Widgets is not to be shown Secrets.
 */
import { Buffer } from "node:buffer";
import type { JsonObject } from "@pintle/machinery";
import type { Storage, StorageChange, StoredValue } from "../storage/storage.ts";
import { ConvertingWatcher } from "./converting-watcher.ts";
import { withMetadata } from "./object-metadata.ts";
import { asStored, type ResourceEndpoint } from "./resource-endpoint.ts";
import type { ConvertObjects } from "./served-resource.ts";
import { decodeStored, encodeStored } from "./stored-object.ts";

export interface ConvertingStorageOptions {
  readonly storage: Storage;
  readonly convert: ConvertObjects;
  /** In which the objects are seen. */
  readonly apiVersion: string;
  /** The endpoint of the version in which they are kept. */
  readonly kept: ResourceEndpoint;
}

export function createConvertingStorage({ storage, convert, apiVersion, kept }: ConvertingStorageOptions): Storage {
  const shownHead = headOf(apiVersion);
  const keptHead = headOf(kept.apiVersion);
  const isOurs = (key: string) => key.startsWith(kept.prefix);

  async function show(entries: readonly StoredValue[]): Promise<readonly StoredValue[]> {
    const others = entries.filter((entry) => isOurs(entry.key) && !startsWith(entry, shownHead));
    if (others.length === 0) return entries;
    const objects = await convert(others.map(readUnversioned), apiVersion);
    const converted = new Map(others.map((entry, index) => [entry, objects[index] ?? {}]));
    return entries.map((entry) => {
      const object = converted.get(entry);
      return object ? showAs(entry, object) : entry;
    });
  }

  /** What lies in an older version than today's is written anew with its next change, even if nothing else changes. */
  function showAs(entry: StoredValue, object: JsonObject): StoredValue {
    const { key, revision } = entry;
    const isRefreshed = entry.isRefreshed === true || !startsWith(entry, keptHead);
    return { key, revision, value: encodeStored(object, "sorted"), ...(isRefreshed && { isRefreshed }) };
  }

  async function showOne(entry: StoredValue | undefined): Promise<StoredValue | undefined> {
    return entry && (await show([entry]))[0];
  }

  async function keep(key: string, value: Uint8Array): Promise<Uint8Array> {
    if (apiVersion === kept.apiVersion || !isOurs(key)) return value;
    const [object] = await convert([readUnversioned({ key, value, revision: 0 })], kept.apiVersion);
    const pruned = kept.version.prune?.(object ?? {}).object ?? object ?? {};
    return encodeStored(asStored(kept, pruned), "sorted");
  }

  async function showChange(change: StorageChange): Promise<StorageChange> {
    const { key, revision, value, previous } = change;
    const now = value && { key, revision, value };
    return { ...change, value: (await showOne(now))?.value, previous: await showOne(previous) };
  }

  return {
    revision: () => storage.revision(),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),

    async get(key, options) {
      const reading = await storage.get(key, options);
      return { ...reading, entry: await showOne(reading.entry) };
    },

    async list(request) {
      const page = await storage.list(request);
      return { ...page, entries: await show(page.entries) };
    },

    async swap(key, expected, value, options) {
      const result = await storage.swap(key, expected, value && (await keep(key, value)), options);
      return result.isDone ? result : { isDone: false, current: await showOne(result.current) };
    },

    async watch(request, watcher) {
      const converting = new ConvertingWatcher(watcher, showChange);
      converting.follow(await storage.watch(request, converting));
      return converting;
    },
  };
}

/** As it lies in storage, where it has no resourceVersion. */
function readUnversioned(entry: StoredValue): JsonObject {
  return withMetadata(decodeStored(entry), { resourceVersion: undefined });
}

/** The keys of custom resources are sorted, and this one is the first. */
function headOf(apiVersion: string): Uint8Array {
  return Buffer.from(`{"apiVersion":${JSON.stringify(apiVersion)},`);
}

function startsWith({ value }: StoredValue, head: Uint8Array): boolean {
  return Buffer.compare(value.subarray(0, head.length), head) === 0;
}
