import assert from "node:assert/strict";
import { test } from "node:test";
import { CelError } from "../cel-error.ts";
import { parseExpression } from "../parse-expression.ts";

function refusal(source: string): string {
  try {
    parseExpression(source);
  } catch (error) {
    assert.ok(error instanceof CelError, String(error));
    return error.message;
  }
  return "";
}

function lines(source: string): string[] {
  return refusal(source)
    .split("\n")
    .filter((line) => line.startsWith("ERROR: "))
    .map((line) => line.slice("ERROR: <input>:".length));
}

test("a mistake is told with its line and a caret", () => {
  assert.equal(refusal("(a > 1"), "ERROR: <input>:1:7: Syntax error: missing ')' at '<EOF>'\n | (a > 1\n | ......^");
});

test("reading goes on after a mistake, and tells the next one", () => {
  assert.deepEqual(lines("[self.with space, 1].max() > 3 || self.with space % 2 == 0"), [
    "1:12: Syntax error: extraneous input 'space' expecting {']', ','}",
    "1:19: Syntax error: extraneous input '1' expecting ']'",
    "1:45: Syntax error: mismatched input 'space' expecting <EOF>",
  ]);
});

test("what is wrong beside the syntax is told with it", () => {
  assert.deepEqual(lines("let x = 1; x > self"), [
    "1:1: reserved identifier: let",
    "1:5: Syntax error: mismatched input 'x' expecting <EOF>",
    "1:7: Syntax error: token recognition error at: '= '",
    "1:10: Syntax error: token recognition error at: ';'",
  ]);
  assert.deepEqual(lines("!has(self.1st) || true"), [
    "1:6: invalid argument to has() macro",
    "1:10: Syntax error: mismatched input '.1' expecting ')'",
  ]);
});

test("a keyword after a dot is told as the name that is missing", () => {
  assert.deepEqual(lines("self.true"), ["1:6: Syntax error: mismatched input 'true' expecting IDENTIFIER"]);
});

test("a macro that has lost its argument is told before the first sign", () => {
  assert.deepEqual(lines("['a'].all(., v)"), [
    "1:0: argument must be a simple name",
    "1:12: Syntax error: no viable alternative at input '.,'",
  ]);
});

test("a word is skipped for good only where the same step fails on it twice", () => {
  assert.deepEqual(lines("{has(-a.map(a.b}if):"), [
    "1:16: Syntax error: mismatched input '}' expecting ')'",
    "1:17: Syntax error: mismatched input 'if' expecting <EOF>",
  ]);
});

test("after thirty attempts to go on there is no other", () => {
  const found = lines("-!".repeat(40));
  assert.ok(found.includes("1:61: Syntax error: error recovery attempt limit exceeded: 30"), found.join("\n"));
  assert.ok(found.length <= 32, `${found.length} are told`);
});

test("at most 256 words are skipped at a time", () => {
  const found = lines(`(${"a ".repeat(400)}`);
  assert.equal(found[0], "-1:0: error recovery token lookahead limit exceeded: 256");
});

test("texts as long as allowed are refused in time that grows with their length", () => {
  const size = 100_000;
  for (const part of [
    "(",
    "[",
    "{",
    "-",
    "!",
    "a.",
    "a ",
    "'",
    '"""',
    "`",
    "=",
    "?",
    "a?",
    "f(",
    "a,",
    "\\",
    "\n'",
    "T{",
    ".",
    "in ",
  ]) {
    const source = part.repeat(Math.floor(size / part.length));
    const start = process.cpuUsage();
    assert.notEqual(refusal(source), "", part);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 3_000_000, `${part} took ${(user + system) / 1e6} s`);
  }
});
