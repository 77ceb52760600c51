/**
 * What lists lose. Items that are told apart by keys are matched by these, so that some may be added, removed or moved meanwhile. All others
 * are matched by what came back of them, and by their places where nothing was added or removed.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import { findLoss, restore } from "./loss.ts";
import { itemSchema, listKeys } from "./schema-parts.ts";
import { stableText } from "./stable-text.ts";

type Items = readonly JsonValue[];
type Schema = StructuralSchema | undefined;

/** `undefined` where there is nothing to say of single items. */
export function findListLoss(plain: Items, whole: Items, schema: Schema): JsonObject | undefined {
  const [plainById, wholeById] = [itemsById(plain, schema), itemsById(whole, schema)];
  if (plainById && wholeById) return findKeyedLoss(plainById, wholeById, schema);
  if (plain.length !== whole.length) return undefined;
  const items: JsonObject[] = [];
  for (const [at, from] of plain.entries()) {
    const loss = findLoss(from, whole[at], itemSchema(schema));
    if (loss) items.push({ at, from, loss });
  }
  return { length: plain.length, items };
}

export function restoreList(edited: Items, loss: JsonObject, schema: Schema): JsonValue[] {
  const entries = entriesOf(loss);
  const byId = itemsById(edited, schema);
  if (byId && getOwn(loss, "length") === undefined) {
    return restoreKeyed(byId, entries, getOwn(loss, "order"), itemSchema(schema));
  }
  return restorePlaced(edited, entries, getOwn(loss, "length"), itemSchema(schema));
}

function entriesOf(loss: JsonObject): JsonObject[] {
  const items = getOwn(loss, "items");
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

type ItemsById = ReadonlyMap<string, JsonValue>;

/** In their order; `undefined` where something has no keys, or two items have the same. */
function itemsById(items: Items, schema: Schema): ItemsById | undefined {
  const keys = listKeys(schema);
  if (!keys) return undefined;
  const byId = new Map<string, JsonValue>();
  for (const item of items) {
    if (!isJsonObject(item)) return undefined;
    byId.set(stableText(keys.map((key) => getOwn(item, key) ?? null)), item);
  }
  return byId.size === items.length ? byId : undefined;
}

function findKeyedLoss(plain: ItemsById, whole: ItemsById, schema: Schema): JsonObject {
  const items: JsonObject[] = [];
  for (const id of new Set([...whole.keys(), ...plain.keys()])) {
    const loss = findLoss(plain.get(id), whole.get(id), itemSchema(schema));
    if (loss) items.push({ id, loss });
  }
  const [from, to] = [[...plain.keys()], [...whole.keys()]];
  const restored = restoreKeyed(plain, items, undefined, itemSchema(schema));
  const isInOrder = stableText([...(itemsById(restored, schema)?.keys() ?? [])]) === stableText(to);
  return { items, ...(!isInOrder && { order: { from, to } }) };
}

function restoreKeyed(
  edited: ItemsById,
  entries: readonly JsonObject[],
  order: JsonValue | undefined,
  schema: Schema,
): JsonValue[] {
  const losses = new Map(entries.map((entry) => [String(getOwn(entry, "id")), getOwn(entry, "loss") ?? null]));
  const restored = new Map<string, JsonValue>();
  for (const id of new Set([...edited.keys(), ...losses.keys()])) {
    const loss = losses.get(id);
    const item = loss === undefined ? edited.get(id) : restore(edited.get(id), loss, schema);
    if (item !== undefined) restored.set(id, item);
  }
  return arranged(restored, [...edited.keys()], order);
}

/** In the order that there was, with what is new at the end, unless somebody has moved what had been there. */
function arranged(items: ItemsById, edited: readonly string[], order: JsonValue | undefined): JsonValue[] {
  const [from, to] = isJsonObject(order) ? [getOwn(order, "from"), getOwn(order, "to")] : [];
  if (!Array.isArray(from) || !Array.isArray(to)) return [...items.values()];
  const [before, after] = [new Set(from.map(String)), new Set(edited)];
  const stayed = edited.filter((id) => before.has(id));
  const isMoved = stableText(stayed) !== stableText([...before].filter((id) => after.has(id)));
  if (isMoved) return [...items.values()];
  const places = new Map(to.map((id, place) => [String(id), place]));
  const placeOf = (id: string) => places.get(id) ?? to.length;
  return [...items].sort(([left], [right]) => placeOf(left) - placeOf(right)).map(([, item]) => item);
}

function restorePlaced(
  edited: Items,
  entries: readonly JsonObject[],
  length: JsonValue | undefined,
  schema: Schema,
): JsonValue[] {
  const restored = [...edited];
  const texts = edited.map(stableText);
  const free = new Set(edited.keys());
  const put = (at: number, entry: JsonObject) => {
    free.delete(at);
    const item = restore(edited[at], getOwn(entry, "loss") ?? null, schema);
    if (item !== undefined) restored[at] = item;
  };
  const placeOf = (entry: JsonObject) => Number(getOwn(entry, "at"));
  const fromOf = (entry: JsonObject) => stableText(getOwn(entry, "from") ?? null);
  const moved = entries.filter((entry) => {
    const at = placeOf(entry);
    const isThere = free.has(at) && texts[at] === fromOf(entry);
    if (isThere) put(at, entry);
    return !isThere;
  });
  const places = placesByText(texts, free);
  const changed = moved.filter((entry) => {
    const at = places.get(fromOf(entry))?.shift();
    if (at !== undefined) put(at, entry);
    return at === undefined;
  });
  if (length === edited.length) for (const entry of changed) if (free.has(placeOf(entry))) put(placeOf(entry), entry);
  return restored;
}

function placesByText(texts: readonly string[], places: Iterable<number>): Map<string, number[]> {
  const byText = new Map<string, number[]>();
  for (const at of places) {
    const text = texts[at] ?? "";
    const known = byText.get(text);
    if (known) known.push(at);
    else byText.set(text, [at]);
  }
  return byText;
}
