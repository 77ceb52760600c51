/** Laws that hold for every source. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Expr } from "./ast.ts";
import { CelError, formatIssue, lostOffset } from "./cel-error.ts";
import { formatExpression } from "./format-expression.ts";
import { parseExpression } from "./parse-expression.ts";

const name = fc.constantFrom("a", "b", "self", "in_", "_1");
const text = fc.string({ unit: "binary", maxLength: 6 }).map((value) => value.toWellFormed());

/** Literals in the forms that printing gives them, and in others. */
const literal = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => `${value}u`),
  fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map((value) => `0x${value.toString(16)}`),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value))),
  text.map((value) => JSON.stringify(value).replace(/\\\//g, "/")),
  text.map((value) => `'''${value.replace(/[\\']/g, "\\$&")}'''`),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => `b'${Array.from(bytes, (byte) => `\\x${hex(byte)}`).join("")}'`),
  fc.constantFrom("true", "false", "null"),
);

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Sources of every form of the grammar, with and without the parentheses that change their meaning. */
const { source } = fc.letrec<{ source: string; many: string[] }>((tie) => {
  const e = tie("source");
  const form = (parts: readonly fc.Arbitrary<string>[], make: (...parts: string[]) => string) =>
    fc.tuple(...parts).map((found) => make(...found));
  const operator = fc.constantFrom("+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", " in ", "&&", "||");
  return {
    many: fc.array(e, { maxLength: 3 }),
    source: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      name,
      literal,
      form([e], (a) => `(${a})`),
      form([e, operator, e], (a, op, b) => `${a} ${op} ${b}`),
      form([e, operator, e, operator, e], (a, op, b, op2, c) => `(${a} ${op} ${b}) ${op2} (${c})`),
      form([e, e, e, fc.constantFrom("&&", "||")], (a, b, c, op) => `(${a}) ${op} (${b} ${op} ${c}) ${op} ${a}`),
      form([e, e, e], (a, b, c) => `(${a}) ? (${b}) : ${c}`),
      form([fc.constantFrom("!", "-", "!!", "--", "---"), e], (sign, a) => `${sign}(${a})`),
      form([fc.constantFrom("-", "!"), literal], (sign, a) => `${sign}(${a}).f`),
      form([e, fc.constantFrom(".f", ".?f", ".`in`", ".`b-c`", "[0]", "[?'k']", ".m()")], (a, end) => `(${a})${end}`),
      fc.tuple(e, tie("many")).map(([a, args]) => `(${a}).m(${args.join(", ")})`),
      fc.tuple(name, tie("many")).map(([f, args]) => `.${f}(${args.join(", ")})`),
      tie("many").map((items) => `[${items.map((item) => `?${item}, ${item}`).join(", ")}]`),
      tie("many").map((items) => `{${items.map((item) => `${item}: ${item}, ?'k': ${item}`).join(", ")}}`),
      tie("many").map((items) => `a.T{${items.map((item) => `f: ${item}, ?\`in\`: ${item}`).join(", ")}}`),
      form([e], (a) => `has((${a}).f)`),
      form(
        [e, fc.constantFrom("all", "exists", "exists_one", "map", "filter"), e],
        (a, fold, b) => `[${a}].${fold}(x, ${b})`,
      ),
      form([e, e, e], (a, b, c) => `(${a}).map(y, ${b}, ${c})`),
    ),
  };
});

/** The expression without its ids: parentheses around `&&` in `&&` that change nothing but the ids are not printed. */
function meaning(expr: Expr): string {
  return JSON.stringify(expr, (key, value) => {
    if (typeof value === "bigint") return `int ${value}`;
    if (Object.is(value, -0)) return "-0";
    return key === "id" ? undefined : value;
  });
}

test("what is printed parses to the same expression, and is printed the same again", () => {
  let parsed = 0;
  fc.assert(
    fc.property(source, (text) => {
      const expression = tryParse(text);
      if (!expression) return;
      parsed += 1;
      const printed = formatExpression(expression);
      const again = parseExpression(printed);
      assert.equal(meaning(again.expr), meaning(expression.expr), printed);
      assert.equal(formatExpression(again), printed);
    }),
    { numRuns: 2000 },
  );
  assert.ok(parsed > 1000, `${parsed} of 2000 sources parsed`);
});

/** Words that meet each other in unlucky ways more often than random characters do. */
const word = fc.oneof(
  fc.constantFrom(..."( ) [ ] { } . , ? : + - * / % ! == != <= && || = & | @ ` ' \" \\ \n \r # é 😁".split(" ")),
  fc.constantFrom(
    "'''",
    '"""',
    "r'",
    'b"',
    "\\x4",
    "\\u12",
    "//",
    "1",
    "2u",
    "0x",
    "1e",
    "1.5",
    ".5",
    "as",
    "in",
    "true",
  ),
  fc.constantFrom("a", "has(", "all(x,", "map(", "`a-b`", "9223372036854775808", "1e309", "'\\ud800'", "\ud800"),
);

test("any text parses, or is refused by a CelError whose places, if there are any, lie inside the text", () => {
  let refused = 0;
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(word, { maxLength: 12 }).map((all) => all.join("")),
    source,
  );
  fc.assert(
    fc.property(anything, (text) => {
      try {
        parseExpression(text);
      } catch (error) {
        refused += 1;
        assert.ok(error instanceof CelError, String(error));
        assert.ok(error.issues.length > 0);
        for (const issue of error.issues) {
          assert.ok(
            issue.offset >= lostOffset && issue.offset <= text.length,
            `${issue.offset} in ${JSON.stringify(text)}`,
          );
          assert.ok(error.message.includes(formatIssue(text, issue)));
        }
      }
    }),
    { numRuns: 3000 },
  );
  assert.ok(refused > 1000, `${refused} of 3000 texts were refused`);
});

test("the ids of an expression are unique and each has a place in the text", () => {
  fc.assert(
    fc.property(source, (text) => {
      const parsed = tryParse(text);
      if (!parsed) return;
      for (const [id, offset] of parsed.offsets) assert.ok(id > 0 && offset >= 0 && offset < text.length);
      for (const id of parsed.macroCalls.keys()) assert.ok(parsed.offsets.has(id));
    }),
    { numRuns: 500 },
  );
});

function tryParse(text: string): ReturnType<typeof parseExpression> | undefined {
  try {
    return parseExpression(text);
  } catch (error) {
    assert.ok(error instanceof CelError, String(error));
    return undefined;
  }
}
