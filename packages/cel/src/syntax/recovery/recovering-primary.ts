/** The rules of cel-go's grammar for what stands alone: names, calls, brackets and literals, read in spite of mistakes. */
import { type RecoveredNode, recoveredNode } from "./recovered-node.ts";
import type { RecoveringParser } from "./recovering-parser.ts";
import { setOf, startOfExpr, startOfField, startOfOptional, startOfPrimary, type TokenSet } from "./token-sets.ts";

const end = setOf("epsilon");
type EnterState = (state: string) => void;

export function readPrimary(parser: RecoveringParser, follow: TokenSet): RecoveredNode {
  const { recovery } = parser;
  const node = recoveredNode("unknown", recovery.peek().start);
  recovery.rule(follow, (state) => {
    state("primary");
    recovery.sync(startOfPrimary);
    switch (recovery.peek().kind) {
      case "(":
        recovery.match("(", startOfExpr);
        node.kind = "expr";
        node.parts.push(parser.expr(setOf(")")));
        state("nested )");
        recovery.match(")", end);
        break;
      case "[":
        readItems(parser, node, state, "list");
        break;
      case "{":
        readItems(parser, node, state, "map");
        break;
      case ".":
      case "ident":
        readNamed(parser, node, state);
        break;
      default:
        if (!startOfPrimary.has(recovery.peek().kind)) throw recovery.noViable(0);
        readLiteral(parser, node);
    }
  });
  return node;
}

function readNamed(parser: RecoveringParser, node: RecoveredNode, state: EnterState): void {
  const { recovery } = parser;
  const first = recovery.is(".") ? 1 : 0;
  if (!recovery.is("ident", first)) throw recovery.noViable(first);
  let at = first + 1;
  while (recovery.is(".", at) && recovery.is("ident", at + 1)) at += 2;
  const isMessage = recovery.is("{", at);
  const isCall = !isMessage && recovery.is("(", first + 1);
  node.kind = isMessage ? "message" : isCall ? "call" : "ident";
  if (first === 1) node.mark = recovery.match(".", setOf("ident"));
  node.names.push(recovery.match("ident", end));
  if (isCall) parser.args(node, state);
  if (!isMessage) return;
  while (recovery.is(".")) {
    recovery.match(".", setOf("ident"));
    node.names.push(recovery.match("ident", end));
  }
  readItems(parser, node, state, "message");
}

const brackets = {
  list: { open: "[", close: "]", start: startOfOptional },
  map: { open: "{", close: "}", start: startOfOptional },
  message: { open: "{", close: "}", start: startOfField },
} as const;

/** What stands between brackets. A comma may follow the last item, or stand alone. */
function readItems(
  parser: RecoveringParser,
  node: RecoveredNode,
  state: EnterState,
  kind: keyof typeof brackets,
): void {
  const { recovery } = parser;
  const { open, close, start } = brackets[kind];
  const next = setOf(start, ",", close);
  node.kind = kind;
  node.op = recovery.match(open, next);
  state(`${kind} items`);
  recovery.sync(next);
  if (start.has(recovery.peek().kind)) {
    recovery.rule(setOf(",", close), (inner) => {
      readItem(parser, node, inner, kind);
      while (recovery.is(",") && start.has(recovery.peek(1).kind)) {
        inner(`${kind} ,`);
        recovery.match(",", start);
        readItem(parser, node, inner, kind);
      }
    });
  }
  state(`${kind} last ,`);
  recovery.sync(setOf(",", close));
  if (recovery.is(",")) recovery.match(",", setOf(close));
  state(`${kind} ${close}`);
  recovery.match(close, end);
}

/** Keys and values are parts in turn; the colons stand in `ops`. */
function readItem(parser: RecoveringParser, node: RecoveredNode, state: EnterState, kind: keyof typeof brackets): void {
  const { recovery } = parser;
  const again = setOf(",", "epsilon");
  if (kind === "list") {
    node.parts.push(readOptional(parser, again));
    return;
  }
  node.parts.push(kind === "map" ? readOptional(parser, setOf(":")) : readField(parser));
  state(`${kind} : ${node.ops.length === 0 ? "first" : "again"}`);
  node.ops.push(recovery.match(":", startOfExpr));
  node.parts.push(parser.expr(again));
}

function readOptional(parser: RecoveringParser, follow: TokenSet): RecoveredNode {
  const { recovery } = parser;
  const node = recoveredNode("optional", recovery.peek().start);
  recovery.rule(follow, (state) => {
    state("optional");
    recovery.sync(startOfOptional);
    if (recovery.is("?")) node.mark = recovery.match("?", startOfExpr);
    node.parts.push(parser.expr(end));
  });
  return node;
}

function readField(parser: RecoveringParser): RecoveredNode {
  const { recovery } = parser;
  const node = recoveredNode("optional", recovery.peek().start);
  recovery.rule(setOf(":"), (state) => {
    state("optional field");
    recovery.sync(startOfField);
    if (recovery.is("?")) node.mark = recovery.match("?", setOf("ident", "quoted"));
    node.field = parser.fieldName(end);
  });
  return node;
}

function readLiteral(parser: RecoveringParser, node: RecoveredNode): void {
  const { recovery } = parser;
  const literal = recoveredNode("unknown", recovery.peek().start);
  node.kind = "expr";
  node.parts.push(literal);
  recovery.rule(end, (state) => {
    state("literal");
    const isSigned = recovery.is("-");
    if (isSigned && !recovery.is("int", 1) && !recovery.is("double", 1)) throw recovery.noViable(1);
    literal.kind = "literal";
    if (isSigned) literal.mark = recovery.match("-", setOf("int", "double"));
    literal.names.push(recovery.match(recovery.peek().kind, end));
  });
}
