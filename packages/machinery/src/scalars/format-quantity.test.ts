import assert from "node:assert/strict";
import { test } from "node:test";
import { formatQuantity } from "./format-quantity.ts";
import { parseQuantity } from "./parse-quantity.ts";
import { addQuantity, negateQuantity, subtractQuantity } from "./quantity.ts";

function assertPrinted(expected: { readonly [text: string]: string }): void {
  for (const [text, printed] of Object.entries(expected)) {
    assert.equal(formatQuantity(parseQuantity(text)), printed, text);
  }
}

test("the largest suffix without a fraction is taken, in the format in which the quantity was written", () => {
  assertPrinted({
    "1.5": "1500m",
    "0.5": "500m",
    "1000": "1k",
    "1000000k": "1G",
    "1.5Gi": "1536Mi",
    "1024Mi": "1Gi",
    "-2048Ki": "-2Mi",
    "1000e6": "1e9",
    "1.5e3": "1500",
    "12e4": "120e3",
    "0.0": "0",
    "0Ki": "0",
  });
});

test("binary amounts below 1024, or with a fraction, are printed in decimal", () => {
  assertPrinted({ "0.5Ki": "512", "-.5Ki": "-512", "1.1Ki": "1126400m", "0.1Mi": "104857600m", "1.25Ki": "1280" });
  assert.equal(formatQuantity(subtractQuantity(parseQuantity("2Ki"), parseQuantity("1048"))), "1k");
});

test("a text that looks canonical to upstream is printed as it was written", () => {
  for (const text of ["1.500", "+1", "001", "1.", "5e0", "1E3", "1e+3", "1.Ki", "+3Mi", "12.345"])
    assertPrinted({ [text]: text });
});

test("a text that does not is printed anew", () => {
  assertPrinted({ "+8Ki": "8Ki", "+1000": "1k", "00.5": "500m", "+1Pi": "1Pi" });
});

test("arithmetic forgets how a quantity was written", () => {
  assert.equal(formatQuantity(negateQuantity(parseQuantity("+1.500"))), "-1500m");
  assert.equal(formatQuantity(addQuantity(parseQuantity("+1.500"), parseQuantity("0"))), "1500m");
  assert.equal(formatQuantity(addQuantity(parseQuantity("0"), parseQuantity("+1.500"))), "1500m");
});

test("amounts beyond the last suffix keep their zeros, where upstream prints 10^21 as 1", () => {
  assertPrinted({ "1000E": "1000E", "1000000000000000000000": "1000E", "12000000E": "12000000E", "-1000E": "-1000E" });
  const twoToThe62 = parseQuantity("4Ei");
  let sum = twoToThe62;
  for (let count = 1; count < 512; count += 1) sum = addQuantity(sum, twoToThe62);
  assert.equal(formatQuantity(sum), "2048Ei");
});
