/**
 * The form that a field set has in `managedFields[].fieldsV1`: a tree of objects whose keys are path elements.
 *
 * ```text
 *   { "f:spec": { "f:ports": { "k:{\"port\":80}": { ".": {}, "f:name": {} } } } }
 *
 *   f: a field   k: the keys of a list-map's item   v: the item of a set   i: a place in a list   . this path itself
 * ```
 *
 * What is written is byte for byte what Kubernetes writes. What is read comes from anybody who can write an object:
 * unknown kinds of elements are passed over, as Kubernetes does to let newer versions add some, everything else that is
 * wrong throws.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue, maxJsonDepth } from "../json/json-value.ts";
import { FieldSet, type FieldSetEntry } from "./field-set.ts";
import { comparePathElements } from "./path-element.ts";
import { formatElementKey, parseElementKey } from "./path-element-key.ts";

/** Why fieldsV1 could not be read, with the keys that lead to the fault. */
export class FieldsV1Error extends Error {
  override readonly name = "FieldsV1Error";
}

export function parseFieldsV1(json: JsonValue): FieldSet {
  return readSet(json, []) ?? FieldSet.empty;
}

export function formatFieldsV1(set: FieldSet): JsonObject {
  return writeSet(set, {});
}

function writeSet(set: FieldSet, object: JsonObject): JsonObject {
  for (const { element, isMember, children } of set.entries) {
    const inner: JsonObject = isMember && children ? { ".": {} } : {};
    // Every key begins with its kind, so that none can be `__proto__`.
    object[formatElementKey(element)] = children ? writeSet(children, inner) : inner;
  }
  return object;
}

/** The members below a node. `undefined` where there are none, which makes the node itself a member. */
function readSet(json: JsonValue, keys: string[]): FieldSet | undefined {
  if (json === null) return undefined;
  if (!isJsonObject(json)) throw fault(keys, "must be an object");
  if (keys.length >= maxJsonDepth) throw fault([], `is nested more than ${maxJsonDepth} levels deep`);
  const entries: FieldSetEntry[] = [];
  for (const key of Object.keys(json)) {
    const inner = getOwn(json, key);
    if (key === "." || inner === undefined) continue;
    keys.push(key);
    const entry = readEntry(key, inner, keys);
    if (entry) entries.push(entry);
    keys.pop();
  }
  return entries.length === 0 ? undefined : FieldSet.fromEntries(withoutRepetition(entries));
}

function readEntry(key: string, inner: JsonValue, keys: string[]): FieldSetEntry | undefined {
  const element = parseElementKey(key);
  if (typeof element === "string") throw fault(keys, element);
  if (element === undefined) return undefined;
  const children = readSet(inner, keys);
  const isMember = children === undefined || (isJsonObject(inner) && getOwn(inner, ".") !== undefined);
  return { element, isMember, children };
}

/** Two keys may spell one element, such as `k:` with its fields in another order. The later one's children count. */
function withoutRepetition(entries: FieldSetEntry[]): FieldSetEntry[] {
  const isInOrder = entries.every((entry, index) => {
    const before = entries[index - 1];
    return before === undefined || comparePathElements(before.element, entry.element) < 0;
  });
  if (isInOrder) return entries;
  const unique: FieldSetEntry[] = [];
  for (const entry of entries.toSorted((left, right) => comparePathElements(left.element, right.element))) {
    const before = unique.at(-1);
    if (before !== undefined && comparePathElements(before.element, entry.element) === 0) {
      unique[unique.length - 1] = {
        element: before.element,
        isMember: before.isMember || entry.isMember,
        children: entry.children ?? before.children,
      };
    } else unique.push(entry);
  }
  return unique;
}

function fault(keys: readonly string[], what: string): FieldsV1Error {
  return new FieldsV1Error(["fieldsV1", ...keys].join(" > ").concat(`: ${what}`));
}
