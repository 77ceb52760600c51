/**
 * The tree of an expression after macros are expanded, in the terms of the CEL specification.
 *
 * Operators are calls of functions with the names that cel-go gives them (`_+_`, `_[_]`, `_?_:_`), so that the checker, the
 * evaluator and the cost model know one kind of call. Every node has an id, unique in its tree; what is found out about a node
 * (its place in the text, its type, its overloads) is kept in maps by that id.
 */
import type { CelValue } from "../values/cel-value.ts";

export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr;

export interface LiteralExpr {
  readonly kind: "literal";
  readonly id: number;
  readonly value: CelValue;
}

export interface IdentExpr {
  readonly kind: "ident";
  readonly id: number;
  /** With a leading dot where the source has one. */
  readonly name: string;
}

export interface SelectExpr {
  readonly kind: "select";
  readonly id: number;
  readonly operand: Expr;
  readonly field: string;
  /** `has(a.b)`: whether the field is there, instead of its value. */
  readonly isTest: boolean;
}

export interface CallExpr {
  readonly kind: "call";
  readonly id: number;
  readonly name: string;
  /** `target.name(args)`; absent for a global call and for operators. */
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

export interface ListExpr {
  readonly kind: "list";
  readonly id: number;
  readonly elements: readonly Expr[];
  /** The indexes of elements written as `[?a]`, which are left out where they are empty optionals. */
  readonly optionalIndexes: readonly number[];
}

export interface MapExpr {
  readonly kind: "map";
  readonly id: number;
  readonly entries: readonly {
    readonly id: number;
    readonly key: Expr;
    readonly value: Expr;
    readonly isOptional: boolean;
  }[];
}

/** `Type{field: value}`. */
export interface StructExpr {
  readonly kind: "struct";
  readonly id: number;
  readonly typeName: string;
  readonly fields: readonly {
    readonly id: number;
    readonly name: string;
    readonly value: Expr;
    readonly isOptional: boolean;
  }[];
}

/** What every macro over lists and maps comes down to: a fold. */
export interface ComprehensionExpr {
  readonly kind: "comprehension";
  readonly id: number;
  readonly range: Expr;
  readonly variable: string;
  /** The second variable of a two-variable comprehension: then the first is the index or key, the second the value. */
  readonly variable2?: string;
  readonly accumulator: string;
  readonly start: Expr;
  /** Goes on while this is true. */
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

export interface ParsedExpression {
  readonly expr: Expr;
  readonly source: string;
  /** The offset in the source, in UTF-16 units, where the node with this id stands. */
  readonly offsets: ReadonlyMap<number, number>;
  /** What was written where a macro stood, by the id of what it became: for printing, and for messages. */
  readonly macroCalls: ReadonlyMap<number, Expr>;
}

/** The names of operators as functions, as cel-go has them. */
export const operators = {
  conditional: "_?_:_",
  and: "_&&_",
  or: "_||_",
  not: "!_",
  equals: "_==_",
  notEquals: "_!=_",
  less: "_<_",
  lessEquals: "_<=_",
  greater: "_>_",
  greaterEquals: "_>=_",
  add: "_+_",
  subtract: "_-_",
  multiply: "_*_",
  divide: "_/_",
  modulo: "_%_",
  negate: "-_",
  in: "@in",
  index: "_[_]",
  optionalIndex: "_[?_]",
  optionalSelect: "_?._",
  notStrictlyFalse: "@not_strictly_false",
} as const;
