import assert from "node:assert/strict";
import { test } from "node:test";
import { type Expr, operators } from "./ast.ts";
import { CelError } from "./cel-error.ts";
import { formatExpression } from "./format-expression.ts";
import type { Macro } from "./macro.ts";
import { parseExpression } from "./parse-expression.ts";
import { standardMacros } from "./standard-macros.ts";

function macro(name: string, argCount: Macro["argCount"], expand: Macro["expand"]): Macro {
  return { name, isMember: false, argCount, expand };
}

test("a library's macro expands, and prints as it was written", () => {
  const twice = macro("twice", 1, (factory, _target, args) => {
    const [value] = args as [Expr];
    return factory.call(operators.add, value, factory.copy(value));
  });
  const parsed = parseExpression("twice(a.b)", { macros: [twice] });
  const [first, copy] = (parsed.expr as Extract<Expr, { kind: "call" }>).args as [Expr, Expr];
  assert.deepEqual(first, select(3, 2), "the argument as it was parsed");
  assert.deepEqual(copy, select(4, 5), "its copy, numbered from the root down");
  assert.equal(parsed.expr.id, 6);
  assert.equal(formatExpression(parsed), "twice(a.b)");
});

function select(id: number, operandId: number): Expr {
  return { kind: "select", id, operand: { kind: "ident", id: operandId, name: "a" }, field: "b", isTest: false };
}

test("a copy has ids of its own all through", () => {
  const pair = macro("pair", 1, (factory, _target, args) =>
    factory.list(args[0] as Expr, factory.copy(args[0] as Expr)),
  );
  const source = "pair({a: [1, ?f(b.c)], 'd': T{e: x.all(y, has(y.z))}})";
  const { expr, offsets } = parseExpression(source, { macros: [...standardMacros, pair] });
  const seen: number[] = [];
  JSON.stringify(expr, (key, value) => {
    if (key === "id") seen.push(value);
    return value;
  });
  assert.equal(new Set(seen).size, seen.length, "no id twice");
  for (const id of seen) assert.ok(offsets.has(id), `node ${id} has a place`);
  const [original, copy] = (expr as Extract<Expr, { kind: "list" }>).elements as [Expr, Expr];
  assert.equal(withoutIds(copy), withoutIds(original));
});

function withoutIds(expr: Expr): string {
  return JSON.stringify(expr, (key, value) => (key === "id" ? undefined : value));
}

test("a macro for a number of arguments comes before one for any number", () => {
  const macros = [
    macro("f", "any", (factory) => factory.literal("any")),
    macro("f", 1, (factory) => factory.literal("one")),
  ];
  const value = (source: string) => (parseExpression(source, { macros }).expr as { value?: unknown }).value;
  assert.deepEqual([value("f()"), value("f(a)"), value("f(a, b)")], ["any", "one", "any"]);
  assert.equal(value("x.f(a)"), undefined, "a call on a target is another thing");
});

test("of two macros for the same call the later one counts", () => {
  const macros = [...standardMacros, macro("has", 1, (factory) => factory.literal(true))];
  assert.deepEqual(parseExpression("has(a)", { macros }).expr, { kind: "literal", id: 3, value: true });
});

test("a macro may leave the call as it is", () => {
  const macros = [macro("f", "any", () => undefined)];
  assert.deepEqual(parseExpression("f(1)", { macros }), parseExpression("f(1)"));
});

test("a macro may choose one of its arguments, which then stands for itself", () => {
  const macros = [macro("first", "any", (_factory, _target, args) => args[0])];
  const parsed = parseExpression("first(a, b)", { macros });
  assert.equal(formatExpression(parsed), "a");
});

test("a macro that builds nothing before it refuses names the argument's place", () => {
  const macros = [macro("f", 1, (factory, _target, args) => factory.fail(args[0] as Expr, "not like this"))];
  assert.throws(
    () => parseExpression("1 + f(a + b)", { macros }),
    (error) => error instanceof CelError && /^ERROR: <input>:1:9: not like this\n/.test(error.message),
  );
});

test("a macro that breaks is not taken for a mistake in the expression", () => {
  const macros = [
    macro("f", 0, () => {
      throw new RangeError("broken");
    }),
  ];
  assert.throws(() => parseExpression("f()", { macros }), RangeError);
});

test("two variables, structs and entries come out as they were built", () => {
  const macros = [
    macro("f", 0, (factory) =>
      factory.comprehension({
        range: factory.map(factory.mapEntry(factory.literal("k"), factory.memberCall("g", factory.ident("a")), true)),
        variable: "i",
        variable2: "v",
        accumulator: factory.accumulatorName,
        start: factory.struct("T", factory.structField("b", factory.select(factory.ident("c"), "d"))),
        condition: factory.literal(true),
        step: factory.accumulator(),
        result: factory.presenceTest(factory.accumulator(), "e"),
      }),
    ),
  ];
  const { expr, macroCalls } = parseExpression("f()", { macros });
  assert.equal(macroCalls.size, 1);
  const text = '__comprehension__(i, v, @result, {?"k": a.g()}, T{b: c.d}, true, @result, has(@result.e))';
  assert.equal(formatExpression({ expr, macroCalls: new Map() }), text);
});
