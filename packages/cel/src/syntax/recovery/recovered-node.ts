/** What could be read of an expression with mistakes: a node for each rule that means something, with whatever was found of it. */
import type { RecoveredToken } from "./recovered-token.ts";

export type RecoveredKind =
  | ("expr" | "||" | "&&" | "relation" | "calc" | "!" | "-" | "unary" | "select" | "member call" | "call" | "index")
  | ("ident" | "list" | "map" | "message" | "literal" | "optional" | "field" | "items" | "unknown");

export interface RecoveredNode {
  kind: RecoveredKind;
  readonly start: number;
  /** The operator, or the bracket that opens a call, a list or the like. */
  op?: RecoveredToken;
  /** Each of several operators; the colons between keys and values. */
  readonly ops: RecoveredToken[];
  /** A name, or the parts of one. */
  readonly names: RecoveredToken[];
  /** What the node is made of, in order. */
  readonly parts: RecoveredNode[];
  /** The question mark of an optional part, the dot before a name, the sign of a number. */
  mark?: RecoveredToken;
  /** The name of a field, which may be quoted or wrong. */
  field?: RecoveredNode;
}

export function recoveredNode(kind: RecoveredKind, start: number, ...parts: RecoveredNode[]): RecoveredNode {
  return { kind, start, ops: [], names: [], parts };
}
