import assert from "node:assert/strict";
import { test } from "node:test";
import { CelDouble } from "../values/cel-value.ts";
import type { Expr } from "./ast.ts";
import { formatExpression } from "./format-expression.ts";
import { parseExpression } from "./parse-expression.ts";

/** What is printed for a source; the source itself where nothing else is said. */
const printed: [source: string, text?: string][] = [
  ["a ? b : c ? d : e"],
  ["(a ? b : c) ? (d ? e : f) : g"],
  ["a || b && c"],
  ["(a || b) && c"],
  ["a && b && c && d && e"],
  ["a && (b && c)"],
  ["(a && b) && c", "a && b && c"],
  ["(a || b) || (c || d)", "a || b || c || d"],
  ["a || (b || (c || d))"],
  ["a < b == c"],
  ["a < (b == c)"],
  ["a - (b - c) - d"],
  ["(a + b) * c / (d % e)"],
  ["a in [b] == (c in d)"],
  ["!a.b"],
  ["!(a && b)"],
  ["!(!a)"],
  ["!!a", "a"],
  ["-(-a)"],
  ["-(1)"],
  ["-(1).f()", "-(1.f())"],
  ["-(1.f())"],
  ["(-1).f()"],
  ["-1.f()", "(-1).f()"],
  ["-(-1)"],
  ["-1u"],
  ["a - -1"],
  ["(a + b).c[d + e].f(g, h)"],
  ["(a ? b : c).d"],
  [".a.b(.c, d)"],
  ["a.?b[?c].d"],
  ["a.`b-c`.`in`.`true`.as"],
  ["[?a, b, ?c ? d : e]"],
  ["{?a: b, c ? d : e: f}"],
  [".a.B{?c: d, `e f`: [], g: {}}"],
  ["has(a.b) && !has((a + b).`c.d`)"],
  ["a.all(x, x.exists(y, y > 0)).map(x, x)"],
  ["a.filter(x, has(x.b)).map(y, y.c, y.d).exists_one(z, z)"],
  ["  a\n&&// why\nb", "a && b"],
  ["0xff + 007", "255 + 7"],
  ["-9223372036854775808 + 18446744073709551615u"],
  ["1.0 + 1.5 + 1e3 + 1e21 + 1E-7 + -0.0", "1.0 + 1.5 + 1000.0 + 1e+21 + 1e-7 + -0.0"],
  ["'\"' + r'\\d' + '''a\nb'''", '"\\"" + "\\\\d" + "a\\nb"'],
  ["'\\x00\\x7f\\r\\aé😁'", '"\\x00\\x7f\\r\\aé😁"'],
  ["b'aé\\xff'", 'b"\\141\\303\\251\\377"'],
  ["null == true"],
];

for (const [source, text = source] of printed) {
  test(`${JSON.stringify(source)} is printed as ${text === source ? "it is" : JSON.stringify(text)}`, () => {
    const parsed = parseExpression(source);
    assert.equal(formatExpression(parsed), text);
    assert.equal(formatExpression(parseExpression(text)), text, "and stays so");
  });
}

test("a part of an expression is printed with the macros in it", () => {
  const parsed = parseExpression("f(a.all(x, has(x.b)))");
  const [part] = (parsed.expr as Extract<Expr, { kind: "call" }>).args as [Expr];
  assert.equal(formatExpression({ ...parsed, expr: part }), "a.all(x, has(x.b))");
});

test("a fold that no macro made is printed for people", () => {
  const { expr } = parseExpression("a.all(x, has(x.b))");
  const text = "__comprehension__(x, @result, a, true, @not_strictly_false(@result), @result && has(x.b), @result)";
  assert.equal(formatExpression({ expr, macroCalls: new Map() }), text);
});

test("numbers that have no literal are printed as what makes them", () => {
  const expr: Expr = { kind: "literal", id: 1, value: new CelDouble(Number.NEGATIVE_INFINITY) };
  assert.equal(formatExpression({ expr, macroCalls: new Map() }), 'double("-Infinity")');
});
