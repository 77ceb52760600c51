/** What tests of admission plugins share: writes to judge, and a storage with what plugins look up. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type AdmissionRound,
  createMemoryStorage,
  encodeStored,
  type RequestContext,
  type Storage,
  type UserInfo,
} from "@pintle/apiserver";
import { ApiError, type Clock, createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { followStoredObjects, type StoredObjects } from "./stored-objects.ts";

export const firstRound: AdmissionRound = { index: 0, requireAnother: () => undefined, memory: new Map() };

export interface AskedWrite {
  readonly operation?: AdmissionAttributes["operation"];
  readonly resource?: string;
  readonly group?: string;
  readonly subresource?: string;
  readonly old?: JsonObject;
  readonly namespace?: string;
  readonly name?: string;
  readonly isDryRun?: boolean;
  readonly user?: UserInfo;
  readonly clock?: Clock;
}

/** A create of a pod, unless said otherwise. */
export function attributesOf(object: JsonObject | undefined, write: AskedWrite = {}): AdmissionAttributes {
  const { operation = "CREATE", group = "", resource = "pods", subresource = "", old } = write;
  const { name = "a", namespace = "", isDryRun = false } = write;
  const endpoint = { groupResource: { group, resource }, resource: { group, plural: resource } };
  const kind = { group, version: "v1", kind: resource };
  return {
    operation,
    endpoint,
    kind,
    subresource,
    object,
    old,
    name,
    namespace,
    isDryRun,
    context: contextOf(write),
  } as unknown as AdmissionAttributes;
}

/** What a request brings with it, as far as plugins look at it. */
function contextOf({ clock = createVirtualClock(), user = { name: "jane", groups: [] } }: AskedWrite): RequestContext {
  return {
    user,
    clock,
    random: createSeededRandom(1),
    info: { version: "v1" },
    signal: new AbortController().signal,
    warnings: [],
    auditAnnotations: new Map(),
  } as unknown as RequestContext;
}

export async function storageWith(objects: Readonly<Record<string, JsonObject>>): Promise<Storage> {
  const storage = createMemoryStorage({ clock: createVirtualClock() });
  for (const [path, object] of Object.entries(objects)) {
    await storage.swap(`/registry/${path}`, 0, encodeStored(object, "declared"));
  }
  return storage;
}

/** What plugins look up. */
export async function objectsWith(objects: Readonly<Record<string, JsonObject>>): Promise<StoredObjects> {
  return followStoredObjects(await storageWith(objects));
}

const objectIdentifiers = { commonName: [0x55, 0x04, 0x03], organization: [0x55, 0x04, 0x0a] } as const;

/** As little of a request for a certificate, in PEM, as says who asks. */
export function certificateRequestOf(attribute: keyof typeof objectIdentifiers, value: string): string {
  const element = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
    const body = Buffer.concat(content);
    return Buffer.concat([Buffer.from([tag, body.length]), body]);
  };
  const type = element(0x06, Buffer.from(objectIdentifiers[attribute]));
  const name = element(0x30, type, element(0x0c, Buffer.from(value)));
  const bytes = element(0x30, element(0x30, element(0x02, Buffer.from([0])), element(0x30, element(0x31, name))));
  return `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** The spec of the object as the plugin leaves it. */
export async function specAfter(plugin: AdmissionPlugin, spec: JsonObject, write: AskedWrite = {}): Promise<unknown> {
  return (await plugin.mutate?.(attributesOf({ spec }, write), firstRound))?.spec;
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
