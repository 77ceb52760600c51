/**
 * A document under change, for patches: what it was made from stays as it is, however far the changes go.
 *
 * Containers are copied when they are first written to and belong to the draft from then on, so that the result shares
 * with the original whatever was not touched, and ten thousand writes to one array copy it once. Nothing gets deeper than
 * `maxJsonDepth`: without that check, a few copies and moves would nest a document until every later walk overflows.
 *
 * Methods that change return the problem, in words, where they cannot.
 */
import { getOwn, type JsonArray, type JsonObject, type JsonValue, maxJsonDepth, setOwn } from "../json/json-value.ts";
import { parseArrayIndex, parseLooseArrayIndex } from "./json-pointer.ts";

type Container = JsonArray | JsonObject;
type Problem = string | undefined;

export interface JsonDraft {
  readonly root: JsonValue;
  get(keys: readonly string[]): JsonValue | undefined;
  /** Inserts into an array, or sets a key of an object. */
  add(keys: readonly string[], value: JsonValue): Problem;
  /** Puts a value in place of an array's item, or sets a key of an object. */
  set(keys: readonly string[], value: JsonValue): Problem;
  remove(keys: readonly string[]): Problem;
}

export interface JsonDraftOptions {
  /** Whether `-1`, `01` and `+1` are indexes too, as the API server takes them: negative ones count from the end. */
  readonly allowsLooseIndexes?: boolean;
}

export function createJsonDraft(original: JsonValue, options: JsonDraftOptions = {}): JsonDraft {
  let root = original;
  const { allowsLooseIndexes = false } = options;
  const owned = new Set<Container>();
  // An own container is reached from the root by exactly one path, so a write invalidates all that it can: the way to it.
  const depths = new Map<Container, number>();

  const childOf = (parent: Container, key: string) => findChild(parent, key, allowsLooseIndexes);
  const indexOf = (count: number, key: string) => findIndex(count, key, allowsLooseIndexes);

  function own(container: Container): Container {
    depths.delete(container);
    if (owned.has(container)) return container;
    const copy = Array.isArray(container) ? [...container] : { ...container };
    owned.add(copy);
    return copy;
  }

  /** The container that holds the last key, ready to be written to. */
  function ownParent(keys: readonly string[]): Container | undefined {
    if (!isContainer(root)) return undefined;
    let parent = own(root);
    root = parent;
    for (const key of keys.slice(0, -1)) {
      const child = childOf(parent, key);
      if (!isContainer(child)) return undefined;
      const mine = own(child);
      if (Array.isArray(parent)) parent[indexOf(parent.length, key) ?? 0] = mine;
      else setOwn(parent, key, mine);
      parent = mine;
    }
    return parent;
  }

  function put(
    keys: readonly string[],
    value: JsonValue,
    putItem: (items: JsonArray, key: string) => Problem,
  ): Problem {
    if (keys.length + measureDepth(value, depths) > maxJsonDepth)
      return `the result is nested deeper than ${maxJsonDepth} levels`;
    const key = keys.at(-1);
    if (key === undefined) {
      root = value;
      return undefined;
    }
    const parent = ownParent(keys);
    if (parent === undefined) return "the path leads through something that is missing or holds nothing";
    if (Array.isArray(parent)) return putItem(parent, key);
    setOwn(parent, key, value);
    return undefined;
  }

  return {
    get root() {
      return root;
    },

    get(keys) {
      let value: JsonValue | undefined = root;
      for (const key of keys) value = isContainer(value) ? childOf(value, key) : undefined;
      return value;
    },

    add(keys, value) {
      return put(keys, value, (items, key) => {
        const index = key === "-" ? items.length : indexOf(items.length + 1, key);
        if (index === undefined) return noIndex(items.length + 1);
        items.splice(index, 0, value);
        return undefined;
      });
    },

    set(keys, value) {
      return put(keys, value, (items, key) => {
        const index = indexOf(items.length, key);
        if (index === undefined) return noIndex(items.length);
        items[index] = value;
        return undefined;
      });
    },

    remove(keys) {
      const key = keys.at(-1);
      if (key === undefined) return "the whole document cannot be removed";
      const parent = ownParent(keys);
      if (parent === undefined || childOf(parent, key) === undefined) return "there is nothing at the path";
      if (Array.isArray(parent)) parent.splice(indexOf(parent.length, key) ?? 0, 1);
      else delete parent[key];
      return undefined;
    },
  };
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === "object" && value !== null;
}

function measureDepth(value: JsonValue | undefined, depths: Map<Container, number>): number {
  if (!isContainer(value)) return 0;
  let depth = depths.get(value);
  if (depth === undefined) {
    const below = Object.values(value).map((inner) => measureDepth(inner, depths));
    depth = 1 + below.reduce((deepest, one) => Math.max(deepest, one), 0);
    depths.set(value, depth);
  }
  return depth;
}

/** The index that the key names among so many items, or `undefined` where it is none or beyond them. */
function findIndex(count: number, key: string, isLoose: boolean): number | undefined {
  const parsed = isLoose ? parseLooseArrayIndex(key) : parseArrayIndex(key);
  if (parsed === undefined) return undefined;
  const index = parsed < 0 ? parsed + count : parsed;
  return index >= 0 && index < count ? index : undefined;
}

function findChild(parent: Container, key: string, isLoose: boolean): JsonValue | undefined {
  if (!Array.isArray(parent)) return getOwn(parent, key);
  const index = findIndex(parent.length, key, isLoose);
  return index === undefined ? undefined : parent[index];
}

function noIndex(count: number): string {
  return count === 0 ? "the array is empty" : `the array has no such index: it takes 0 to ${count - 1}`;
}
