/** Which names a name in an expression can mean, given the container (the namespace) in which the expression stands. */
import type { Expr } from "../syntax/ast.ts";

/** From the innermost namespace outwards: `b` in `x.y` is `x.y.b`, `x.b`, or `b`. With a leading dot it is meant as it stands. */
export function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith(".")) return [name.slice(1)];
  const names: string[] = [];
  for (let space = container; space !== ""; space = space.slice(0, Math.max(space.lastIndexOf("."), 0))) {
    names.push(`${space}.${name}`);
  }
  names.push(name);
  return names;
}

/** `a.b.c` as one name, where the expression consists of names alone. */
export function qualifiedName(expr: Expr): string | undefined {
  const fields: string[] = [];
  let rest = expr;
  while (rest.kind === "select" && !rest.isTest) {
    fields.unshift(rest.field);
    rest = rest.operand;
  }
  return rest.kind === "ident" ? [rest.name, ...fields].join(".") : undefined;
}
