/** Declared fields that a set reaches into, made members of it. */
import type { Shape } from "../json/shape.ts";
import type { FieldSet, FieldSetEntry } from "./field-set.ts";
import { compileShape, type TypedShape } from "./typed-shape.ts";

/**
 * The set along with the declared fields on the way to its members: with `.spec.replicas` also `.spec`, but not the
 * keys of maps such as labels. Pruning needs it, because owning everything in a struct does not mean to own the struct.
 */
export function ensureNamedFieldsAreMembers(set: FieldSet, shape: Shape): FieldSet {
  return withNamedFields(set, compileShape(shape));
}

function withNamedFields(set: FieldSet, shape: TypedShape | undefined): FieldSet {
  return set.map((entry) => withNamedField(entry, shape));
}

function withNamedField(entry: FieldSetEntry, shape: TypedShape | undefined): FieldSetEntry {
  const { element, isMember, children } = entry;
  if (children === undefined) return entry;
  const field = element.type === "field" ? shape?.map?.field(element.name) : undefined;
  const inner =
    element.type === "key"
      ? shape?.list?.items
      : element.type === "field"
        ? (field?.shape ?? shape?.map?.values)
        : undefined;
  const below = withNamedFields(children, inner);
  const isNamed = isMember || field !== undefined;
  return isNamed === isMember && below === children ? entry : { element, isMember: isNamed, children: below };
}
