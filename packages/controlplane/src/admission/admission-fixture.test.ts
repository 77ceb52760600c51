/** What tests of admission plugins share: writes to judge, and a storage with what plugins look up. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { type AdmissionAttributes, createMemoryStorage, type Storage } from "@pintle/apiserver";
import { ApiError, createVirtualClock, type JsonObject } from "@pintle/machinery";
import type { AdmissionPlugin } from "./admission-chain.ts";

export interface AskedWrite {
  readonly operation?: AdmissionAttributes["operation"];
  readonly resource?: string;
  readonly group?: string;
  readonly subresource?: string;
  readonly old?: JsonObject;
}

/** A create of a pod, unless said otherwise. */
export function attributesOf(object: JsonObject | undefined, write: AskedWrite = {}): AdmissionAttributes {
  const { operation = "CREATE", group = "", resource = "pods", subresource = "", old } = write;
  const endpoint = { groupResource: { group, resource } };
  return { operation, endpoint, subresource, object, old, name: "a", namespace: "" } as unknown as AdmissionAttributes;
}

export async function storageWith(objects: Readonly<Record<string, JsonObject>>): Promise<Storage> {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  for (const [path, object] of Object.entries(objects)) {
    await storage.swap(`/registry/${path}`, 0, Buffer.from(JSON.stringify(object)));
  }
  return storage;
}

/** The spec of the object as the plugin leaves it. */
export async function specAfter(plugin: AdmissionPlugin, spec: JsonObject, write: AskedWrite = {}): Promise<unknown> {
  return (await plugin.mutate?.(attributesOf({ spec }, write)))?.spec;
}

/** Why the plugin refuses, or nothing. */
export async function refusalOf(work: Promise<unknown> | undefined): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status.code === 403, String(error));
    return error.message;
  }
}

test("who does not refuse has no reason", async () => {
  assert.equal(await refusalOf(Promise.resolve()), undefined);
});
