/** How lists are merged when several writers apply them: item by item, value by value, or as a whole. */
import { getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";
import { z } from "zod";
import { withKeywords } from "./kubernetes-check.ts";

/** A list of objects that are told apart by some of their keys: writers of different items do not meet. */
export function listMap<Item extends z.ZodType<object, object>>(
  item: Item,
  keys: readonly [KeyOf<Item>, ...KeyOf<Item>[]],
): z.ZodArray<Item> {
  const keywords = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [...keys] };
  return withKeywords(z.array(item), { keywords }, (payload) => {
    addDuplicates(payload, (item) => keys.map((key) => (isJsonObject(item) ? getOwn(item, key) : undefined)));
  });
}

type KeyOf<Item extends z.ZodType> = keyof z.input<Item> & string;

/** A list of scalars in which each stands once. */
export function listSet<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  const keywords = { "x-kubernetes-list-type": "set" };
  return withKeywords(z.array(item), { keywords }, (payload) => addDuplicates(payload, (item) => item));
}

/** A list that has one writer: whoever applies it replaces all of it. */
export function atomicList<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return withKeywords(z.array(item), { keywords: { "x-kubernetes-list-type": "atomic" } });
}

/** Items are the same where their identities are, which are scalars or lists of them. */
function addDuplicates(payload: z.core.ParsePayload, identityOf: (item: JsonValue) => unknown): void {
  const seen = new Set<string>();
  for (const [index, item] of (payload.value as readonly JsonValue[]).entries()) {
    const identity = JSON.stringify(identityOf(item), (_key, part) => (typeof part === "bigint" ? String(part) : part));
    if (seen.has(identity))
      payload.issues.push({ code: "custom", message: "Duplicate item", input: item, path: [index] });
    seen.add(identity);
  }
}
