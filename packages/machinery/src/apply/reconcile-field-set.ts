/**
 * A field set that was written under an older schema, brought in line with today's.
 *
 * Where a list or map has become atomic since, whoever owned something in it now owns it as a whole. The other way
 * round needs nothing: who owned it as a whole keeps owning what has that path.
 */
import type { Shape } from "../json/shape.ts";
import type { FieldSet, FieldSetEntry } from "./field-set.ts";
import { compileShape, type TypedMap, type TypedShape } from "./typed-shape.ts";

/** Gives the set itself if nothing changes. */
export function reconcileFieldSet(set: FieldSet, shape: Shape): FieldSet {
  const typed = compileShape(shape);
  return isAtomic(typed) ? set : reconcile(set, typed);
}

function reconcile(set: FieldSet, { map, list }: TypedShape): FieldSet {
  // Content that nobody described can be list or map, and has never been anything but granular.
  if (map) return map.isUndescribed ? set : set.map((entry) => reconcileEntry(entry, shapeOfField(map, entry)));
  return list ? set.map((entry) => reconcileEntry(entry, list.items)) : set;
}

function shapeOfField(map: TypedMap, { element }: FieldSetEntry): TypedShape | undefined {
  return (element.type === "field" ? map.field(element.name)?.shape : undefined) ?? map.values;
}

function reconcileEntry(entry: FieldSetEntry, shape: TypedShape | undefined): FieldSetEntry {
  if (entry.children === undefined || shape === undefined) return entry;
  if (isAtomic(shape)) return { element: entry.element, isMember: true, children: undefined };
  const children = reconcile(entry.children, shape);
  return children === entry.children ? entry : { ...entry, children };
}

function isAtomic({ map, list }: TypedShape): boolean {
  return map ? map.isAtomic && !map.isUndescribed : (list?.isAtomic ?? false);
}
