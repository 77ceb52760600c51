/** Copies an expression under new ids, in the order in which cel-go gives them to copies: a node before its parts. */
import type { Expr } from "./ast.ts";

/** `nodeId` gives the id of a copied node, `entryId` that of an entry of a map or a field of a struct. */
export function copyExpr(expr: Expr, nodeId: (original: number) => number, entryId: () => number): Expr {
  const id = nodeId(expr.id);
  const copy = (part: Expr) => copyExpr(part, nodeId, entryId);
  switch (expr.kind) {
    case "literal":
    case "ident":
      return { ...expr, id };
    case "select":
      return { ...expr, id, operand: copy(expr.operand) };
    case "call": {
      const args = expr.args.map(copy);
      return { ...expr, id, args, ...(expr.target && { target: copy(expr.target) }) };
    }
    case "list":
      return { ...expr, id, elements: expr.elements.map(copy) };
    case "map":
      return {
        ...expr,
        id,
        entries: expr.entries.map((entry) => ({
          ...entry,
          id: entryId(),
          key: copy(entry.key),
          value: copy(entry.value),
        })),
      };
    case "struct":
      return {
        ...expr,
        id,
        fields: expr.fields.map((field) => ({ ...field, id: entryId(), value: copy(field.value) })),
      };
    case "comprehension":
      return {
        ...expr,
        id,
        range: copy(expr.range),
        start: copy(expr.start),
        condition: copy(expr.condition),
        step: copy(expr.step),
        result: copy(expr.result),
      };
  }
}
