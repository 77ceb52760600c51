/** Cluster-wide objects as plugins read them: straight from the storage, so that a write is seen by the next request. */
import { Buffer } from "node:buffer";
import type { Storage } from "@pintle/apiserver";
import { isJsonObject, type JsonObject, readJson } from "@pintle/machinery";

export async function readStoredObject(
  storage: Storage,
  plural: string,
  name: string,
): Promise<JsonObject | undefined> {
  const { entry } = await storage.get(`/registry/${plural}/${name}`);
  return entry && parse(entry.value);
}

/** Those whose bytes contain a text. All others are not even parsed. */
export async function findStoredObjects(storage: Storage, plural: string, text: string): Promise<JsonObject[]> {
  const { entries } = await storage.list({ prefix: `/registry/${plural}/` });
  return entries.flatMap(({ value }) => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const object = bytes.includes(text) ? parse(value) : undefined;
    return object ? [object] : [];
  });
}

function parse(value: Uint8Array): JsonObject | undefined {
  const { value: object } = readJson(value);
  return isJsonObject(object) ? object : undefined;
}
