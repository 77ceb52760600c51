/** Equality of JSON that may nest deeper than the stack: it keeps a list of its own of what is left to compare. */
import { equalJson, getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";

export function equalDeepJson(left: JsonValue, right: JsonValue): boolean {
  const pairs: [JsonValue, JsonValue][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return false;
      for (const [index, item] of one.entries()) pairs.push([item ?? null, other[index] ?? null]);
    } else if (isJsonObject(one) && isJsonObject(other)) {
      const keys = Object.keys(one).filter((key) => one[key] !== undefined);
      if (keys.length !== Object.keys(other).filter((key) => other[key] !== undefined).length) return false;
      for (const key of keys) {
        const counterpart = getOwn(other, key);
        if (counterpart === undefined) return false;
        pairs.push([getOwn(one, key) ?? null, counterpart]);
      }
    } else if (typeof one === "object" || typeof other === "object" ? one !== other : !equalJson(one, other))
      return false;
  }
  return true;
}
