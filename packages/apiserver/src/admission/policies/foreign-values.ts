/**
 * Values that have no place in an apply configuration, although JSON could write them: null, times, durations and bytes.
 *
 * Unlike a patch, a configuration is not written out before it is used. What it takes over from the objects of the request is JSON
 * already, null and all.
 */
import {
  CelDouble,
  CelOptional,
  CelUint,
  type CelValue,
  isMapValue,
  mapEntries,
  runtimeTypeName,
  typeOf,
} from "@pintle/cel";
import { getOwn, type Shape } from "@pintle/machinery";

/** The first such value, in the words for a value of the wrong type. `given` is what expressions were given to work with. */
export function findForeign(made: CelValue, shape: Shape, given: readonly CelValue[]): string | undefined {
  return find(made, shape, "", given);
}

function find(value: CelValue, shape: Shape, path: string, given: readonly CelValue[]): string | undefined {
  if (value === null) return `${path}: ${describeNull(shape)}`;
  if (typeof value !== "object" || value instanceof CelDouble || value instanceof CelUint) return undefined;
  if (value instanceof CelOptional)
    return value.value === undefined ? undefined : find(value.value, shape, path, given);
  const isContainer = Array.isArray(value) || isMapValue(value);
  if (!isContainer) return `${path}: ${expectedAt(shape)}, got ${runtimeTypeName(typeOf(value))}`;
  const found = findInside(value, shape, path, given);
  return found === undefined || given.some((root) => contains(root, value)) ? undefined : found;
}

function findInside(value: CelValue, shape: Shape, path: string, given: readonly CelValue[]): string | undefined {
  if (Array.isArray(value)) {
    const items = shape.type === "list" ? shape.items : shape;
    return firstOf(value.entries(), ([index, item]) => find(item, items, `${path}[${index}]`, given));
  }
  if (!isMapValue(value)) return undefined;
  return firstOf(mapEntries(value), ([key, entry]) =>
    find(entry, shapeAt(shape, String(key)), `${path}.${key}`, given),
  );
}

/** Whether the very same list or map stands somewhere in a value. */
function contains(root: CelValue, wanted: CelValue): boolean {
  if (root === wanted) return true;
  if (Array.isArray(root)) return root.some((item) => contains(item, wanted));
  return isMapValue(root) && [...mapEntries(root)].some(([, entry]) => contains(entry, wanted));
}

function shapeAt(shape: Shape, key: string): Shape {
  if (shape.type !== "map") return shape;
  return getOwn(shape.fields ?? {}, key)?.shape ?? shape.values ?? { type: "any" };
}

/** Go has a number for CEL's null, which a text shows and others print by its name. */
function describeNull(shape: Shape): string {
  const isText = shape.type === "scalar" && shape.scalar === "string";
  return `${expectedAt(shape)}, got ${isText ? "&value.valueUnstructured{Value:0}" : "&{NULL_VALUE}"}`;
}

function expectedAt(shape: Shape): string {
  if (shape.type === "map" || shape.type === "list") return `expected ${shape.type}`;
  return shape.type === "scalar" && shape.scalar ? `expected ${shape.scalar}` : "expected any scalar";
}

function firstOf<Item>(items: Iterable<Item>, findIn: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = findIn(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
