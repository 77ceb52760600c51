/** Texts that try a JSON reader: valid ones of every form, with duplicates and odd numbers and escapes, and some broken by one edit. */

import type { Shape } from "@pintle/machinery";
import fc from "fast-check";

/** Few keys, so that they repeat; the names of prototypes, and characters that Go quotes in messages. */
const keys = ["", "\t\x7f\u00a0\u2028", ...'a b spec a.b __proto__ constructor toString 1 é 😀 q"\\'.split(" ")];

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.integer().map(String) },
  fc.maxSafeInteger().map((value) => String(BigInt(value) * 2n + 1n)),
  fc.bigInt({ min: -3n, max: 3n }).map((value) => String(2n ** 63n + value)),
  fc.bigInt({ min: -3n, max: 3n }).map((value) => String(value - 2n ** 63n)),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), words(".0 .5 .125"), words("e E"), fc.integer({ min: -330, max: 310 }))
    .map((parts) => parts.join("")),
  words("0 -0 -0.0 1.0 0e0 1e+5 1E-5 5e-324 1e-400 -1e-400 9007199254740992 9007199254740993 100000000000000000000"),
  words(`${"1".repeat(309)} ${"9".repeat(308)} 0.${"3".repeat(400)} ${"1".repeat(40)}.5`),
);
const badScalars = fc.oneof(
  words("01 - -01 +1 .5 1. 1.e5 1e 1e+ 0x1 1_000 NaN Infinity tru nil 'a' undefined"),
  words(`1e309 -1e400 ${"9".repeat(310)}`),
);

function words(list: string): fc.Arbitrary<string> {
  return fc.constantFrom(...list.split(" "));
}

/** A character, written as itself where that is allowed, or escaped. Go prints only those that its Unicode tables know, so none is younger. */
const characters = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...'ab/"\\\u0000\n\x7fé漢😀\u2028\ue000\ufffd\ufeff\u{10ffff}'),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    fc.boolean(),
  )
  .map(([character, isEscaped]) => (isEscaped ? escapeUnits(character) : JSON.stringify(character).slice(1, -1)));
const oddCharacters = words("\\/ \\b \\ud800 \\uDFFFx \\udc00\\ud800 \\ud83d\\uDE00 \\uD83D\\n");
const badCharacters = fc.oneof(
  words("\\x \\' \\u12 \\u12G4 \\U0041 \\ \\u+123"),
  fc.constantFrom("\n", "\u0000", "\\u 123"),
);

function escapeUnits(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const strings = fc
  .array(
    fc.oneof(
      { weight: 90, arbitrary: characters },
      { weight: 3, arbitrary: oddCharacters },
      { weight: 1, arbitrary: badCharacters },
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join("")}"`);
const keyTexts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('"a"', '"b"') },
  { weight: 8, arbitrary: fc.constantFrom(...keys).map((key) => JSON.stringify(key)) },
  { weight: 3, arbitrary: fc.constantFrom(...keys).map((key) => `"${escapeUnits(key)}"`) },
  { weight: 1, arbitrary: strings },
);
const blanks = fc.oneof(
  { weight: 20, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.constantFrom(" ", "\n\t", "\r\n  ") },
);
const scalars = fc.oneof(
  { weight: 20, arbitrary: numbers },
  { weight: 20, arbitrary: strings },
  { weight: 9, arbitrary: words("true false null") },
  { weight: 1, arbitrary: badScalars },
);

const { value: values, object: objects } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc
    .tuple(
      blanks,
      fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        { weight: 3, arbitrary: scalars },
        { weight: 3, arbitrary: tie("object") },
        tie("array"),
      ),
      blanks,
    )
    .map((parts) => parts.join("")),
  array: fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
  object: fc
    .array(
      fc.tuple(blanks, keyTexts, blanks, fc.constant(":"), tie("value")).map((parts) => parts.join("")),
      { maxLength: 6 },
    )
    .map((members) => `{${members.join(",")}}`),
}));

/** One byte taken away, put in or changed, which is how most broken texts come to be. */
const edits = fc.record({
  where: fc.nat(),
  remove: fc.nat({ max: 1 }),
  insert: fc.oneof(
    fc.constant([]),
    fc.constantFrom(...' {}[]",:\\0e-.\n').map((character) => [character.charCodeAt(0)]),
    fc.constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0xf4, 0x90], [0]),
  ),
});

const isEdited = fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.constant(true));

export const jsonTexts: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.oneof(values, objects), isEdited, edits)
  .map(([text, edited, edit]) => {
    const bytes = [...Buffer.from(text)];
    if (edited) bytes.splice(edit.where % (bytes.length + 1), edit.remove, ...edit.insert);
    return Uint8Array.from(bytes);
  });

/** Objects of a kind in which some fields are written twice, misspelt or unknown, with values that every Go type accepts. */
export function textsOfShape(shape: Shape): fc.Arbitrary<string> {
  return fc.array(fc.nat({ max: 2 ** 20 }), { minLength: 200, maxLength: 200 }).map((choices) => {
    let taken = 0;
    return writeOfShape(shape, () => choices[taken++] ?? 0);
  });
}

function writeOfShape(shape: Shape, choose: () => number): string {
  if (choose() % 12 === 0 || shape.type === "scalar") return "null";
  if (shape.type === "any") return "{}";
  if (shape.type === "list") {
    const items = Array.from({ length: choose() % 3 }, () => writeOfShape(shape.items, choose));
    return `[${items.join(",")}]`;
  }
  const names = shape.fields ? Object.keys(shape.fields) : ["a", "b", "a.b", "__proto__"];
  const members: string[] = [];
  for (let count = choose() % 5; count > 0; count -= 1) {
    const name = names[choose() % names.length] ?? "";
    const inner = shape.fields?.[name]?.shape ?? shape.values;
    const member = () => `${JSON.stringify(name)}:${inner ? writeOfShape(inner, choose) : "{}"}`;
    members.push(member());
    const oddity = choose() % 8;
    if (oddity === 0) members.push(member());
    if (oddity === 1 && shape.fields) members.push(`"${name.toUpperCase()}":{"x":1,"x":[{"y":1,"y":2}]}`);
    if (oddity === 2) members.push('"constructor":null');
  }
  return `{${members.join(",")}}`;
}
