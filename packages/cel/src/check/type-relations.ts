/** How two types stand to each other when nothing about their parameters is to be found out: equal, equivalent, overlapping. */
import type { CelType } from "./cel-type.ts";
import { typeName, typeParameters } from "./cel-types.ts";

/** Whether a type says nothing: values of it are looked at when they are there. */
export function isDynOrError(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "error";
}

/** The same type, down to the names of type parameters. */
export function equalTypes(one: CelType, other: CelType): boolean {
  return (
    one === other || (isSameShape(one, other) && typeName(one) === typeName(other) && pairwise(one, other, equalTypes))
  );
}

/** The same type but for the names of type parameters. */
export function isEquivalentType(one: CelType, other: CelType): boolean {
  if (one === other) return true;
  if (!isSameShape(one, other)) return false;
  if (one.kind !== "parameter" && typeName(one) !== typeName(other)) return false;
  return pairwise(one, other, isEquivalentType);
}

/** Whether every value of `from` is one of `to`, by what is declared alone: a parameter of a type takes anything, as `dyn` does. */
export function isDeclaredAssignable(to: CelType, from: CelType): boolean {
  if (to === from || to.kind === "dyn" || to.kind === "parameter") return true;
  return isSameShape(to, from) && typeName(to) === typeName(from) && pairwise(to, from, isDeclaredAssignable);
}

/** Whether the first of two types that fit each other says no more than the second: `list(dyn)` and `list(int)`. */
export function isEqualOrLessSpecific(one: CelType, other: CelType): boolean {
  if (one === other || one.kind === "dyn" || one.kind === "parameter") return true;
  if (other.kind === "dyn" || other.kind === "parameter" || one.kind !== other.kind) return false;
  if (one.kind === "type") return true;
  if (typeName(one) !== typeName(other)) return false;
  return isSameShape(one, other) && pairwise(one, other, isEqualOrLessSpecific);
}

function isSameShape(one: CelType, other: CelType): boolean {
  return one.kind === other.kind && typeParameters(one).length === typeParameters(other).length;
}

function pairwise(one: CelType, other: CelType, related: (one: CelType, other: CelType) => boolean): boolean {
  const others = typeParameters(other);
  return typeParameters(one).every((each, index) => {
    const counterpart = others[index];
    return counterpart !== undefined && related(each, counterpart);
  });
}
