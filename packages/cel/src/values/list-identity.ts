/**
 * Lists whose order does not matter, as Kubernetes declares them: sets of scalars, and map-lists, whose items are told apart by keys.
 *
 * They are equal where they hold the same items, and `a + b` puts into `a` what it lacks; in a map-list, items of `b` replace those with the
 * same keys. As upstream, the list on the left decides, and scalars are compared as Go values: an integer in the JSON of a set of
 * numbers is not the double that CEL reads from it.
 */
import type { ListIdentity } from "../check/cel-type.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { Adapter } from "./adapt-json.ts";
import { isMapValue, mapGet } from "./cel-map.ts";
import { CelDouble, CelUint, type CelValue } from "./cel-value.ts";
import type { Equality } from "./equal-by-type.ts";

type List = readonly CelValue[];

/** `read` reads an item of the other list by its type. */
export function equalIdentified(
  left: List,
  right: List,
  identity: ListIdentity,
  equalItems: Equality,
  read: Adapter | undefined,
): boolean {
  if (left.length !== right.length) return false;
  if (identity.kind === "set") {
    const known = new Set(left.map(keyOfScalar));
    return right.every((item) => known.has(keyOfScalar(read ? read(item) : item)));
  }
  const known = new Map(left.map((item) => [keyOfItem(item, identity.keys), item]));
  return right.every((item) => {
    const key = keyOfItem(item, identity.keys);
    const own = key === undefined ? undefined : known.get(key);
    return own !== undefined && equalItems(own, item);
  });
}

export function uniteLists(left: List, right: List, identity: ListIdentity, read: Adapter | undefined): List {
  const united = [...left];
  if (identity.kind === "set") {
    const known = new Set(left.map(keyOfScalar));
    for (const item of right) {
      const next = read ? read(item) : item;
      const key = keyOfScalar(next);
      if (!known.has(key)) united.push(next);
      known.add(key);
    }
    return united;
  }
  const places = new Map(left.map((item, index) => [keyOfItem(item, identity.keys), index]));
  for (const item of right) {
    const key = keyOfItem(item, identity.keys);
    const place = key === undefined ? undefined : places.get(key);
    if (place === undefined) united.push(item);
    else united[place] = item;
  }
  return united;
}

/** Scalars of one Go type and value share a key; what is no scalar cannot be in a set. */
function keyOfScalar(value: CelValue): string {
  if (typeof value === "number") return `${Number.isInteger(value) ? "int" : "double"} ${value}`;
  if (typeof value === "bigint") return `int ${value}`;
  if (value instanceof CelDouble) return `double ${value.value}`;
  if (value instanceof CelUint) return `uint ${value.value}`;
  if (Array.isArray(value)) throw unhashable("[]interface {}");
  if (isMapValue(value)) throw unhashable("map[string]interface {}");
  return typeof value === "object" && value !== null ? "other" : `${typeof value} ${value}`;
}

function unhashable(type: string): CelEvaluationError {
  return new CelEvaluationError(`internal error: runtime error: hash of unhashable type ${type}`);
}

/** Items without a key share the one of its absence; what is no object has none. */
function keyOfItem(item: CelValue, keys: readonly string[]): string | undefined {
  if (!isMapValue(item)) return undefined;
  return keys.map((key) => keyOfScalar(mapGet(item, key) ?? null)).join("\0");
}
