/** What tests of informers ask for again and again: what handlers were told, and whether the copy is what the server has. */
import assert from "node:assert/strict";
import type { Client } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds";
import { compareResourceVersion } from "@pintle/machinery";
import type { Informer } from "@pintle/runtime";

/** `add a`, `update a`, … as they come, with a word on what is special about each. */
export function recordChanges(informer: Informer<ConfigMap>): string[] {
  const seen: string[] = [];
  informer.observe(({ type, object, isInitial, isResync, isFinalStateUnknown }) => {
    const notes = [isInitial && "initial", isResync && "resync", isFinalStateUnknown && "unknown"].filter(Boolean);
    seen.push([type, object.metadata.name, ...notes].join(" "));
  });
  return seen;
}

/** Whatever a handler must never be told: a state that is older than one before of the same object, or a change that cannot be. */
export function recordViolations(informer: Informer<ConfigMap>): string[] {
  const violations: string[] = [];
  const present = new Map<string, string>();
  const versions = new Map<string, string>();
  const gone = new Set<string>();
  informer.observe(({ type, key, object }) => {
    const { uid = "", resourceVersion: version = "" } = object.metadata;
    const last = versions.get(uid);
    if (last !== undefined && compareResourceVersion(last, version) > 0) {
      violations.push(`${key} went from ${last} to ${version}`);
    }
    // What a selector selects no more may come back, but not in the state in which it went.
    if (gone.delete(uid) && last === version) violations.push(`${key} came back as it went, at ${version}`);
    const expected = type === "add" ? undefined : uid;
    if (present.get(key) !== expected) violations.push(`${type} of ${key}, which was ${present.get(key)}`);
    versions.set(uid, version);
    if (type === "delete") gone.add(uid);
    if (type === "delete") present.delete(key);
    else present.set(key, uid);
  });
  return violations;
}

/** Every object, and every field of it but those that informers leave out. */
export async function assertCopyIsServer(informer: Informer<ConfigMap>, client: Client): Promise<void> {
  const { items } = await client.resource(ConfigMap).list();
  const expected = items.map(({ metadata: { managedFields: _left, ...metadata }, ...rest }) => ({ ...rest, metadata }));
  assert.deepEqual(byKey(informer.lister.list()), byKey(expected));
}

function byKey(objects: readonly { readonly metadata: { readonly namespace?: string; readonly name?: string } }[]) {
  const entries = objects.map((object) => [`${object.metadata.namespace}/${object.metadata.name}`, object] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
