import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { fieldPath } from "../errors/field-path.ts";
import { formatLabelSelector } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";
import { InvalidSelectorError, matchesEverything } from "./selector.ts";

describe("a label selector that is fine", () => {
  const canonical: [text: string, canonical: string][] = [
    ["", ""],
    [" \t\r\n", ""],
    ["x=a,y=b,z=c", "x=a,y=b,z=c"],
    ["z=c,x==a , y != b", "x==a,y!=b,z=c"],
    ["b in (z,a,z),!c,a", "a,b in (a,z),!c"],
    ["x in (),y notin (,),z in (a,,b)", "x in (),y notin (),z in (,a,b)"],
    ["x=,y!=", "x=,y!="],
    ["x>1,y<2", "x>1,y<2"],
    ["in in (in,notin),notin notin (in)", "in in (in,notin),notin notin (in)"],
    ["a\tin(b)", "a in (b)"],
    ["app.kubernetes.io/name=web", "app.kubernetes.io/name=web"],
    ["a\0", "a"],
  ];
  for (const [text, expected] of canonical) {
    test(`${JSON.stringify(text)} is written ${JSON.stringify(expected)}`, () => {
      assert.equal(formatLabelSelector(parseLabelSelector(text)), expected);
    });
  }

  test("keeps requirements on the same key in the order in which they came", () => {
    assert.equal(formatLabelSelector(parseLabelSelector("b,a!=2,a!=1,a")), "a!=2,a!=1,a,b");
  });

  test("selects everything when it is empty", () => {
    assert.ok(matchesEverything(parseLabelSelector("")));
    assert.ok(!matchesEverything(parseLabelSelector("a")));
  });
});

describe("a label selector that is wrong is refused in the words of the API server", () => {
  const badName =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  const refusals: [text: string, message: string][] = [
    ["x,", "found '', expected: identifier after ','"],
    ["x,,y", "found ',', expected: identifier after ','"],
    [",x", "found ',', expected: !, identifier, or 'end of string'"],
    ["=x", "found '=', expected: !, identifier, or 'end of string'"],
    ["x=a y", "found 'y', expected: ',' or 'end of string'"],
    ["!x=a", "found '=', expected: ',' or 'end of string'"],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["!!x", "unable to parse requirement: found '!', expected: identifier"],
    ["x y", "unable to parse requirement: found 'y', expected: in, notin, =, ==, !=, gt, lt"],
    ["x===a", "unable to parse requirement: found '=', expected: identifier"],
    ["x in a", "unable to parse requirement: found 'a' expected: '('"],
    ["x in", "unable to parse requirement: found '' expected: '('"],
    ["x in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["x in (a", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["x in (a b)", "unable to parse requirement: found 'b', expected: ',' or ')'"],
    ["x in (a,", "unable to parse requirement: found '', expected: ',', or identifier"],
    ["x in (a,(b))", "unable to parse requirement: found '(', expected: ',', or identifier"],
    ["x in ((a))", "unable to parse requirement: found '(', expected: ',', ')' or identifier"],
    [
      "x>",
      "unable to parse requirement: values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ["-x", `unable to parse requirement: <nil>: Invalid value: "-x": ${badName}`],
    ["x/-y=a", `unable to parse requirement: <nil>: Invalid value: "x/-y": ${badName}`],
    [
      `x=${"a".repeat(64)}`,
      `unable to parse requirement: values[0][x]: Invalid value: "${"a".repeat(64)}": must be no more than 63 bytes`,
    ],
  ];
  for (const [text, message] of refusals) {
    test(JSON.stringify(text.length < 40 ? text : `${text.slice(0, 40)}…`), () => {
      assert.throws(() => parseLabelSelector(text), new InvalidSelectorError(message));
    });
  }

  test("which name the field when it is known", () => {
    const parse = (text: string) => parseLabelSelector(text, fieldPath("spec").child("selector"));
    assert.throws(
      () => parse("-x"),
      /^InvalidSelectorError: unable to parse requirement: spec\.selector: Invalid value: "-x"/,
    );
    assert.throws(
      () => parse("x=-"),
      /requirement: spec\.selector\.values\[0\]\[x\]: Invalid value: "-": a valid label must/,
    );
  });
});

describe("huge input takes linear time", () => {
  const selectors: [name: string, text: string][] = [
    ["10,000 requirements", Array.from({ length: 10_000 }, (_, index) => `key-${index % 7_000} notin (a,b)`).join(",")],
    ["10,000 values", `a in (${Array.from({ length: 10_000 }, (_, index) => `v${index}`).join(",")})`],
    ["100 kB of one key", "a".repeat(100_000)],
    ["100 kB of blanks", " ".repeat(100_000)],
    ["100 kB of open parentheses", `a in ${"(".repeat(100_000)}`],
    ["100 kB of commas in a list", `a in (${",".repeat(100_000)})`],
    ["100 kB of exclamation marks", "!".repeat(100_000)],
    ["10,000 digits to compare with", `a>${"9".repeat(10_000)}`],
    ["10,000 wrong values", `a in (${Array.from({ length: 10_000 }, (_, index) => `-${index}`).join(",")})`],
  ];
  for (const [name, text] of selectors) {
    test(name, { timeout: 5_000 }, () => {
      try {
        parseLabelSelector(text).matches({ a: "v9999" });
      } catch (error) {
        assert.ok(error instanceof InvalidSelectorError);
      }
    });
  }
});

const key = fc.constantFrom("a", "b", "in", "notin", "x.io/y-z");
const value = fc.constantFrom("", "1", "v", "in", "A_b.c-d");
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
const requirement = fc.oneof(
  fc.tuple(key, fc.constantFrom("=", "==", "!="), value).map((parts) => parts.join("")),
  fc.tuple(key, fc.constantFrom("in", "notin"), values).map(([key, operator, list]) => `${key} ${operator} (${list})`),
  fc.tuple(fc.constantFrom("", "!"), key).map((parts) => parts.join("")),
);

test("what a selector is written as reads back to a selector with the same requirements", () => {
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 6 }), (texts) => {
      const selector = parseLabelSelector(texts.join(","));
      const again = parseLabelSelector(formatLabelSelector(selector));
      assert.deepEqual(again.requirements, selector.requirements);
    }),
  );
});

test("a selector matches exactly when each of its requirements does", () => {
  const labels = fc.dictionary(key, value, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 5 }), labels, (texts, labels) => {
      const each = texts.every((text) => parseLabelSelector(text).matches(labels));
      assert.equal(parseLabelSelector(texts.join(",")).matches(labels), each);
    }),
  );
});
