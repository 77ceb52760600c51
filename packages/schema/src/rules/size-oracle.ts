/** What a schema says about the sizes of the values that a rule names: what the estimate of its cost builds on. */
import type { SizeOracle } from "@pintle/cel";
import type { DeclaredType } from "./declared-type.ts";

/** Paths start at `self` or `oldSelf`, which are of the same type. */
export function sizesOf(root: DeclaredType): SizeOracle {
  return ([variable, ...steps]) => {
    if (variable === undefined) return undefined;
    let at: DeclaredType | "key" = root;
    for (const step of steps) {
      const next: DeclaredType | "key" | undefined = at === "key" ? undefined : stepInto(at, step);
      if (next === undefined) return undefined;
      at = next;
    }
    // Nothing is said about keys, and upstream's estimate takes that for empty.
    return { min: 0, max: at === "key" ? 0 : at.maxElements };
  };
}

function stepInto(declared: DeclaredType, step: string): DeclaredType | "key" | undefined {
  if (step === "@items" || step === "@values") return declared.element;
  if (step === "@keys") return isMap(declared) ? "key" : undefined;
  return declared.fields?.get(step)?.declared;
}

function isMap({ type }: DeclaredType): boolean {
  return type.kind === "map";
}
