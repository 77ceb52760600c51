/**
 * Expressions as text. What is printed parses to the same tree, with no more parentheses than that takes, and macros stand as they
 * were written. Comments, spaces and the forms of literals are not kept.
 */
import { type CallExpr, type ComprehensionExpr, type Expr, operators, type ParsedExpression } from "./ast.ts";
import { formatLiteral } from "./format-literal.ts";

/** How tightly a form binds; an operand that binds less than its place asks for gets parentheses. */
const levels = { conditional: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, unary: 6, member: 7 } as const;

const binaryOperators: ReadonlyMap<string, { readonly symbol: string; readonly level: number }> = new Map([
  [operators.or, { symbol: "||", level: levels.or }],
  [operators.and, { symbol: "&&", level: levels.and }],
  [operators.less, { symbol: "<", level: levels.relation }],
  [operators.lessEquals, { symbol: "<=", level: levels.relation }],
  [operators.greater, { symbol: ">", level: levels.relation }],
  [operators.greaterEquals, { symbol: ">=", level: levels.relation }],
  [operators.equals, { symbol: "==", level: levels.relation }],
  [operators.notEquals, { symbol: "!=", level: levels.relation }],
  [operators.in, { symbol: "in", level: levels.relation }],
  [operators.add, { symbol: "+", level: levels.sum }],
  [operators.subtract, { symbol: "-", level: levels.sum }],
  [operators.multiply, { symbol: "*", level: levels.product }],
  [operators.divide, { symbol: "/", level: levels.product }],
  [operators.modulo, { symbol: "%", level: levels.product }],
]);

/** The text of an expression, whole or in part: `formatExpression(parsed)`, `formatExpression({ ...parsed, expr: part })`. */
export function formatExpression({ expr, macroCalls }: Pick<ParsedExpression, "expr" | "macroCalls">): string {
  return new Formatter(macroCalls).format(expr, levels.conditional);
}

/** A text with how tightly it binds. */
type Formatted = readonly [text: string, level: number];

class Formatter {
  readonly #macroCalls: ReadonlyMap<number, Expr>;

  constructor(macroCalls: ReadonlyMap<number, Expr>) {
    this.#macroCalls = macroCalls;
  }

  format(expr: Expr, minLevel: number): string {
    const [text, level] = this.#formatted(this.#macroCalls.get(expr.id) ?? expr);
    return level < minLevel ? `(${text})` : text;
  }

  #formatted(expr: Expr): Formatted {
    switch (expr.kind) {
      case "literal": {
        const text = formatLiteral(expr.value);
        return [text, text.startsWith("-") ? levels.unary : levels.member];
      }
      case "ident":
        return [expr.name, levels.member];
      case "select": {
        const selection = `${this.format(expr.operand, levels.member)}.${formatField(expr.field)}`;
        return [expr.isTest ? `has(${selection})` : selection, levels.member];
      }
      case "call":
        return this.#operator(expr) ?? [this.#call(expr), levels.member];
      case "list": {
        const optional = new Set(expr.optionalIndexes);
        const items = expr.elements.map((item, index) => (optional.has(index) ? "?" : "") + this.#whole(item));
        return [`[${items.join(", ")}]`, levels.member];
      }
      case "map": {
        const entries = expr.entries.map(
          ({ key, value, isOptional }) => `${isOptional ? "?" : ""}${this.#whole(key)}: ${this.#whole(value)}`,
        );
        return [`{${entries.join(", ")}}`, levels.member];
      }
      case "struct": {
        const fields = expr.fields.map(
          ({ name, value, isOptional }) => `${isOptional ? "?" : ""}${formatField(name)}: ${this.#whole(value)}`,
        );
        return [`${expr.typeName}{${fields.join(", ")}}`, levels.member];
      }
      case "comprehension":
        return [this.#comprehension(expr), levels.member];
    }
  }

  #whole(expr: Expr): string {
    return this.format(expr, levels.conditional);
  }

  #call({ name, target, args }: CallExpr): string {
    const receiver = target ? `${this.format(target, levels.member)}.` : "";
    return `${receiver}${name}(${args.map((arg) => this.#whole(arg)).join(", ")})`;
  }

  #operator(call: CallExpr): Formatted | undefined {
    const [first, second, third] = call.args;
    if (!first || call.target) return undefined;
    if (call.name === operators.not) return [`!${this.format(first, levels.member)}`, levels.unary];
    if (call.name === operators.negate) return [this.#negation(first), levels.unary];
    if (!second) return undefined;
    const binary = binaryOperators.get(call.name);
    if (binary) return [this.#binary(call, first, second, binary), binary.level];
    const operand = () => this.format(first, levels.member);
    switch (call.name) {
      case operators.index:
        return [`${operand()}[${this.#whole(second)}]`, levels.member];
      case operators.optionalIndex:
        return [`${operand()}[?${this.#whole(second)}]`, levels.member];
      case operators.optionalSelect:
        if (second.kind !== "literal") return undefined;
        return [`${operand()}.?${formatField(String(second.value))}`, levels.member];
      case operators.conditional: {
        if (!third) return undefined;
        const choices = `${this.format(second, levels.or)} : ${this.#whole(third)}`;
        return [`${this.format(first, levels.or)} ? ${choices}`, levels.conditional];
      }
      default:
        return undefined;
    }
  }

  /** A sign before an int or a double would become part of the number. */
  #negation(operand: Expr): string {
    const text = this.format(operand, levels.member);
    return /^(?!\d+u)\d/.test(text) ? `-(${text})` : `-${text}`;
  }

  #binary(call: CallExpr, left: Expr, right: Expr, { symbol, level }: { symbol: string; level: number }): string {
    const isLogic = level === levels.or || level === levels.and;
    if (!isLogic) return `${this.format(left, level)} ${symbol} ${this.format(right, level + 1)}`;
    const terms = this.#balancedTerms(call, call.name) ?? [left, right];
    return terms.map((term) => this.format(term, level + 1)).join(` ${symbol} `);
  }

  /** The terms of a chain whose tree is what the parser makes of the chain; nothing where only parentheses give that tree. */
  #balancedTerms(expr: Expr, name: string): readonly Expr[] | undefined {
    const isTerm =
      expr.kind !== "call" || expr.name !== name || expr.args.length !== 2 || this.#macroCalls.has(expr.id);
    if (isTerm) return [expr];
    const [first, second] = expr.args as [Expr, Expr];
    const left = this.#balancedTerms(first, name);
    const right = this.#balancedTerms(second, name);
    if (!left || !right) return undefined;
    const operatorCount = left.length + right.length - 1;
    return left.length === Math.floor(operatorCount / 2) + 1 ? [...left, ...right] : undefined;
  }

  /** The language has no words for a fold that no macro made: this form is for people. */
  #comprehension(fold: ComprehensionExpr): string {
    const names = [fold.variable, ...(fold.variable2 === undefined ? [] : [fold.variable2]), fold.accumulator];
    const parts = [fold.range, fold.start, fold.condition, fold.step, fold.result].map((part) => this.#whole(part));
    return `__comprehension__(${[...names, ...parts].join(", ")})`;
  }
}

const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

function formatField(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.has(name) ? name : `\`${name}\``;
}
