import assert from "node:assert/strict";
import { test } from "node:test";
import { CelError } from "./cel-error.ts";
import { type ParseOptions, parseExpression } from "./parse-expression.ts";

function messages(source: string, options?: ParseOptions): string[] {
  try {
    parseExpression(source, options);
  } catch (error) {
    assert.ok(error instanceof CelError, String(error));
    return error.message.split("\n").filter((line) => line.startsWith("ERROR: <input>:"));
  }
  return [];
}

const mistakes: [source: string, ...messages: string[]][] = [
  ["", "1:1: Syntax error: unexpected the end of the expression, expected an expression"],
  ["a b", "1:3: Syntax error: unexpected 'b', expected an operator or the end"],
  ["a = b", "1:3: Syntax error: unexpected character '=': compare with '=='"],
  ["a & b", "1:3: Syntax error: unexpected character '&': 'and' is written '&&'"],
  ["a | b", "1:3: Syntax error: unexpected character '|': 'or' is written '||'"],
  ["1 + $", "1:5: Syntax error: unexpected character '$'"],
  ["'😁' + 😁", "1:7: Syntax error: unexpected character '😁'"],
  ["f(a,)", "1:5: Syntax error: unexpected ')', expected an expression"],
  ["f(,)", "1:3: Syntax error: unexpected ',', expected an expression"],
  ["f(a", "1:4: Syntax error: unexpected the end of the expression, expected ')'"],
  ["[a,,]", "1:4: Syntax error: unexpected ',', expected an item"],
  ["[a b]", "1:4: Syntax error: unexpected 'b', expected ']'"],
  ["{a}", "1:3: Syntax error: unexpected '}', expected ':'"],
  ["T{1: 2}", "1:3: Syntax error: unexpected '1', expected the name of a field"],
  ["a ? b", "1:6: Syntax error: unexpected the end of the expression, expected ':'"],
  ["a.\n in", "2:2: Syntax error: unexpected 'in', expected the name of a field"],
  ["self.true == 1", "1:6: Syntax error: unexpected 'true', expected the name of a field"],
  ["a.1", "1:2: Syntax error: unexpected '.1', expected an operator or the end"],
  [".1.", "1:4: Syntax error: unexpected the end of the expression, expected the name of a field"],
  ["!-a", "1:3: Syntax error: unexpected 'a', expected a number: only numbers take a sign here"],
  ["-!a", "1:2: Syntax error: unexpected '!', expected an expression"],
  ["f(){}", "1:4: Syntax error: unexpected '{', expected an operator or the end"],
  ["a.`b`()", "1:6: Syntax error: unexpected '(', expected an operator or the end"],
  ["a.?b()", "1:5: Syntax error: unexpected '(', expected an operator or the end"],
  ["'a", "1:1: Syntax error: the string is not closed: ' is missing"],
  ["b'a", "1:2: Syntax error: the string is not closed: ' is missing"],
  ['"""a"', '1:3: Syntax error: the string is not closed: """ is missing'],
  ["'a\nb'", "1:1: Syntax error: the string is not closed on its line: close it with ', or use ''' for several lines"],
  [String.raw`'\q'`, String.raw`1:1: Syntax error: the string has an escape that is unknown or incomplete: \q`],
  [String.raw`'\u12'`, String.raw`1:1: Syntax error: the string has an escape that is unknown or incomplete: \u`],
  [`'${"x".repeat(90)}' 'y'`, "1:94: Syntax error: unexpected ''y'', expected an operator or the end"],
  [`a ${"b".repeat(90)}`, `1:3: Syntax error: unexpected '${"b".repeat(40)}…', expected an operator or the end`],
  ["9223372036854775808", "1:1: invalid int literal"],
  ["-9223372036854775809", "1:1: invalid int literal"],
  ["18446744073709551616u", "1:1: invalid uint literal"],
  ["0xFFFFFFFFFFFFFFFFF", "1:1: invalid int literal"],
  ["1e309", "1:1: invalid double literal"],
  [String.raw`'\ud800'`, "1:1: invalid unicode code point"],
  [String.raw`'\U00110000'`, "1:1: invalid unicode code point"],
  [String.raw`b'\u00e9'`, "1:1: unable to unescape string"],
  ["namespace", "1:1: reserved identifier: namespace"],
  ["1 + .if(2)", "1:5: reserved identifier: if"],
  ["a.all(if(has(b)), c)", "1:7: reserved identifier: if", "1:7: argument must be a simple name"],
  ["has(a)", "1:5: invalid argument to has() macro"],
  ["a.all(1, b)", "1:7: argument must be a simple name"],
  ["a.map(b.c, d)", "1:8: argument is not an identifier"],
  ["a.filter(__result__, b)", "1:10: iteration variable overwrites accumulator variable"],
  [
    "[as, 1e309].map(1, has(b))",
    "1:2: reserved identifier: as",
    "1:6: invalid double literal",
    "1:17: argument is not an identifier",
    "1:24: invalid argument to has() macro",
  ],
  ["[as", "1:2: reserved identifier: as", "1:4: Syntax error: unexpected the end of the expression, expected ']'"],
];

for (const [source, ...expected] of mistakes) {
  test(`${JSON.stringify(source)} is refused with what to do`, () => {
    assert.deepEqual(
      messages(source),
      expected.map((message) => `ERROR: <input>:${message}`),
    );
  });
}

test("optional syntax can be left out of the language, as it was in Kubernetes before 1.28", () => {
  const found = messages("[?a, T{?b: c}, {?d: e}, f.?g, h[?i]]", { optionalSyntax: false });
  assert.deepEqual(found, [
    "ERROR: <input>:1:2: unsupported syntax '?'",
    "ERROR: <input>:1:8: unsupported syntax '?'",
    "ERROR: <input>:1:17: unsupported syntax '?'",
    "ERROR: <input>:1:26: unsupported syntax '.?'",
    "ERROR: <input>:1:32: unsupported syntax '[?'",
  ]);
});

test("quoted fields can be left out of the language, as they are in Kubernetes", () => {
  const found = messages("a.`b` + T{`c`: 1}.d", { quotedFields: false });
  assert.deepEqual(found, [
    "ERROR: <input>:1:3: unsupported syntax: '`'",
    "ERROR: <input>:1:11: unsupported syntax: '`'",
  ]);
});
