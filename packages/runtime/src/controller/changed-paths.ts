/** Which fields of an object differ between two of its states, written as Kubernetes writes paths. */
import { equalJson, type FieldPath, fieldPath, getOwn, isJsonObject, type JsonValue } from "@pintle/machinery";

/** More of them than this tell nobody anything: the object is another one. */
const maxPaths = 64;

/** These change with every write, and nobody writes them. */
const unsaid: ReadonlySet<string> = new Set(["metadata.resourceVersion", "metadata.managedFields"]);

/** Maps whose keys hold dots and slashes. */
const maps: ReadonlySet<string> = new Set(["metadata.labels", "metadata.annotations", "data", "binaryData"]);

export function changedPathsOf(previous: JsonValue, current: JsonValue): readonly string[] {
  const found: string[] = [];
  collect(previous, current, fieldPath(), found);
  return found;
}

function collect(left: JsonValue | undefined, right: JsonValue | undefined, path: FieldPath, found: string[]): void {
  if (left === right || found.length >= maxPaths) return;
  if (isJsonObject(left) && isJsonObject(right)) {
    const isMap = maps.has(path.toString());
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inner = isMap ? path.key(key) : path.child(key);
      if (!unsaid.has(inner.toString())) collect(getOwn(left, key), getOwn(right, key), inner, found);
    }
    return;
  }
  // Items have no names that would tell which of them came or went.
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (const [index, item] of left.entries()) collect(item, right[index], path.index(index), found);
    return;
  }
  if (!equalJson(left, right)) found.push(path.toString());
}
