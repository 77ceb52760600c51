/** Invalid objects, each written as a valid one and the single place where it goes wrong. */
import type { Json } from "../conformance/answer.ts";

/**
 * A copy of the object in which the place has the value, or is gone when the value is `undefined`. Places are written
 * as Kubernetes writes them in its errors (`spec.containers[0].name`); what is missing on the way is made, and the
 * empty path stands for the whole object.
 */
export function mutate(object: Json, path: string, value: Json): Json {
  return set(object, keysOf(path), value);
}

/** `spec.containers[0].name` is `spec`, `containers`, `0`, `name`. */
export function keysOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+/g) ?? [];
}

function set(object: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const isIndex = /^\d+$/.test(key);
  if (isIndex) {
    const items = Array.isArray(object) ? [...object] : [];
    items[Number(key)] = set(items[Number(key)], rest, value);
    return items.filter((item) => item !== undefined);
  }
  const { [key]: inner, ...others } = object ?? {};
  const changed = set(inner, rest, value);
  return changed === undefined ? others : { ...others, [key]: changed };
}
