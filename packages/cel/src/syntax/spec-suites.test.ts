/** The official cases: every source of the specification's suites gives the tree that cel-go gives, or is refused as it is there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  getParsingSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from "@bufbuild/cel-spec/testdata/tests.js";
import { CelDouble, CelUint, type CelValue } from "../values/cel-value.ts";
import type { ComprehensionExpr, Expr } from "./ast.ts";
import { CelError } from "./cel-error.ts";
import { formatExpression } from "./format-expression.ts";
import { parseExpression } from "./parse-expression.ts";

const suites = {
  parsing: flatten(getParsingSuite()),
  comprehension: flatten(getComprehensionSuite()),
  checking: flatten(getCheckingSuite()),
  conformance: flatten(getConformanceSuite()),
};

function flatten(suite: IncrementalTestSuite): IncrementalTest[] {
  return [...suite.tests, ...suite.suites.flatMap(flatten)];
}

/** How the suites' trees were made: cel-go's parser as it is by default, with a low limit on depth. */
const asInTheSuites = { maxDepth: 32, optionalSyntax: false, quotedFields: false };

for (const [name, cases] of Object.entries(suites)) {
  const trees = cases.filter(({ ast }) => ast !== undefined);

  test(`the ${trees.length} trees of the ${name} suite are ours`, () => {
    for (const { original, ast } of trees) {
      const parsed = parseExpression(original.expr, asInTheSuites);
      assert.equal(printTree(parsed.expr), ast, original.expr);
    }
  });

  test(`what the ${name} suite holds parses again once it is printed, to the same tree with the same ids`, () => {
    for (const { original } of trees) {
      const parsed = parseExpression(original.expr);
      const text = formatExpression(parsed);
      assert.deepEqual(parseExpression(text).expr, parsed.expr, `${original.expr} became ${text}`);
    }
  });

  const refused = cases.filter(({ ast }) => ast === undefined);

  test(`the ${refused.length} sources that the ${name} suite refuses are refused in the same words`, () => {
    for (const { original, error } of refused) {
      const refusal = refusalOf(original.expr);
      const stated = nameless(error ?? "").match(/^ERROR: .*/gm) ?? [];
      for (const line of stated) {
        // The suite sets limits of its own.
        const expected = /(recursion|attempt|depth|lookahead|size).*(limit|exceeded)|More than/.test(line)
          ? "ERROR: "
          : line;
        assert.ok(nameless(refusal).includes(expected), `${line}\n${refusal}`);
      }
    }
  });
}

/** The suites give sources names of their own. */
function nameless(error: string): string {
  return error.replaceAll(/^ERROR: [^:]*:/gm, "ERROR: :");
}

function refusalOf(source: string): string {
  try {
    parseExpression(source, asInTheSuites);
  } catch (error) {
    if (error instanceof CelError) return error.message;
    throw error;
  }
  return assert.fail(`${source} parses`);
}

/** The form in which the suites write trees: cel-go's debug form, each node followed by its kind. */
function printTree(expr: Expr): string {
  switch (expr.kind) {
    case "literal":
      return `${printLiteral(expr.value)}`;
    case "ident":
      return `${expr.name}^#*expr.Expr_IdentExpr#`;
    case "select":
      return `${printTree(expr.operand)}.${expr.field}${expr.isTest ? "~test-only~" : ""}^#*expr.Expr_SelectExpr#`;
    case "call": {
      const target = expr.target ? `${printTree(expr.target)}.` : "";
      return `${target}${block(`${expr.name}(`, expr.args.map(printTree), ")")}^#*expr.Expr_CallExpr#`;
    }
    case "list":
      return `${block("[", expr.elements.map(printTree), "]")}^#*expr.Expr_ListExpr#`;
    case "map": {
      const entries = expr.entries.map(({ key, value }) => `${printTree(key)}:${printTree(value)}${entryKind}`);
      return `${block("{", entries, "}")}^#*expr.Expr_StructExpr#`;
    }
    case "struct": {
      const fields = expr.fields.map(({ name, value }) => `${name}:${printTree(value)}${entryKind}`);
      return `${block(`${expr.typeName}{`, fields, "}")}^#*expr.Expr_StructExpr#`;
    }
    case "comprehension":
      return printFold(expr);
  }
}

const entryKind = "^#*expr.Expr_CreateStruct_Entry#";

function block(open: string, items: readonly string[], close: string): string {
  return items.length === 0 ? open + close : `${open}\n${indent(items.join(",\n"))}\n${close}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function printFold(fold: ComprehensionExpr): string {
  const parts = [
    `// Variable\n${fold.variable}`,
    `// Target\n${printTree(fold.range)}`,
    `// Accumulator\n${fold.accumulator}`,
    `// Init\n${printTree(fold.start)}`,
    `// LoopCondition\n${printTree(fold.condition)}`,
    `// LoopStep\n${printTree(fold.step)}`,
    `// Result\n${printTree(fold.result)}`,
  ];
  return `__comprehension__(\n${indent(parts.join(",\n"))})^#*expr.Expr_ComprehensionExpr#`;
}

function printLiteral(value: CelValue): string {
  if (value === null) return "null^#*expr.Constant_NullValue#";
  if (typeof value === "boolean") return `${value}^#*expr.Constant_BoolValue#`;
  if (typeof value === "string") return `${quote([...value])}^#*expr.Constant_StringValue#`;
  if (value instanceof CelUint) return `${value.value}u^#*expr.Constant_Uint64Value#`;
  if (value instanceof CelDouble) return `${printDouble(value.value)}^#*expr.Constant_DoubleValue#`;
  if (value instanceof Uint8Array) return `b${quote(characters(value))}^#*expr.Constant_BytesValue#`;
  return `${value}^#*expr.Constant_Int64Value#`;
}

/** As Go prints floats: from 1e6 as below 1e-4 with an exponent, which has at least two digits. */
function printDouble(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  const isPlain = value === 0 || (size >= 1e-4 && size < 1e6);
  return isPlain ? String(value) : value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** As Go quotes strings. */
function quote(text: readonly string[]): string {
  const short: Record<string, string> = {
    "\x07": "a",
    "\b": "b",
    "\f": "f",
    "\n": "n",
    "\r": "r",
    "\t": "t",
    "\v": "v",
  };
  const quoted = text.map((character) => {
    if (short[character] !== undefined) return `\\${short[character]}`;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (character.length > 2 || /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) return character;
    const point = (character.codePointAt(0) as number).toString(16);
    if (point.length <= 2) return character < "\x80" ? `\\x${point.padStart(2, "0")}` : `\\u00${point}`;
    return point.length <= 4 ? `\\u${point.padStart(4, "0")}` : `\\U${point.padStart(8, "0")}`;
  });
  return `"${quoted.join("")}"`;
}

/** The characters of bytes as UTF-8; a byte that is part of none is written as an escape. */
function characters(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const width = [1, 2, 3, 4].find((size) => isCharacter(bytes.subarray(at, at + size), size));
    const chunk = bytes.subarray(at, at + (width ?? 1));
    found.push(width ? new TextDecoder().decode(chunk) : `\\x${Buffer.from(chunk).toString("hex")}`);
    at += width ?? 1;
  }
  return found;
}

function isCharacter(bytes: Uint8Array, size: number): boolean {
  if (bytes.length < size) return false;
  try {
    return [...new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)].length === 1;
  } catch {
    return false;
  }
}
