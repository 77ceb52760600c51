/**
 * cel-go's grammar once more, read in spite of mistakes: a method a rule, each asking the recovery before it takes a word or a choice.
 *
 * The sets given with each step are what may come at that step and after it within the rule; messages are made of them.
 */
import { type ErrorRecovery, RecoveryEnd } from "./error-recovery.ts";
import { type RecoveredNode, recoveredNode } from "./recovered-node.ts";
import { readPrimary } from "./recovering-primary.ts";
import { calcOperators, relationOperators, setOf, startOfExpr, startOfPrimary, type TokenSet } from "./token-sets.ts";

const end = setOf("epsilon");
const afterUnary = setOf(calcOperators, "epsilon");
const afterMember = setOf(".", "[", "epsilon");
const afterCalc = setOf(relationOperators, "epsilon");
const precedences: Readonly<Record<string, number>> = { "*": 2, "/": 2, "%": 2, "+": 1, "-": 1 };

export class RecoveringParser {
  readonly recovery: ErrorRecovery;
  readonly #maxDepth: number;
  #depth = 0;

  constructor(recovery: ErrorRecovery, maxDepth: number) {
    this.recovery = recovery;
    this.#maxDepth = maxDepth;
  }

  /** The whole text; `undefined` where reading was given up. */
  parse(): RecoveredNode | undefined {
    let expr: RecoveredNode | undefined;
    try {
      this.recovery.rule(setOf(), (state) => {
        expr = this.expr(setOf("end"));
        state("start end");
        this.recovery.match("end", end);
      });
    } catch (error) {
      if (error instanceof RecoveryEnd) return undefined;
      throw error;
    }
    return expr;
  }

  expr(follow: TokenSet): RecoveredNode {
    const { recovery } = this;
    const node = recoveredNode("expr", recovery.peek().start);
    this.#depth += 1;
    if (this.#depth > this.#maxDepth) throw new RecoveryEnd();
    recovery.rule(follow, (state) => {
      node.parts.push(this.#logic("||", setOf("?", "epsilon")));
      if (!recovery.is("?")) return;
      state("expr ?");
      node.op = recovery.match("?", startOfExpr);
      node.parts.push(this.#logic("||", setOf(":")));
      state("expr :");
      recovery.match(":", startOfExpr);
      node.parts.push(this.expr(end));
    });
    this.#depth -= 1;
    return node;
  }

  #logic(kind: "||" | "&&", follow: TokenSet): RecoveredNode {
    const { recovery } = this;
    const node = recoveredNode(kind, recovery.peek().start);
    const again = setOf(kind, "epsilon");
    const operand = () => (kind === "||" ? this.#logic("&&", again) : this.#relation(0, again));
    recovery.rule(follow, (state) => {
      node.parts.push(operand());
      while (recovery.is(kind)) {
        state(kind);
        node.ops.push(recovery.match(kind, startOfExpr));
        node.parts.push(operand());
      }
    });
    return node;
  }

  #relation(precedence: number, follow: TokenSet): RecoveredNode {
    const { recovery } = this;
    let node = recoveredNode("relation", recovery.peek().start);
    recovery.rule(follow, () => {
      node.parts.push(this.#calc(0, afterCalc));
      while (precedence <= 1 && relationOperators.has(recovery.peek().kind)) {
        node = recoveredNode("relation", node.start, node);
        node.op = recovery.match(recovery.peek().kind, startOfExpr);
        node.parts.push(this.#relation(2, afterCalc));
      }
    });
    return node;
  }

  #calc(precedence: number, follow: TokenSet): RecoveredNode {
    const { recovery } = this;
    let node = recoveredNode("calc", recovery.peek().start);
    recovery.rule(follow, () => {
      node.parts.push(this.#unary());
      for (;;) {
        const own = precedences[recovery.peek().kind];
        if (own === undefined || own < precedence) return;
        node = recoveredNode("calc", node.start, node);
        node.op = recovery.match(recovery.peek().kind, startOfExpr);
        node.parts.push(this.#calc(own + 1, afterUnary));
      }
    });
    return node;
  }

  #unary(): RecoveredNode {
    const { recovery } = this;
    const node = recoveredNode("unary", recovery.peek().start);
    recovery.rule(afterUnary, (state) => {
      state("unary");
      recovery.sync(startOfExpr);
      const { kind } = recovery.peek();
      const isNumber = recovery.is("int", 1) || recovery.is("double", 1);
      if (kind === "!") this.#nots(node, state);
      else if (kind === "-" && !isNumber) this.#minuses(node, state);
      else if (startOfPrimary.has(kind)) {
        node.kind = "expr";
        node.parts.push(this.#member());
      } else throw recovery.noViable(0);
    });
    return node;
  }

  #nots(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    node.kind = "!";
    do {
      state("unary !");
      node.ops.push(recovery.match("!", startOfExpr));
      state("unary ! again");
      recovery.syncLoop(startOfExpr);
    } while (recovery.is("!"));
    node.parts.push(this.#member());
  }

  /** One sign before a number belongs to the number, unless there are more signs before it. */
  #minuses(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    if (!startOfPrimary.has(recovery.peek(1).kind)) throw recovery.noViable(1);
    node.kind = "-";
    do {
      state("unary -");
      node.ops.push(recovery.match("-", startOfPrimary));
      state("unary - again");
      recovery.syncLoop(startOfPrimary);
      if (recovery.is("-") && !startOfPrimary.has(recovery.peek(1).kind)) throw recovery.noViable(1);
      if (!startOfPrimary.has(recovery.peek().kind)) throw recovery.noViable(0);
    } while (recovery.is("-"));
    node.parts.push(this.#member());
  }

  #member(): RecoveredNode {
    const { recovery } = this;
    let node = recoveredNode("unknown", recovery.peek().start);
    recovery.rule(end, (state) => {
      node = readPrimary(this, afterMember);
      for (;;) {
        state("member");
        if (recovery.is(".")) {
          const isCall = recovery.is("ident", 1) && recovery.is("(", 2);
          if (!isCall && !["?", "ident", "quoted"].includes(recovery.peek(1).kind)) throw recovery.noViable(1);
          node = recoveredNode(isCall ? "member call" : "select", node.start, node);
          if (isCall) this.#memberCall(node, state);
          else this.#select(node, state);
        } else if (recovery.is("[")) {
          node = recoveredNode("index", node.start, node);
          this.#index(node, state);
        } else return;
      }
    });
    return node;
  }

  #select(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    state("select .");
    node.op = recovery.match(".", setOf("?", "ident", "quoted"));
    if (recovery.is("?")) node.mark = recovery.match("?", setOf("ident", "quoted"));
    node.field = this.fieldName(afterMember);
  }

  #memberCall(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    recovery.match(".", setOf("ident"));
    node.names.push(recovery.match("ident", setOf("(")));
    this.args(node, state);
  }

  /** `(`, perhaps expressions, and `)`. */
  args(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    const next = setOf(startOfExpr, ")");
    node.op = recovery.match("(", next);
    state(`${node.kind} args`);
    recovery.sync(next);
    const args = recoveredNode("items", recovery.peek().start);
    node.parts.push(args);
    if (startOfExpr.has(recovery.peek().kind)) {
      recovery.rule(setOf(")"), (inner) => {
        args.parts.push(this.expr(setOf(",", "epsilon")));
        while (recovery.is(",")) {
          inner("args ,");
          recovery.match(",", startOfExpr);
          args.parts.push(this.expr(setOf(",", "epsilon")));
        }
      });
    }
    state(`${node.kind} )`);
    recovery.match(")", afterMember);
  }

  #index(node: RecoveredNode, state: (name: string) => void): void {
    const { recovery } = this;
    const next = setOf(startOfExpr, "?");
    node.op = recovery.match("[", next);
    state("index ?");
    recovery.sync(next);
    if (recovery.is("?")) node.mark = recovery.match("?", startOfExpr);
    node.parts.push(this.expr(setOf("]")));
    state("index ]");
    recovery.match("]", afterMember);
  }

  fieldName(follow: TokenSet): RecoveredNode {
    const { recovery } = this;
    const node = recoveredNode("unknown", recovery.peek().start);
    recovery.rule(follow, (state) => {
      state("field name");
      recovery.sync(setOf("ident", "quoted"));
      const { kind } = recovery.peek();
      if (kind !== "ident" && kind !== "quoted") throw recovery.noViable(0);
      node.kind = "field";
      node.names.push(recovery.match(kind, end));
    });
    return node;
  }
}
