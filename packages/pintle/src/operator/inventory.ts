/**
 * Which kinds of children an owner has, or may have: kept in its status, where nobody who writes the object can lose it. So a later version of
 * the operator that does not own a kind any more still finds its children; those of kinds that it owns, it finds by their labels.
 *
 * It is written with the status at the end of a run, however that ends, and a kind stays in it until its last child is seen to be gone. One
 * thing is not covered: a process that dies after it has made the first child of a kind and before it has written the status, if the version
 * that comes next does not own the kind any more. Such a child stays until its owner goes, and for good where no reference to its owner
 * reaches it; a version that owns the kind finds it.
 */
import { type AnyKind, compareUtf8, formatGroupKind, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { InventoryEntry } from "../resource/resource.ts";
import type { AnyObject } from "./children.ts";

type KindNames = Pick<AnyKind, "group" | "version" | "kind" | "plural">;

/** Each kind once, in order, so that the same kinds are always the same list. */
export function createInventory(kinds: Iterable<KindNames>): readonly InventoryEntry[] {
  const entries = new Map<string, InventoryEntry>();
  for (const { group, version, kind, plural } of kinds) {
    entries.set(formatGroupKind({ group, kind }), { group, version, kind, plural });
  }
  return [...entries.values()].sort(
    (left, right) => compareUtf8(left.group, right.group) || compareUtf8(left.kind, right.kind),
  );
}

/** What stands in the status. It may have been written by anybody: what is no entry does not count. */
export function readInventory(object: AnyObject): readonly InventoryEntry[] {
  const status = (object as unknown as { readonly status?: unknown }).status;
  const inventory = isJsonObject(status) ? getOwn(status, "inventory") : undefined;
  if (!Array.isArray(inventory)) return [];
  return inventory.filter((entry) => isEntry(entry)) as unknown as readonly InventoryEntry[];
}

function isEntry(entry: unknown): boolean {
  if (!isJsonObject(entry)) return false;
  const isText = (key: keyof InventoryEntry) => typeof getOwn(entry as JsonObject, key) === "string";
  return (
    isText("group") &&
    isText("version") &&
    isText("kind") &&
    isText("plural") &&
    entry.kind !== "" &&
    entry.plural !== ""
  );
}
