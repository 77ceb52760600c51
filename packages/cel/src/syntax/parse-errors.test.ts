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

/** How cel-go's parser names everything that an expression may start with. */
const anExpression =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** The words are those that cel-go has for the same source. */
const mistakes: [source: string, ...messages: string[]][] = [
  ["", `1:0: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`],
  ["a b", "1:3: Syntax error: extraneous input 'b' expecting <EOF>"],
  [
    "a = b",
    "1:3: Syntax error: token recognition error at: '= '",
    "1:5: Syntax error: extraneous input 'b' expecting <EOF>",
  ],
  [
    "a & b",
    "1:3: Syntax error: token recognition error at: '& '",
    "1:5: Syntax error: extraneous input 'b' expecting <EOF>",
  ],
  [
    "a | b",
    "1:3: Syntax error: token recognition error at: '| '",
    "1:5: Syntax error: extraneous input 'b' expecting <EOF>",
  ],
  [
    "1 + $",
    "1:5: Syntax error: token recognition error at: '$'",
    `1:6: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  [
    "'😁' + 😁",
    "1:7: Syntax error: token recognition error at: '😁'",
    `1:8: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  ["f(a,)", `1:5: Syntax error: mismatched input ')' expecting ${anExpression}`],
  [
    "f(,)",
    "1:3: Syntax error: extraneous input ',' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ["f(a", "1:4: Syntax error: missing ')' at '<EOF>'"],
  ["[a,,]", "1:4: Syntax error: extraneous input ',' expecting ']'"],
  ["[a b]", "1:4: Syntax error: extraneous input 'b' expecting {']', ','}"],
  ["{a}", "1:3: Syntax error: mismatched input '}' expecting ':'"],
  ["T{1: 2}", "1:3: Syntax error: mismatched input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
  ["a ? b", "1:6: Syntax error: mismatched input '<EOF>' expecting ':'"],
  [
    "a.\n in",
    "2:2: Syntax error: no viable alternative at input '.\\n in'",
    `2:4: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  ["self.true == 1", "1:6: Syntax error: mismatched input 'true' expecting IDENTIFIER"],
  ["a.1", "1:2: Syntax error: extraneous input '.1' expecting <EOF>"],
  [".1.", "1:4: Syntax error: no viable alternative at input '.'"],
  ["!-a", "1:3: Syntax error: no viable alternative at input '-a'"],
  ["-!a", "1:2: Syntax error: no viable alternative at input '-!'"],
  ["f(){}", "1:4: Syntax error: mismatched input '{' expecting <EOF>"],
  ["a.`b`()", "1:6: Syntax error: mismatched input '(' expecting <EOF>"],
  ["a.?b()", "1:5: Syntax error: mismatched input '(' expecting <EOF>"],
  [
    "'a",
    "1:1: Syntax error: token recognition error at: ''a'",
    `1:3: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  ["b'a", "1:2: Syntax error: token recognition error at: ''a'"],
  ['"""a"', "1:3: Syntax error: extraneous input '\"a\"' expecting <EOF>"],
  [
    "'a\nb'",
    "1:1: Syntax error: token recognition error at: ''a",
    "2:2: Syntax error: token recognition error at: '''",
  ],
  [
    "'\\q'",
    "1:1: Syntax error: token recognition error at: ''\\q'",
    "1:4: Syntax error: token recognition error at: '''",
    `1:5: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  [
    "'\\u12'",
    "1:1: Syntax error: token recognition error at: ''\\u12''",
    `1:7: Syntax error: mismatched input '<EOF>' expecting ${anExpression}`,
  ],
  [`'${"x".repeat(90)}' 'y'`, "1:94: Syntax error: extraneous input ''y'' expecting <EOF>"],
  [`a ${"b".repeat(90)}`, `1:3: Syntax error: extraneous input '${"b".repeat(90)}' expecting <EOF>`],
  ["[as", "1:2: reserved identifier: as", "1:4: Syntax error: mismatched input '<EOF>' expecting {']', ','}"],
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
];

for (const [source, ...expected] of mistakes) {
  test(`${JSON.stringify(source)} is refused in the words of cel-go`, () => {
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
