import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createFieldSelector, escapeFieldValue, formatFieldSelector, parseFieldSelector } from "./field-selector.ts";
import { InvalidSelectorError, matchesEverything } from "./selector.ts";

describe("a field selector that is fine", () => {
  test("is written in the order of its terms, with one equals sign", () => {
    const selector = parseFieldSelector("spec.nodeName!=a,metadata.name==web,metadata.name=x");
    assert.equal(formatFieldSelector(selector), "metadata.name=web,metadata.name=x,spec.nodeName!=a");
  });

  test("lists its requirements", () => {
    assert.deepEqual(parseFieldSelector("b!=2,a=1").requirements, [
      { field: "a", operator: "=", value: "1" },
      { field: "b", operator: "!=", value: "2" },
    ]);
  });

  test("compares a field that the object lacks as if it were empty", () => {
    assert.ok(parseFieldSelector("spec.nodeName=").matches({}));
    assert.ok(parseFieldSelector("spec.nodeName=").matches(undefined));
    assert.ok(!parseFieldSelector("spec.nodeName!=").matches({}));
    assert.ok(parseFieldSelector("constructor=,__proto__=").matches({}));
    assert.ok(parseFieldSelector("a=1,b!=2").matches({ a: "1", b: "3" }));
    assert.ok(!parseFieldSelector("a=1,b!=2").matches({ a: "1", b: "2" }));
  });

  test("knows the value that it asks for", () => {
    const selector = parseFieldSelector("a!=1,a=2,a=3");
    assert.equal(selector.requiresExactMatch("a"), "2");
    assert.equal(selector.requiresExactMatch("b"), undefined);
  });

  test("may have escaped characters in values", () => {
    assert.deepEqual(parseFieldSelector(String.raw`a=x\,y\=z\\`).requirements, [
      { field: "a", operator: "=", value: "x,y=z\\" },
    ]);
    assert.equal(escapeFieldValue("x,y=z\\"), String.raw`x\,y\=z\\`);
  });

  test("selects everything where it says nothing", () => {
    for (const text of ["", ",", ",,,", "=", "!=", "==,!="]) {
      assert.ok(matchesEverything(parseFieldSelector(text)), text);
    }
  });

  test("sorts as Go does, by code point and not by UTF-16 unit", () => {
    assert.equal(formatFieldSelector(parseFieldSelector("\u{10000}=1,\u{ffff}=1")), "\u{ffff}=1,\u{10000}=1");
  });
});

describe("a field selector that is wrong is refused in the words of the API server", () => {
  const refusals: [text: string, message: string][] = [
    ["a", "invalid selector: 'a'; can't understand 'a'"],
    ["a=1,b", "invalid selector: 'a=1,b'; can't understand 'b'"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
    ["a!==b", "invalid field selector: unescaped character in value: 61"],
    [String.raw`a=\x`, String.raw`invalid field selector: invalid escape sequence: \x`],
    ["a=\\😀", "invalid field selector: invalid escape sequence: \\😀"],
    ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
  ];
  for (const [text, message] of refusals) {
    test(JSON.stringify(text), () => assert.throws(() => parseFieldSelector(text), new InvalidSelectorError(message)));
  }
});

test("any value survives being written and read", () => {
  const requirement = fc.record(
    {
      field: fc.constantFrom("a", "b.c"),
      operator: fc.constantFrom("=" as const, "!=" as const),
      value: fc.string({ unit: "binary" }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(requirement, (requirement) => {
      const text = formatFieldSelector(createFieldSelector([requirement]));
      assert.deepEqual(parseFieldSelector(text).requirements, [requirement]);
    }),
  );
});

test("huge input takes linear time", { timeout: 5_000 }, () => {
  const terms = Array.from({ length: 10_000 }, (_, index) => `field-${index}=v\\,${index}`);
  assert.equal(parseFieldSelector(terms.join(",")).requirements.length, 10_000);
  assert.equal(parseFieldSelector(`a=${"\\\\".repeat(100_000)}`).requirements[0]?.value.length, 100_000);
  assert.throws(() => parseFieldSelector("=".repeat(100_000)), InvalidSelectorError);
});
