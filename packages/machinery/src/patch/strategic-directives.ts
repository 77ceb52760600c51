/** The keys in a patch that speak about other keys, and values of a patch that become part of an object as they are. */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import { unknownDirective } from "./strategic-patch-error.ts";

export const retainKeysDirective = "$retainKeys";
export const elementOrderPrefix = "$setElementOrder";
export const deletionListPrefix = "$deleteFromPrimitiveList";

/** The field that `$setElementOrder/finalizers` and its like are about, or `undefined` where the key is not well-formed. */
export function directiveTarget(key: string, prefix: string): string | undefined {
  return key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : undefined;
}

/** What a map becomes by its `$patch`, which is about the whole of it. */
export function applyMapDirective(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === "delete") return {};
  if (directive !== "replace") throw unknownDirective(directive, patch);
  const { $patch: _, ...replacement } = patch;
  return replacement;
}

/**
 * A value as it enters a place where there was none: maps that hold a `$patch` are instructions and stay out. Where the
 * result is an object, not a patch, nulls stay out too. `undefined` when nothing is left to enter.
 */
export function enteringValue(value: JsonValue, keepsNulls: boolean): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return enteringList(value, keepsNulls);
  const directive = getOwn(value, "$patch");
  if (directive !== undefined && (directive !== null || keepsNulls)) return undefined;
  let entering: JsonObject | undefined;
  const keys = Object.keys(value);
  keys.forEach((key, index) => {
    const inner = value[key];
    const kept = inner === undefined || (inner === null && !keepsNulls) ? undefined : enteringValue(inner, keepsNulls);
    if (kept === inner && entering === undefined) return;
    entering ??= copyKeys(value, keys.slice(0, index));
    if (kept !== undefined) setOwn(entering, key, kept);
  });
  return entering ?? value;
}

/** Items that are null stay: only fields can be taken out by null. */
export function enteringList(list: JsonArray, keepsNulls: boolean): JsonArray {
  const entering: JsonArray = [];
  let isSame = true;
  for (const item of list) {
    const kept = enteringValue(item, keepsNulls);
    if (kept !== undefined) entering.push(kept);
    isSame &&= kept === item;
  }
  return isSame ? list : entering;
}

function copyKeys(source: JsonObject, keys: string[]): JsonObject {
  const copy: JsonObject = {};
  for (const key of keys) setOwn(copy, key, source[key] as JsonValue);
  return copy;
}

/** Whether a patch list's item is an instruction rather than content. */
export function holdsDirective(item: JsonValue): boolean {
  return isJsonObject(item) && getOwn(item, "$patch") !== undefined;
}
