/**
 * Reads and writes `metadata.managedFields`, the form in which an object carries its managers.
 *
 * Reading has two steps, because they fail differently: entries that are no entries at all count as absent, while an entry
 * that says something impossible is an error to an apply. What is written is ordered as Kubernetes orders it.
 */

import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import { formatTime, parseTimeMs } from "../scalars/time.ts";
import { quoteGo } from "../text/go-text.ts";
import { compareUtf8 } from "../text/utf8-order.ts";
import {
  compareManagerTimes,
  type FieldManager,
  type FieldManagers,
  formatManagerIdentifier,
} from "./field-managers.ts";
import { FieldSet } from "./field-set.ts";
import { formatFieldsV1, parseFieldsV1 } from "./fields-v1.ts";

/** One entry as it was found: texts that are absent are empty, and what they mean is not checked yet. */
export interface ReadManagedFieldsEntry {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly fieldsType: string;
  readonly time: string | undefined;
  readonly fieldsV1: JsonValue | undefined;
}

/** An entry that says something impossible, such as an operation that does not exist. */
export class ManagedFieldsError extends Error {
  static {
    ManagedFieldsError.prototype.name = "ManagedFieldsError";
  }
}

/** The entries of an object, or `undefined` where it has none or holds something else in their place. */
export function readManagedFields(object: JsonObject): readonly ReadManagedFieldsEntry[] | undefined {
  const metadata = getOwn(object, "metadata");
  const found = isJsonObject(metadata) ? getOwn(metadata, "managedFields") : undefined;
  if (!Array.isArray(found)) return undefined;
  const entries: ReadManagedFieldsEntry[] = [];
  for (const item of found) {
    const entry = isJsonObject(item) ? readEntry(item) : undefined;
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
}

function readEntry(item: JsonObject): ReadManagedFieldsEntry | undefined {
  const manager = readText(item, "manager");
  const operation = readText(item, "operation");
  const apiVersion = readText(item, "apiVersion");
  const subresource = readText(item, "subresource");
  const fieldsType = readText(item, "fieldsType");
  const time = readTime(getOwn(item, "time"));
  if (manager === undefined || operation === undefined || apiVersion === undefined) return undefined;
  if (subresource === undefined || fieldsType === undefined || time === undefined) return undefined;
  const fieldsV1 = getOwn(item, "fieldsV1") ?? undefined;
  return { manager, operation, apiVersion, subresource, fieldsType, time: time || undefined, fieldsV1 };
}

function readText(item: JsonObject, key: string): string | undefined {
  const value = getOwn(item, key) ?? "";
  return typeof value === "string" ? value : undefined;
}

/** Empty where there is no time, `undefined` where there is something else. */
function readTime(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return undefined;
  try {
    return formatTime(parseTimeMs(value));
  } catch {
    return undefined;
  }
}

/** Whether a client asks to forget all managers: it sends an empty list, or one entry in which nothing is set. */
export function isManagedFieldsReset(entries: readonly ReadManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined || entries.length > 1) return false;
  const [entry] = entries;
  if (entry === undefined) return true;
  return Object.values(entry).every((value) => value === "" || value === undefined);
}

/** Throws a `ManagedFieldsError` for entries that cannot be meant. Of two entries of one manager the later counts. */
export function decodeManagedFields(entries: readonly ReadManagedFieldsEntry[]): Map<string, FieldManager> {
  const managers = new Map<string, FieldManager>();
  for (const [index, entry] of entries.entries()) {
    const manager = decodeEntry(entry, index);
    managers.set(formatManagerIdentifier(manager), manager);
  }
  return managers;
}

function decodeEntry(entry: ReadManagedFieldsEntry, index: number): FieldManager {
  const { manager: name, operation, apiVersion, subresource, fieldsType, time, fieldsV1 } = entry;
  if (operation !== "Apply" && operation !== "Update") {
    throw new ManagedFieldsError("operation must be `Apply` or `Update`");
  }
  if (apiVersion === "") throw new ManagedFieldsError("apiVersion must not be empty");
  if (fieldsType === "") throw new ManagedFieldsError(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== "FieldsV1") {
    throw new ManagedFieldsError(`invalid fieldsType ${quoteGo(fieldsType)} in managed fields entry ${index}`);
  }
  return { name, operation, apiVersion, subresource, time, set: decodeSet(fieldsV1, name) };
}

function decodeSet(fieldsV1: JsonValue | undefined, name: string): FieldSet {
  if (fieldsV1 === undefined) return FieldSet.empty;
  try {
    return parseFieldsV1(fieldsV1);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ManagedFieldsError(`error decoding versioned set of manager ${quoteGo(name)}: ${reason}`, { cause });
  }
}

/** The entries of the managers: appliers before updaters, each by time, then name, version and subresource. */
export function encodeManagedFields(managers: FieldManagers): JsonObject[] {
  return [...managers.values()].sort(compareEntries).map(encodeEntry);
}

function compareEntries(left: FieldManager, right: FieldManager): number {
  return (
    compareUtf8(left.operation, right.operation) ||
    compareManagerTimes(left, right) ||
    compareUtf8(left.name, right.name) ||
    compareUtf8(left.apiVersion, right.apiVersion) ||
    compareUtf8(left.subresource, right.subresource)
  );
}

function encodeEntry({ name, operation, apiVersion, subresource, time, set }: FieldManager): JsonObject {
  return {
    ...(name !== "" && { manager: name }),
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: formatFieldsV1(set),
    ...(subresource !== "" && { subresource }),
  };
}
