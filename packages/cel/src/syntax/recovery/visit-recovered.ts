/** Walks what could be read of an expression as cel-go does, to find what is wrong beside its syntax: reserved words, misused macros. */
import { type Expr, operators } from "../ast.ts";
import { lostOffset } from "../cel-error.ts";
import type { ExprBuilder } from "../expr-builder.ts";
import { reservedWords } from "../expression-parser.ts";
import { parseLiteral } from "../parse-literal.ts";
import type { RecoveredNode } from "./recovered-node.ts";

export interface VisitSettings {
  readonly optionalSyntax: boolean;
  readonly quotedFields: boolean;
}

export class RecoveredVisitor {
  readonly #builder: ExprBuilder;
  readonly #settings: VisitSettings;

  constructor(builder: ExprBuilder, settings: VisitSettings) {
    this.#builder = builder;
    this.#settings = settings;
  }

  visit(node: RecoveredNode | undefined): Expr {
    if (node === undefined) return this.#nothing(lostOffset);
    switch (node.kind) {
      case "expr":
        return node.op ? this.#call(operators.conditional, node, 3) : this.visit(node.parts[0]);
      case "||":
      case "&&":
        if (node.ops.length === 0) return this.visit(node.parts[0]);
        return this.#call(node.kind === "||" ? operators.or : operators.and, node, node.parts.length);
      case "relation":
      case "calc":
        return node.op ? this.#call(node.op.text, node, 2) : this.visit(node.parts[0]);
      case "!":
      case "-":
        return node.ops.length % 2 === 0 ? this.visit(node.parts[0]) : this.#call(node.kind, node, 1);
      default:
        return this.#visitMember(node);
    }
  }

  #visitMember(node: RecoveredNode): Expr {
    switch (node.kind) {
      case "select":
        return this.#select(node);
      case "index": {
        const args = [this.visit(node.parts[0]), this.visit(node.parts[1])];
        if (node.mark && !this.#settings.optionalSyntax) this.#report(node.op?.start, "unsupported syntax '[?'");
        return { kind: "call", id: this.#id(node), name: operators.index, args };
      }
      case "ident":
      case "call":
      case "member call":
        return this.#named(node);
      case "list":
        for (const item of node.parts) this.#optional(item, item.mark?.start);
        return { kind: "list", id: this.#id(node), elements: [], optionalIndexes: [] };
      case "map":
      case "message":
        this.#entries(node);
        return { kind: "map", id: this.#id(node), entries: [] };
      case "literal":
        return this.#literal(node);
      default:
        return this.#nothing(node.kind === "unary" ? node.start : lostOffset);
    }
  }

  #call(name: string, node: RecoveredNode, count: number): Expr {
    const args = Array.from({ length: count }, (_, index) => this.visit(node.parts[index]));
    return { kind: "call", id: this.#id(node), name, args };
  }

  #select(node: RecoveredNode): Expr {
    const operand = this.visit(node.parts[0]);
    const field = this.#fieldName(node.field, node.field?.start);
    if (!node.mark) return { kind: "select", id: this.#id(node), operand, field, isTest: false };
    if (!this.#settings.optionalSyntax) this.#report(node.op?.start, "unsupported syntax '.?'");
    return { kind: "call", id: this.#id(node), name: operators.optionalSelect, args: [operand] };
  }

  #named(node: RecoveredNode): Expr {
    const isMember = node.kind === "member call";
    const target = isMember ? this.visit(node.parts[0]) : undefined;
    const name = node.names[0]?.text;
    if (name === undefined) return this.#nothing(node.start);
    if (!isMember && reservedWords.has(name)) {
      return this.#builder.failure(node.start, `reserved identifier: ${name}`);
    }
    const full = node.mark ? `.${name}` : name;
    if (node.kind === "ident") return { kind: "ident", id: this.#builder.id(node.names[0]?.start ?? 0), name: full };
    const id = this.#id(node);
    const args = node.parts[isMember ? 1 : 0]?.parts.map((arg) => this.visit(arg)) ?? [];
    return this.#builder.call(id, full, target, args);
  }

  #entries(node: RecoveredNode): void {
    for (let at = 0; at < node.ops.length; at += 1) {
      const [key, value] = [node.parts[2 * at], node.parts[2 * at + 1]];
      if (!key || !value) return;
      const known = this.#builder.issues.length;
      if (node.kind === "map") this.#optional(key, key.start);
      else this.#fieldName(key.field, node.parts[0]?.start);
      // The value of a field without a name is not looked at.
      if (node.kind === "map" || this.#builder.issues.length === known) this.visit(value);
    }
  }

  #optional(item: RecoveredNode, markStart: number | undefined): void {
    if (item.mark && !this.#settings.optionalSyntax) this.#report(markStart, "unsupported syntax '?'");
    this.visit(item.parts[0]);
  }

  #fieldName(field: RecoveredNode | undefined, reportAt: number | undefined): string {
    const name = field?.names[0];
    if (name?.kind === "quoted" && !this.#settings.quotedFields) this.#report(reportAt, "unsupported syntax: '`'");
    if (field && !name) this.#report(reportAt, "unsupported ident kind");
    return name?.text ?? "";
  }

  #literal(node: RecoveredNode): Expr {
    const [token] = node.names;
    const result = token && parseLiteral(token.kind, (node.mark?.text ?? "") + token.text);
    if (!result) return this.#nothing(node.start);
    if ("problem" in result) return this.#builder.failure(node.start, result.problem);
    return { kind: "literal", id: this.#builder.id(node.start), value: result.value };
  }

  #report(start: number | undefined, message: string): void {
    this.#builder.report(start ?? 0, message);
  }

  #id(node: RecoveredNode): number {
    return this.#builder.id((node.op ?? node.ops[0])?.start ?? node.start);
  }

  /** Stands for what is not there. */
  #nothing(start: number): Expr {
    return { kind: "literal", id: this.#builder.id(start), value: null };
  }
}
