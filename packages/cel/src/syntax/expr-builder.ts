/**
 * Gives nodes their ids and places while an expression is parsed, expands macros, and collects what is wrong.
 *
 * Ids count up from 1 in the order in which cel-go gives them, so that types, costs and messages found by id can be compared with it.
 */
import type { CelValue } from "../values/cel-value.ts";
import type { CallExpr, ComprehensionExpr, Expr, MapExpr, StructExpr } from "./ast.ts";
import type { CelIssue } from "./cel-error.ts";
import { copyExpr } from "./copy-expr.ts";
import type { ExprFactory, Macro } from "./macro.ts";

/** cel-go's: the at sign keeps it out of reach of every source. */
const accumulatorName = "@result";

export class ExprBuilder {
  readonly offsets = new Map<number, number>();
  readonly macroCalls = new Map<number, Expr>();
  readonly issues: CelIssue[] = [];
  readonly #macros: readonly Macro[];
  #lastId = 0;

  constructor(macros: readonly Macro[]) {
    this.#macros = macros;
  }

  id(offset: number): number {
    this.#lastId += 1;
    this.offsets.set(this.#lastId, offset);
    return this.#lastId;
  }

  report(offset: number, message: string): void {
    this.issues.push({ message, offset });
  }

  /** Reports a problem and gives an expression to go on with, so that one parse finds what else is wrong. */
  failure(offset: number, message: string): Expr {
    this.report(offset, message);
    return { kind: "literal", id: this.id(offset), value: null };
  }

  /** The call, or what the macro of that name makes of it. */
  call(id: number, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    const call: CallExpr = target ? { kind: "call", id, name, target, args } : { kind: "call", id, name, args };
    const macro = this.#macro(name, target !== undefined, args.length);
    if (!macro) return call;
    const offset = this.offsets.get(id) as number;
    const lastId = this.#lastId;
    try {
      const expansion = macro.expand(this.#factory(offset), target, args);
      if (!expansion) return call;
      // A macro may also choose one of its arguments: that stands for itself, not for the call around it.
      if (expansion.id > lastId) this.macroCalls.set(expansion.id, { ...call, id: 0 });
      this.#forget(id);
      return expansion;
    } catch (error) {
      if (!(error instanceof MacroRefusal)) throw error;
      this.#forget(id);
      return this.failure(this.offsets.get(error.at.id) ?? offset, error.message);
    }
  }

  /** Of two macros for the same calls the later one counts, so that a library can replace a standard one. */
  #macro(name: string, isMember: boolean, argCount: number): Macro | undefined {
    const named = this.#macros.filter((macro) => macro.name === name && macro.isMember === isMember);
    return (
      named.findLast((macro) => macro.argCount === argCount) ?? named.findLast((macro) => macro.argCount === "any")
    );
  }

  #forget(id: number): void {
    this.offsets.delete(id);
    if (id === this.#lastId) this.#lastId -= 1;
  }

  #factory(offset: number): ExprFactory {
    const id = () => this.id(offset);
    const ident = (name: string): Expr => ({ kind: "ident", id: id(), name });
    const select = (operand: Expr, field: string, isTest: boolean): Expr => ({
      kind: "select",
      id: id(),
      operand,
      field,
      isTest,
    });
    return {
      accumulatorName,
      literal: (value: CelValue) => ({ kind: "literal", id: id(), value }),
      ident,
      accumulator: () => ident(accumulatorName),
      select: (operand, field) => select(operand, field, false),
      presenceTest: (operand, field) => select(operand, field, true),
      call: (name, ...args) => ({ kind: "call", id: id(), name, args }),
      memberCall: (name, target, ...args) => ({ kind: "call", id: id(), name, target, args }),
      list: (...elements) => ({ kind: "list", id: id(), elements, optionalIndexes: [] }),
      map: (...entries: MapExpr["entries"]) => ({ kind: "map", id: id(), entries }),
      mapEntry: (key, value, isOptional = false) => ({ id: id(), key, value, isOptional }),
      struct: (typeName, ...fields: StructExpr["fields"]) => ({ kind: "struct", id: id(), typeName, fields }),
      structField: (name, value, isOptional = false) => ({ id: id(), name, value, isOptional }),
      comprehension: (parts: Omit<ComprehensionExpr, "kind" | "id">) => ({
        kind: "comprehension",
        id: id(),
        ...parts,
      }),
      copy: (expr) => copyExpr(expr, (original) => this.id(this.offsets.get(original) ?? offset), id),
      fail(at, message) {
        throw new MacroRefusal(at, message);
      },
    };
  }
}

class MacroRefusal extends Error {
  readonly at: Expr;
  constructor(at: Expr, message: string) {
    super(message);
    this.at = at;
  }
}
