/**
 * A patched object as messages quote it. The library behind the API server takes apart no more of an object than a patch touches: there
 * its keys get sorted, and all else stays as it was written.
 */
import { compareUtf8, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import { writeGoJson } from "../wire/json/go-json-text.ts";

/** `touched` has the keys and indexes that lead to what the patch has changed, one inside the other. */
export function quotePatched(patched: JsonValue, touched: JsonObject): string {
  return writeGoJson(sortTouched(patched, touched));
}

function sortTouched(value: JsonValue, touched: JsonObject): JsonValue {
  const inside = (inner: JsonValue, key: string): JsonValue => {
    const below = getOwn(touched, key);
    return isJsonObject(below) ? sortTouched(inner, below) : inner;
  };
  if (Array.isArray(value)) return value.map((item, index) => inside(item, String(index)));
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort(compareUtf8)) {
    const inner = getOwn(value, key);
    if (inner !== undefined) setOwn(sorted, key, inside(inner, key));
  }
  return sorted;
}

/** What the operations of a JSON patch touch: all that is on the way to where they point. */
export function touchedByPointers(pointers: readonly string[]): JsonObject {
  const touched: JsonObject = {};
  for (const pointer of pointers) {
    let at = touched;
    for (const step of pointer.split("/").slice(1, -1)) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      const below = getOwn(at, key);
      const next = isJsonObject(below) ? below : {};
      setOwn(at, key, next);
      at = next;
    }
  }
  return touched;
}
