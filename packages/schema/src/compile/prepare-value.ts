/**
 * Prunes and defaults a value in one walk: unknown fields go, nulls that are not allowed go or give way to the default, absent
 * fields get theirs.
 *
 * The result shares every unchanged part with the input, and defaults with the schema; neither is ever changed. What defaults
 * add is counted, because lists of defaults inside lists of defaults grow without end from a few lines.
 */
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import type { CompiledNode } from "./compiled-node.ts";
import type { DefaultBudget } from "./default-budget.ts";

/** What happens to fields that the schema does not name. Below a field that is left alone nothing is pruned at all. */
type Unknowns = "prune" | "keep" | "leave";

export interface Preparation {
  /** Absent where no defaults are filled in. */
  readonly budget?: DefaultBudget;
  /** Paths of the fields that were pruned, as strict requests report them. */
  readonly unknownFields: string[];
  /** Set for defaults, which are taken as they are written: only objects lose the nulls that are not allowed. */
  readonly keepsNulls?: boolean;
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** The root of a resource: its type and metadata are not the schema's business. */
export function prepareRoot(node: CompiledNode, value: JsonObject, preparation: Preparation): JsonObject {
  const unknowns = node.keepsUnknown ? "keep" : "prune";
  return prepareFields(node, value, "", unknowns, true, preparation);
}

function prepareValue(
  node: CompiledNode | undefined,
  value: JsonValue,
  path: string,
  inherited: Unknowns,
  preparation: Preparation,
): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const unknowns = inherited === "prune" && node?.keepsUnknown ? "keep" : inherited;
  if (!node) return unknowns === "prune" ? emptyObjects(value, path, preparation) : value;
  if (Array.isArray(value)) return prepareItems(node, value, path, unknowns, preparation);
  return prepareFields(node, value, path, unknowns, node.isEmbedded, preparation);
}

/** Values of maps without a schema (`additionalProperties: true`): scalars stay, objects lose all their fields. */
function emptyObjects(value: JsonObject | JsonArray, path: string, preparation: Preparation): JsonValue {
  if (Array.isArray(value)) {
    return mapShared(value, (item, index) =>
      typeof item === "object" && item !== null ? emptyObjects(item, `${path}[${index}]`, preparation) : item,
    );
  }
  const keys = Object.keys(value);
  for (const key of keys) if (getOwn(value, key) !== undefined) preparation.unknownFields.push(join(path, key));
  return keys.length === 0 ? value : {};
}

function prepareItems(
  node: CompiledNode,
  list: JsonArray,
  path: string,
  unknowns: Unknowns,
  preparation: Preparation,
): JsonArray {
  const { items } = node;
  return mapShared(list, (item, index) => {
    if ((item ?? null) === null && items && !items.isNullable) return defaultOf(items, preparation) ?? null;
    return prepareValue(items, item ?? null, `${path}[${index}]`, unknowns, preparation);
  });
}

function mapShared(list: JsonArray, change: (item: JsonValue, index: number) => JsonValue): JsonArray {
  let changed: JsonArray | undefined;
  for (const [index, item] of list.entries()) {
    const next = change(item, index);
    if (next === item) continue;
    changed ??= [...list];
    changed[index] = next;
  }
  return changed ?? list;
}

function prepareFields(
  node: CompiledNode,
  object: JsonObject,
  path: string,
  unknowns: Unknowns,
  isResource: boolean,
  preparation: Preparation,
): JsonObject {
  let changed: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = getOwn(object, key);
    if (value === undefined) continue;
    const child = node.field(key);
    const next = prepareField(node, child, key, value, path, unknowns, isResource, preparation);
    if (next === value) continue;
    changed ??= { ...object };
    if (next === undefined) delete changed[key];
    else setOwn(changed, key, next);
  }
  for (const [name, child] of preparation.budget ? node.defaulted : []) {
    if (getOwn(changed ?? object, name) !== undefined) continue;
    changed ??= { ...object };
    setOwn(changed, name, defaultOf(child, preparation) ?? null);
  }
  return changed ?? object;
}

/** The field's next value, or `undefined` where it goes. */
function prepareField(
  node: CompiledNode,
  child: CompiledNode | undefined,
  key: string,
  value: JsonValue,
  path: string,
  unknowns: Unknowns,
  isResource: boolean,
  preparation: Preparation,
): JsonValue | undefined {
  const isMeta = isResource && metaFields.has(key);
  if (!child && !isMeta && unknowns === "prune" && !node.hasAdditional) {
    if (path !== "" || !metaFields.has(key)) preparation.unknownFields.push(join(path, key));
    return undefined;
  }
  if (value === null && child && !child.isNullable) {
    const filled = defaultOf(child, preparation);
    return filled === undefined && preparation.keepsNulls ? null : filled;
  }
  if (isMeta) return prepareValue(child, value, join(path, key), "leave", preparation);
  if (!child && !(node.hasAdditional && unknowns !== "leave")) return value;
  return prepareValue(child, value, join(path, key), unknowns === "leave" ? "leave" : "prune", preparation);
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** The node's default with all defaults inside it filled in: worked out once, then shared. */
function defaultOf(node: CompiledNode, preparation: Preparation): JsonValue | undefined {
  if (node.default === undefined) return undefined;
  return preparation.budget ? preparation.budget.take(node) : null;
}

/** A default is taken as it is written, but for the defaults of the fields that it leaves out. */
export function fillDefault(node: CompiledNode, value: JsonValue, budget: DefaultBudget): JsonValue {
  return prepareValue(node, value, "", "leave", { budget, unknownFields: [], keepsNulls: true });
}

/** The value without its unknown fields. `isResource` is set for a value with a type and metadata of its own. */
export function pruneValue(node: CompiledNode, value: JsonValue, isResource: boolean): JsonValue {
  const preparation: Preparation = { unknownFields: [], keepsNulls: true };
  const unknowns = node.keepsUnknown ? "keep" : "prune";
  if (!isJsonObject(value) || !isResource) return prepareValue(node, value, "", "prune", preparation);
  return prepareFields(node, value, "", unknowns, true, preparation);
}
