/**
 * A recursive descent over cel-go's grammar, a method a rule.
 *
 * Three limits on depth hold at once, because cel-go has them so. Its generated parser counts how often a rule is entered within
 * itself: `expr`, `relation` and `calc` are those that can come first. Its tree walk then counts operators, selections, calls on a
 * target and indexes on the way to the deepest node; `#height` is that count for the expression parsed last.
 */
import { type Expr, type ListExpr, type MapExpr, operators, type StructExpr } from "./ast.ts";
import { balanceLogic } from "./balance-logic.ts";
import { CelError } from "./cel-error.ts";
import type { ExprBuilder } from "./expr-builder.ts";
import { parseLiteral } from "./parse-literal.ts";
import { type Token, type TokenKind, tokenize } from "./tokenize.ts";

/** Not allowed as variables or functions, though they are as fields. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...["as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop"],
  ...["package", "namespace", "return", "var", "void", "while"],
]);

const relations: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  ["<", operators.less],
  ["<=", operators.lessEquals],
  [">", operators.greater],
  [">=", operators.greaterEquals],
  ["==", operators.equals],
  ["!=", operators.notEquals],
  ["in", operators.in],
]);

const calculations: ReadonlyMap<TokenKind, { name: string; precedence: number }> = new Map<
  TokenKind,
  { name: string; precedence: number }
>([
  ["+", { name: operators.add, precedence: 1 }],
  ["-", { name: operators.subtract, precedence: 1 }],
  ["*", { name: operators.multiply, precedence: 2 }],
  ["/", { name: operators.divide, precedence: 2 }],
  ["%", { name: operators.modulo, precedence: 2 }],
]);

/** The text is no expression; what is wrong with it is for `explainSyntax` to tell. */
export class SyntaxFailure extends Error {}

export interface ParserSettings {
  readonly maxDepth: number;
  readonly optionalSyntax: boolean;
  readonly quotedFields: boolean;
}

export class ExpressionParser {
  readonly #source: string;
  readonly #builder: ExprBuilder;
  readonly #settings: ParserSettings;
  readonly #tokens: readonly Token[];
  readonly #depths = { expr: 0, relation: 0, calc: 0 };
  #position = 0;
  #token: Token;
  #height = 0;

  constructor(source: string, builder: ExprBuilder, settings: ParserSettings) {
    this.#source = source;
    this.#builder = builder;
    this.#settings = settings;
    this.#tokens = tokenize(source);
    this.#token = this.#tokens[0] as Token;
  }

  parse(): Expr {
    const expr = this.#expr();
    if (!this.#is("end")) this.#unexpected();
    return expr;
  }

  #expr(): Expr {
    this.#enter("expr");
    let expr = this.#or();
    if (this.#is("?")) {
      let height = this.#height;
      const id = this.#builder.id(this.#next().start);
      const whenTrue = this.#or();
      height = Math.max(height, this.#height);
      this.#take(":");
      const whenFalse = this.#expr();
      this.#raise(height);
      expr = { kind: "call", id, name: operators.conditional, args: [expr, whenTrue, whenFalse] };
    }
    this.#depths.expr -= 1;
    return expr;
  }

  #or(): Expr {
    const first = this.#and();
    return this.#is("||") ? this.#logic("||", operators.or, first) : first;
  }

  #and(): Expr {
    const first = this.#relation(true);
    return this.#is("&&") ? this.#logic("&&", operators.and, first) : first;
  }

  #logic(symbol: "&&" | "||", name: string, first: Expr): Expr {
    const terms = [first];
    const ids: number[] = [];
    let height = this.#height;
    while (this.#is(symbol)) {
      const { start } = this.#next();
      terms.push(symbol === "||" ? this.#and() : this.#relation(true));
      ids.push(this.#builder.id(start));
      height = Math.max(height, this.#height);
    }
    this.#height = height;
    return balanceLogic(name, terms, ids);
  }

  /** On the right of another relation only one operand is taken, which makes them bind to the left. */
  #relation(isChain: boolean): Expr {
    this.#enter("relation");
    let left = this.#calc(1);
    while (isChain) {
      const name = relations.get(this.#token.kind);
      if (name === undefined) break;
      const height = this.#height;
      const id = this.#builder.id(this.#next().start);
      const right = this.#relation(false);
      this.#raise(height);
      left = { kind: "call", id, name, args: [left, right] };
    }
    this.#depths.relation -= 1;
    return left;
  }

  #calc(minPrecedence: number): Expr {
    this.#enter("calc");
    let left = this.#unary();
    for (;;) {
      const operator = calculations.get(this.#token.kind);
      if (operator === undefined || operator.precedence < minPrecedence) break;
      const height = this.#height;
      const id = this.#builder.id(this.#next().start);
      const right = this.#calc(operator.precedence + 1);
      this.#raise(height);
      left = { kind: "call", id, name: operator.name, args: [left, right] };
    }
    this.#depths.calc -= 1;
    return left;
  }

  /** Two signs undo each other and leave no trace in the tree. The one sign before a number is part of the number. */
  #unary(): Expr {
    const sign = this.#token;
    if ((sign.kind !== "!" && sign.kind !== "-") || this.#isSignedNumber()) return this.#member();
    let count = 0;
    for (; this.#is(sign.kind); count++) this.#next();
    if (count % 2 === 0) return this.#member();
    const id = this.#builder.id(sign.start);
    const name = sign.kind === "!" ? operators.not : operators.negate;
    return { kind: "call", id, name, args: [this.#member()] };
  }

  #isSignedNumber(): boolean {
    if (!this.#is("-")) return false;
    const { kind } = this.#tokens[this.#position + 1] as Token;
    return kind === "int" || kind === "double";
  }

  #member(): Expr {
    let operand = this.#primary();
    for (;;) {
      if (this.#is(".")) operand = this.#selection(operand);
      else if (this.#is("[")) operand = this.#index(operand);
      else return operand;
    }
  }

  #selection(operand: Expr): Expr {
    const height = this.#height;
    const dot = this.#next();
    const isOptional = this.#optionalMark(dot.start, "'.?'");
    const name = this.#token;
    const field = this.#fieldName();
    if (this.#is("(") && name.kind === "ident" && !isOptional) {
      const id = this.#builder.id(this.#token.start);
      const args = this.#args();
      this.#raise(height);
      return this.#builder.call(id, field, operand, args);
    }
    this.#height = 0;
    this.#raise(height);
    if (!isOptional) {
      return { kind: "select", id: this.#builder.id(dot.start), operand, field, isTest: false };
    }
    const literal: Expr = { kind: "literal", id: this.#builder.id(name.start), value: field };
    const id = this.#builder.id(dot.start);
    return { kind: "call", id, name: operators.optionalSelect, args: [operand, literal] };
  }

  #index(operand: Expr): Expr {
    const height = this.#height;
    const bracket = this.#next();
    const isOptional = this.#optionalMark(bracket.start, "'[?'");
    const id = this.#builder.id(bracket.start);
    const index = this.#expr();
    this.#take("]");
    this.#raise(height);
    const name = isOptional ? operators.optionalIndex : operators.index;
    return { kind: "call", id, name, args: [operand, index] };
  }

  #primary(): Expr {
    this.#height = 0;
    const { kind } = this.#token;
    switch (kind) {
      case "ident":
      case ".":
        return this.#named();
      case "(": {
        this.#next();
        const expr = this.#expr();
        this.#take(")");
        return expr;
      }
      case "[":
        return this.#list();
      case "{":
        return this.#map();
      default:
        return this.#literal();
    }
  }

  /** A variable, a call, or a message: `.a`, `a(b)`, `a.b{c: d}`. */
  #named(): Expr {
    const { start } = this.#token;
    const dot = this.#is(".") ? "." : "";
    if (dot) this.#next();
    if (!this.#is("ident")) this.#unexpected();
    if (this.#isMessageName()) return this.#message(dot);
    const word = this.#next();
    const text = this.#text(word);
    if (reservedWords.has(text)) return this.#reserved(start, text);
    if (!this.#is("(")) return { kind: "ident", id: this.#builder.id(word.start), name: dot + text };
    const id = this.#builder.id(this.#token.start);
    return this.#builder.call(id, dot + text, undefined, this.#args());
  }

  /** What is wrong in the arguments of a call that cannot be is not told, as in cel-go. */
  #reserved(start: number, word: string): Expr {
    const failure = this.#builder.failure(start, `reserved identifier: ${word}`);
    const known = this.#builder.issues.length;
    if (this.#is("(")) this.#args();
    this.#builder.issues.length = known;
    return failure;
  }

  /** Whether names and dots lead to a brace. They are looked at twice at most: here, and when they are taken. */
  #isMessageName(): boolean {
    let at = this.#position + 1;
    while (this.#tokens[at]?.kind === "." && this.#tokens[at + 1]?.kind === "ident") at += 2;
    return this.#tokens[at]?.kind === "{";
  }

  #message(dot: string): Expr {
    let typeName = dot;
    while (!this.#is("{")) typeName += this.#text(this.#next());
    const id = this.#builder.id(this.#token.start);
    const fields: StructExpr["fields"][number][] = [];
    this.#items("}", () => {
      const isOptional = this.#optionalMark(this.#token.start, "'?'");
      const name = this.#fieldName();
      const fieldId = this.#builder.id(this.#token.start);
      this.#take(":");
      fields.push({ id: fieldId, name, value: this.#expr(), isOptional });
    });
    return { kind: "struct", id, typeName, fields };
  }

  #map(): Expr {
    const id = this.#builder.id(this.#token.start);
    const entries: MapExpr["entries"][number][] = [];
    this.#items("}", () => {
      const isOptional = this.#optionalMark(this.#token.start, "'?'");
      // The entry is numbered before its key, and stands where its colon does.
      const entryId = this.#builder.id(this.#token.start);
      const key = this.#expr();
      const height = this.#height;
      this.#builder.offsets.set(entryId, this.#token.start);
      this.#take(":");
      entries.push({ id: entryId, key, value: this.#expr(), isOptional });
      this.#height = Math.max(height, this.#height);
    });
    return { kind: "map", id, entries };
  }

  #list(): Expr {
    const id = this.#builder.id(this.#token.start);
    const elements: Expr[] = [];
    const optionalIndexes: number[] = [];
    this.#items("]", () => {
      if (this.#optionalMark(this.#token.start, "'?'")) optionalIndexes.push(elements.length);
      elements.push(this.#expr());
    });
    return { kind: "list", id, elements, optionalIndexes } satisfies ListExpr;
  }

  /** What stands between braces or brackets. A comma may follow the last item, or stand alone. */
  #items(close: "}" | "]", item: () => void): void {
    this.#next();
    let height = 0;
    while (!this.#is(close) && !this.#is(",")) {
      item();
      height = Math.max(height, this.#height);
      const isLast = !this.#is(",") || this.#tokens[this.#position + 1]?.kind === close;
      if (isLast) break;
      this.#next();
      if (this.#is(",")) this.#unexpected();
    }
    if (this.#is(",")) this.#next();
    this.#take(close);
    this.#height = height;
  }

  #args(): readonly Expr[] {
    this.#take("(");
    const args: Expr[] = [];
    let height = 0;
    while (!this.#is(")") || args.length > 0) {
      args.push(this.#expr());
      height = Math.max(height, this.#height);
      if (!this.#is(",")) break;
      this.#next();
    }
    this.#take(")");
    this.#height = height;
    return args;
  }

  #literal(): Expr {
    const { start } = this.#token;
    const isSigned = this.#is("-");
    if (isSigned && !this.#isSignedNumber()) {
      this.#next();
      this.#unexpected();
    }
    if (isSigned) this.#next();
    const text = this.#text(this.#token);
    const result = parseLiteral(this.#token.kind, isSigned ? `-${text}` : text);
    if (result === undefined) this.#unexpected();
    this.#next();
    if ("problem" in result) return this.#builder.failure(start, result.problem);
    return { kind: "literal", id: this.#builder.id(start), value: result.value };
  }

  #fieldName(): string {
    const token = this.#token;
    if (token.kind === "ident") return this.#text(this.#next());
    if (token.kind !== "quoted") this.#unexpected();
    if (!this.#settings.quotedFields) this.#builder.report(token.start, "unsupported syntax: '`'");
    return this.#text(this.#next()).slice(1, -1);
  }

  #optionalMark(offset: number, syntax: string): boolean {
    if (!this.#is("?")) return false;
    if (!this.#settings.optionalSyntax) this.#builder.report(offset, `unsupported syntax ${syntax}`);
    this.#next();
    return true;
  }

  #is(kind: TokenKind): boolean {
    return this.#token.kind === kind;
  }

  #text({ start, end }: Token): string {
    return this.#source.slice(start, end);
  }

  /** Goes on to the next token and gives the one that is left. */
  #next(): Token {
    const token = this.#token;
    this.#position += 1;
    this.#token = this.#tokens[this.#position] as Token;
    return token;
  }

  #take(kind: TokenKind): void {
    if (!this.#is(kind)) this.#unexpected();
    this.#next();
  }

  #enter(rule: "expr" | "relation" | "calc"): void {
    this.#depths[rule] += 1;
    const { maxDepth } = this.#settings;
    if (this.#depths[rule] <= maxDepth) return;
    // What else was wrong so far cel-go would have found only afterwards.
    this.#builder.issues.length = 0;
    this.#stop(`expression recursion limit exceeded: ${maxDepth}`);
  }

  /** The height of a node over the expression parsed last and another part of that height. */
  #raise(height: number): void {
    this.#height = Math.max(this.#height, height) + 1;
    if (this.#height > this.#settings.maxDepth) this.#stop("max recursion depth exceeded");
  }

  #unexpected(): never {
    throw new SyntaxFailure();
  }

  /** A mistake after which the rest is not read. */
  #stop(message: string): never {
    this.#builder.report(-1, message);
    throw new CelError(this.#source, this.#builder.issues);
  }
}
