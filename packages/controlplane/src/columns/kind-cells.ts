/** How the cells of a kind are made, and the cells that nearly every kind has. */
import { formatAge } from "@pintle/apiserver";
import { getOwn, type JsonObject, type JsonValue } from "@pintle/machinery";
import { numberAt, objectAt, textAt, valueAt } from "../builtin/json-fields.ts";

/** The cells of one object, all columns of `-o wide` included. Missing and wrongly typed parts count as Go's zero values. */
export type KindCells = (object: JsonObject, nowMs: number) => readonly JsonValue[];

/** By plural and group: `pods`, `deployments.apps`. */
export type CellsByResource = Readonly<Record<string, KindCells>>;

export function nameOf(object: JsonObject): string {
  return textAt(object, "metadata.name");
}

export function ageOf(object: JsonObject, nowMs: number): string {
  return formatAge(valueAt(object, "metadata.creationTimestamp"), nowMs);
}

export function isBeingDeleted(object: JsonObject): boolean {
  return textAt(object, "metadata.deletionTimestamp") !== "";
}

/** A count, 0 where nobody has counted yet. */
export function countAt(object: JsonObject, path: string): number {
  return numberAt(object, path) ?? 0;
}

export function flagAt(object: JsonObject, path: string): boolean {
  return valueAt(object, path) === true;
}

/** A text that may be empty, or the words for an absent one. */
export function textOr(object: JsonObject, path: string, words: string): string {
  const value = valueAt(object, path);
  return typeof value === "string" ? value : words;
}

/** A text, or the words where it is absent or empty. */
export function filledTextOr(object: JsonObject, path: string, words: string): string {
  return textAt(object, path) || words;
}

export function annotationOf(object: JsonObject, key: string): string | undefined {
  const value = getOwn(objectAt(object, "metadata.annotations"), key);
  return typeof value === "string" ? value : undefined;
}
