/** The sizes of values in an expression, as far as they can be known before there are values; by the ids of nodes. */
import type { CelType } from "../check/cel-type.ts";
import { optionalValueType } from "../check/cel-types.ts";
import type { Expr } from "../syntax/ast.ts";
import type { CelValue } from "../values/cel-value.ts";
import { CostPath } from "./cost-path.ts";
import type { CostNode, SizeEstimate, SizeOracle } from "./estimate.ts";
import { fixedEstimate, uniteEstimates, unknownEstimate } from "./estimate-arithmetic.ts";

/** The sizes of what is in a list or a map. The keys of a list are its indexes. */
export interface EntrySizes {
  readonly kind: "list" | "map";
  readonly key: SizeEstimate;
  readonly value: SizeEstimate;
}

/** A variable of a comprehension. */
export interface LocalVariable {
  readonly path: CostPath;
  readonly size?: SizeEstimate | undefined;
  readonly entries?: EntrySizes | undefined;
}

export class CostSizes {
  readonly #types: ReadonlyMap<number, CelType>;
  readonly #oracle: SizeOracle;
  readonly #sizes = new Map<number, SizeEstimate>();
  readonly #entries = new Map<number, EntrySizes>();
  readonly #paths = new Map<number, CostPath>();
  readonly #locals = new Map<string, LocalVariable[]>();

  constructor(types: ReadonlyMap<number, CelType>, oracle: SizeOracle) {
    this.#types = types;
    this.#oracle = oracle;
  }

  typeOf(expr: Expr): CelType {
    return this.#types.get(expr.id) ?? { kind: "dyn" };
  }

  local(name: string): LocalVariable | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  pushLocal(name: string, variable: LocalVariable): void {
    const known = this.#locals.get(name);
    if (known === undefined) this.#locals.set(name, [variable]);
    else known.push(variable);
  }

  popLocal(name: string): void {
    this.#locals.get(name)?.pop();
  }

  pathOf(expr: Expr): CostPath {
    const local = expr.kind === "ident" ? this.local(expr.name) : undefined;
    return local?.path ?? this.#paths.get(expr.id) ?? CostPath.empty;
  }

  setPath(expr: Expr, path: CostPath): void {
    this.#paths.set(expr.id, path);
  }

  setSize(expr: Expr, size: SizeEstimate | undefined): void {
    if (size !== undefined) this.#sizes.set(expr.id, size);
  }

  setEntries(expr: Expr, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.#entries.set(expr.id, entries);
  }

  entriesOf(expr: Expr): EntrySizes | undefined {
    return this.#entries.get(expr.id) ?? (expr.kind === "ident" ? this.local(expr.name)?.entries : undefined);
  }

  sizeOf(expr: Expr): SizeEstimate {
    return this.knownSizeOf(expr) ?? unknownEstimate;
  }

  /** What is computed or written comes before what the oracle says, and that before what follows from the type. */
  knownSizeOf(expr: Expr): SizeEstimate | undefined {
    const known = this.#sizes.get(expr.id) ?? writtenSize(expr);
    if (known !== undefined) return known;
    const told = this.#oracle(this.pathOf(expr).parts(), this.typeOf(expr));
    this.setSize(expr, told);
    if (told !== undefined) return told;
    if (isScalar(this.typeOf(expr))) return fixedEstimate(1);
    return expr.kind === "ident" ? this.local(expr.name)?.size : undefined;
  }

  nodeOf(expr: Expr): CostNode {
    const type = this.typeOf(expr);
    const path = this.pathOf(expr);
    return {
      expr,
      type,
      path: path.parts(),
      size: this.sizeOf(expr),
      elementSize: () => {
        const parts = path.parts();
        const itemPath = parts.length === 0 ? [] : [...parts, "@items"];
        return (type.kind === "list" && this.#oracle(itemPath, type.element)) || unknownEstimate;
      },
    };
  }
}

export function uniteEntries(one: EntrySizes | undefined, other: EntrySizes | undefined): EntrySizes | undefined {
  if (one === undefined || other === undefined) return undefined;
  const key = uniteEstimates(one.key, other.key);
  return { kind: one.kind, key, value: uniteEstimates(one.value, other.value) };
}

function writtenSize(expr: Expr): SizeEstimate | undefined {
  if (expr.kind === "list") return fixedEstimate(expr.elements.length);
  if (expr.kind === "map") return fixedEstimate(expr.entries.length);
  return expr.kind === "literal" ? fixedEstimate(literalSize(expr.value)) : undefined;
}

function literalSize(value: CelValue): number {
  if (typeof value === "string") return [...value].length;
  return value instanceof Uint8Array ? value.length : 1;
}

/** Whether all values of the type have the same size. */
function isScalar(type: CelType): boolean {
  const held = optionalValueType(type);
  if (held !== undefined) return isScalar(held);
  return ["bool", "double", "duration", "int", "timestamp", "uint"].includes(type.kind);
}
