import assert from "node:assert/strict";
import { test } from "node:test";
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";
import type { Expr } from "./ast.ts";
import { parseExpression } from "./parse-expression.ts";

/** The tree in one line, each node followed by its id. */
function tree(expr: Expr): string {
  const all = (exprs: readonly Expr[]) => exprs.map(tree).join(", ");
  const mark = (isOptional: boolean) => (isOptional ? "?" : "");
  const text = () => {
    switch (expr.kind) {
      case "literal":
        return JSON.stringify(expr.value);
      case "ident":
        return expr.name;
      case "select":
        return `${tree(expr.operand)}.${expr.field}${expr.isTest ? "~" : ""}`;
      case "call":
        return `${expr.target ? `${tree(expr.target)}.` : ""}${expr.name}(${all(expr.args)})`;
      case "list":
        return `[${expr.elements.map((item, at) => mark(expr.optionalIndexes.includes(at)) + tree(item)).join(", ")}]`;
      case "map":
        return `{${expr.entries.map((e) => `${mark(e.isOptional)}${tree(e.key)}: ${tree(e.value)}#${e.id}`).join(", ")}}`;
      case "struct":
        return `${expr.typeName}{${expr.fields.map((f) => `${mark(f.isOptional)}${f.name}: ${tree(f.value)}#${f.id}`).join(", ")}}`;
      case "comprehension": {
        const { range, variable, accumulator, start, condition, step, result } = expr;
        return `fold(${variable} in ${tree(range)}, ${accumulator} = ${all([start, condition, step, result])})`;
      }
    }
  };
  return `${text()}#${expr.id}`;
}

const trees: Record<string, string> = {
  "a ? b : c": "_?_:_(a#1, b#3, c#4)#2",
  "a + b * c": "_+_(a#1, _*_(b#3, c#5)#4)#2",
  "a - b - c": "_-_(_-_(a#1, b#3)#2, c#5)#4",
  "a < b == c": "_==_(_<_(a#1, b#3)#2, c#5)#4",
  "a || b && c": "_||_(a#1, _&&_(b#2, c#3)#4)#5",
  "a || b || c || d": "_||_(_||_(a#1, b#2)#3, _||_(c#4, d#6)#7)#5",
  "a && b && c && d && e": "_&&_(_&&_(_&&_(a#1, b#2)#3, c#4)#5, _&&_(d#6, e#8)#9)#7",
  "a in b": "@in(a#1, b#3)#2",
  "!a": "!_(a#2)#1",
  "!!a": "a#1",
  "-a.b": "-_(a#2.b#3)#1",
  "--1": "1#1",
  "---1": "-_(1#2)#1",
  "-1.f()": "-1#1.f()#2",
  "!-1": "!_(-1#2)#1",
  "a - -1": "_-_(a#1, -1#3)#2",
  "-1u": '-_({"value":1}#2)#1',
  "((a))": "a#1",
  ".a.b.c()": ".a#1.b#2.c()#3",
  ".a(b)": ".a(b#2)#1",
  "a.as.if": "a#1.as#2.if#3",
  "a.`in`.`b-c`": "a#1.in#2.b-c#3",
  "a[b].c": "_[_](a#1, b#3)#2.c#4",
  "a.?b[?c]": '_[?_](_?._(a#1, "b"#2)#3, c#5)#4',
  "[a, ?b,]": "[a#2, ?b#3]#1",
  "[,]": "[]#1",
  "{,}": "{}#1",
  "{a: b, ?c: d}": "{a#3: b#4#2, ?c#6: d#7#5}#1",
  ".a.b{c: d, ?e: f, `in`: g}": ".a.b{c: d#3#2, ?e: f#5#4, in: g#7#6}#1",
  "T{,}": "T{}#1",
  "has(a.b)": "a#2.b~#4",
  "a.all(x, b)":
    "fold(x in a#1, @result = true#5, @not_strictly_false(@result#6)#7, _&&_(@result#8, b#4)#9, @result#10)#11",
  "a.exists(x, b)":
    "fold(x in a#1, @result = false#5, @not_strictly_false(!_(@result#6)#7)#8, _||_(@result#9, b#4)#10, @result#11)#12",
  "a.exists_one(x, b)":
    "fold(x in a#1, @result = 0#5, true#6, _?_:_(b#4, _+_(@result#7, 1#8)#9, @result#10)#11, _==_(@result#12, 1#13)#14)#15",
  "a.map(x, b)": "fold(x in a#1, @result = []#5, true#6, _+_(@result#7, [b#4]#8)#9, @result#10)#11",
  "a.map(x, b, c)":
    "fold(x in a#1, @result = []#6, true#7, _?_:_(b#4, _+_(@result#8, [c#5]#9)#10, @result#11)#12, @result#13)#14",
  "a.filter(x, b)":
    "fold(x in a#1, @result = []#5, true#6, _?_:_(b#4, _+_(@result#7, [x#3]#8)#9, @result#10)#11, @result#12)#13",
  "a.all(b)": "a#1.all(b#3)#2",
  ".has(a.b)": ".has(a#2.b#3)#1",
};

for (const [source, expected] of Object.entries(trees)) {
  test(`${source} has cel-go's tree and ids`, () => assert.equal(tree(parseExpression(source).expr), expected));
}

test("existsOne is exists_one by another name", () => {
  assert.deepEqual(parseExpression("a.existsOne(x, b)").expr, parseExpression("a.exists_one(x, b)").expr);
});

const literals: [source: string, value: CelValue][] = [
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
  ["-0x8000000000000000", -9223372036854775808n],
  ["- 1", -1],
  ["-0", 0],
  ["007", 7],
  ["0xfF", 255],
  ["18446744073709551615u", new CelUint(18446744073709551615n)],
  ["0xFU", new CelUint(15)],
  [`${"0".repeat(90)}1`, 1],
  ["1.5e3", new CelDouble(1500)],
  [".5", new CelDouble(0.5)],
  ["1E-2", new CelDouble(0.01)],
  ["-0.0", new CelDouble(-0)],
  ["1e-400", new CelDouble(0)],
  ['"\\a\\b\\f\\n\\r\\t\\v\\\\\\?\\"\\\'\\`"', "\x07\b\f\n\r\t\v\\?\"'`"],
  [String.raw`'\x41\X41\101\u00e9\U0001F601'`, "AAAé😁"],
  [String.raw`'\xff\377'`, "ÿÿ"],
  [String.raw`r'\n"'`, '\\n"'],
  [String.raw`R"""a\"""`, "a\\"],
  ["'''a'b''c\nd'''", "a'b''c\nd"],
  ["''''a'''", "'a"],
  ['""""""', ""],
  ["'''a\r\nb\rc'''", "a\nb\nc"],
  ["b'é'", Uint8Array.of(0xc3, 0xa9)],
  [String.raw`b'\xff\377\n'`, Uint8Array.of(255, 255, 10)],
  [String.raw`bR'\x'`, Uint8Array.of(92, 120)],
  ['B"""a\nb"""', Uint8Array.of(97, 10, 98)],
  ["null", null],
  ["true", true],
];

for (const [source, value] of literals) {
  test(`the literal ${JSON.stringify(source)} means what cel-go reads in it`, () => {
    assert.deepEqual(parseExpression(source).expr, { kind: "literal", id: 1, value });
  });
}

test("the longest word wins: digits and letters that make no number are a number and a name", () => {
  assert.equal(tree(parseExpression("1.e3()").expr), "1#1.e3()#2");
  assert.throws(() => parseExpression("1e"), /1:2: Syntax error: extraneous input 'e'/);
  assert.throws(() => parseExpression("0X1"), /1:2: Syntax error: extraneous input 'X1'/);
});

test("comments and every kind of blank stand between words", () => {
  assert.equal(tree(parseExpression("// first\n a\t+\r\n\fb // last").expr), "_+_(a#1, b#3)#2");
  assert.equal(parseExpression("'// no comment'").expr.kind, "literal");
});

test("a node's offset is that of its name or sign, a call's that of its parenthesis", () => {
  const { offsets } = parseExpression("aa.bb(c) + {d: e}");
  assert.deepEqual(Object.fromEntries(offsets), { 1: 0, 2: 5, 3: 6, 4: 9, 5: 11, 6: 13, 7: 12, 8: 15 });
});

test("what a macro made stands where its call does, and the call is kept under the id of what it became", () => {
  const { expr, offsets, macroCalls } = parseExpression("'😁' in [has(a.b)]");
  assert.equal(expr.kind, "call");
  assert.deepEqual([...macroCalls.keys()], [7]);
  assert.equal(tree(macroCalls.get(7) as Expr), "has(a#5.b#6)#0");
  assert.equal(offsets.get(7), 12);
  assert.equal(offsets.has(4), false, "the call itself is gone");
});

test("without macros their names are those of plain functions", () => {
  assert.equal(tree(parseExpression("has(a.all(x, b))", { macros: [] }).expr), "has(a#2.all(x#4, b#5)#3)#1");
});
