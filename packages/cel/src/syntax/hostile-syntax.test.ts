/** Sources made to hurt: each is answered, quickly, by a tree or by a `CelError` that says which limit it passes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Expr } from "./ast.ts";
import { CelError } from "./cel-error.ts";
import { formatExpression } from "./format-expression.ts";
import { type ParseOptions, parseExpression } from "./parse-expression.ts";

function refusal(source: string, options?: ParseOptions): string {
  try {
    parseExpression(source, options);
  } catch (error) {
    assert.ok(error instanceof CelError, String(error));
    return error.issues.at(-1)?.message ?? "";
  }
  return "parses";
}

const tooNested = "expression recursion limit exceeded: 250";
const tooDeep = "max recursion depth exceeded";

/** For each form the repetitions that still parse; one more does not. The numbers are cel-go's. */
const limits: [name: string, make: (count: number) => string, most: number, message: string][] = [
  ["parentheses", (n) => `${"(".repeat(n)}a${")".repeat(n)}`, 249, tooNested],
  ["lists", (n) => "[".repeat(n) + "]".repeat(n), 250, tooNested],
  ["maps", (n) => `${"{1:".repeat(n)}a${"}".repeat(n)}`, 249, tooNested],
  ["calls", (n) => `${"f(".repeat(n)}a${")".repeat(n)}`, 249, tooNested],
  ["indexes in indexes", (n) => `${"a[".repeat(n)}a${"]".repeat(n)}`, 249, tooNested],
  ["conditionals", (n) => `${"a?a:".repeat(n)}a`, 249, tooNested],
  ["sums in parentheses", (n) => `${"1+(".repeat(n)}a${")".repeat(n)}`, 124, tooNested],
  ["products in sums in parentheses", (n) => `${"1+2*(".repeat(n)}a${")".repeat(n)}`, 83, tooNested],
  ["relations in parentheses", (n) => `${"1<(".repeat(n)}a${")".repeat(n)}`, 124, tooNested],
  ["selections", (n) => `a${".b".repeat(n)}`, 250, tooDeep],
  ["calls in a chain", (n) => `a${".b()".repeat(n)}`, 250, tooDeep],
  ["sums", (n) => `a${"+a".repeat(n)}`, 250, tooDeep],
  ["relations", (n) => `a${"<a".repeat(n)}`, 250, tooDeep],
];

for (const [name, make, most, message] of limits) {
  test(`${most} ${name} parse, one more does not`, () => {
    assert.equal(refusal(make(most)), "parses");
    assert.equal(refusal(make(most + 1)), message);
  });
}

test("the limit on depth can be set", () => {
  assert.equal(refusal("a.b.c", { maxDepth: 2 }), "parses");
  assert.equal(refusal("a.b.c.d", { maxDepth: 2 }), tooDeep);
});

test("100,000 code points parse, one more is refused", () => {
  assert.equal(refusal(`'${"x".repeat(99_998)}'`), "parses");
  assert.equal(refusal(`'${"😁".repeat(99_998)}'`), "parses");
  const message = "expression code point size exceeds limit: size: 100001, limit 100000";
  assert.equal(refusal(`'${"😁".repeat(99_999)}'`), message);
});

test("as long as the size allows, everything that does not nest parses", () => {
  const terms = parseExpression(`a${" || a".repeat(16_000)}`).expr;
  assert.equal(depth(terms), 15, "a chain becomes a balanced tree");
  assert.equal(refusal(`${"!".repeat(99_999)}a`), "parses");
  assert.equal(refusal(`[${"a,".repeat(49_999)}]`), "parses");
  assert.equal(refusal(`//${"/".repeat(90_000)}\n1`), "parses");
  assert.equal(refusal(`a${" ".repeat(99_999)}`), "parses");
});

function depth(expr: Expr): number {
  return expr.kind === "call" ? 1 + Math.max(...expr.args.map(depth)) : 1;
}

const fills = [
  ..."( [ { ! - . , : ? + * < & | = ' \" ` \\ @ \n 0 1 a _ e u r b é".split(" "),
  ...[
    "a.",
    "a[",
    "a(",
    "f(",
    "T{",
    "a?",
    "1+",
    "!(",
    "-(",
    "'\\",
    "\\x",
    '""',
    "''",
    '"""',
    "'''",
    "r'",
    "b'",
    'br"',
    "//",
  ],
  ...[
    "[as,",
    "{1:",
    "has(",
    "a.all(x,",
    "a&&",
    "a||",
    "1<",
    "0x",
    "1e",
    "1.",
    "`a",
    "a.`b`",
    "a.b{",
    "a.b.",
    "in ",
    "[?",
    "a.?",
  ],
];

test("100,000 characters of any sort take time that fits their number", () => {
  const started = process.cpuUsage().user;
  for (const fill of fills) {
    for (const source of [fill.repeat(99_000 / fill.length), `${fill.repeat(40_000 / fill.length)}1`]) {
      assert.equal(typeof refusal(source), "string");
    }
  }
  const milliseconds = (process.cpuUsage().user - started) / 1000 / (2 * fills.length);
  assert.ok(milliseconds < 200, `${milliseconds} ms for a source`);
});

test("many mistakes make a message of bounded size", () => {
  const source = `[${"as,".repeat(33_000)}]`;
  assert.throws(
    () => parseExpression(source),
    (error: CelError) => error.issues.length === 33_000 && error.message.length < 10_000,
  );
});

test("an expression at every limit is printed too", () => {
  const source = `[${`?${"(".repeat(100)}a${")".repeat(100)},`.repeat(400)}]`;
  assert.equal(formatExpression(parseExpression(source)), `[${Array(400).fill("?a").join(", ")}]`);
  assert.equal(formatExpression(parseExpression(`a${".b".repeat(250)}`)), `a${".b".repeat(250)}`);
});
