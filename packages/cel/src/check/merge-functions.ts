/** Functions by name, with the overloads of all their declarations. Which overload a call means is never a matter of luck. */
import { UsageError } from "@pintle/machinery";
import type { FunctionDeclaration, Overload } from "./function-declaration.ts";
import { isDeclaredAssignable, isEquivalentType } from "./type-relations.ts";

export function mergeFunctions(declarations: readonly FunctionDeclaration[]): ReadonlyMap<string, FunctionDeclaration> {
  const merged = new Map<string, Map<string, Overload>>();
  for (const { name, overloads } of declarations) {
    const known = merged.get(name) ?? new Map<string, Overload>();
    merged.set(name, known);
    for (const overload of overloads) addOverload(name, known, overload);
  }
  return new Map(Array.from(merged, ([name, overloads]) => [name, { name, overloads: [...overloads.values()] }]));
}

/** An overload declared again takes the place of the first, code and costs included, if it brings code. */
function addOverload(name: string, known: Map<string, Overload>, overload: Overload): void {
  const same = known.get(overload.id);
  if (same !== undefined) {
    if (!isSameSignature(same, overload)) {
      throw conflict(`overload ${overload.id} of ${name} is declared twice with different signatures`);
    }
    if (overload.call !== undefined) known.set(overload.id, overload);
    return;
  }
  for (const other of known.values()) {
    if (isOverlapping(other, overload)) {
      throw conflict(`overloads ${other.id} and ${overload.id} of ${name} take the same arguments`);
    }
  }
  known.set(overload.id, overload);
}

function conflict(what: string): UsageError {
  return new UsageError("PINTLE_CEL_CONFLICT", `${what}: give one of them another name, or leave it out`);
}

function isSameSignature(one: Overload, other: Overload): boolean {
  return (
    one.isMember === other.isMember &&
    one.isNonStrict === other.isNonStrict &&
    one.parameters.length === other.parameters.length &&
    one.parameters.every((type, index) => isEquivalentType(type, other.parameters[index] ?? type)) &&
    isEquivalentType(one.result, other.result)
  );
}

function isOverlapping(one: Overload, other: Overload): boolean {
  if (one.isMember !== other.isMember || one.parameters.length !== other.parameters.length) return false;
  return one.parameters.every((type, index) => {
    const counterpart = other.parameters[index] ?? type;
    return isDeclaredAssignable(type, counterpart) || isDeclaredAssignable(counterpart, type);
  });
}
