/** What an object of a built-in kind is after Go has read and printed it, and what Go says where it cannot. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeProtobuf,
  encodeProtobuf,
  GoTypeError,
  normalizeBuiltIn,
  readGoJson,
  writeGoJson,
} from "@pintle/apiserver";
import { builtInResources, shapeOfType, typeNamed } from "@pintle/kinds/tables";
import { isJsonObject } from "@pintle/machinery";
import { missing } from "../tools.ts";
import { createDice } from "./dice.ts";
import { askOracle } from "./oracle.ts";
import { type Oddity, rollTypedText } from "./typed-objects.ts";

interface Printed {
  readonly json: string;
  readonly problems: readonly string[];
  readonly protobuf: string;
}

// The aggregator's types are in a module of their own.
const types = builtInResources.map(({ type }) => type).filter((type) => !type.startsWith("apiregistration/"));

function ours(type: string, text: string): Printed | { error: string } {
  try {
    const { value, problems } = readGoJson(Buffer.from(text), shapeOfType(type), true);
    assert.ok(isJsonObject(value));
    const object = normalizeBuiltIn(value, type);
    return {
      json: writeGoJson(object),
      problems: problems.map(({ message }) => message),
      protobuf: Buffer.from(encodeProtobuf(object, type)).toString("base64"),
    };
  } catch (error) {
    assert.ok(error instanceof GoTypeError, String(error));
    return { error: error.message };
  }
}

const plain: Oddity = { wrong: 0, twice: 0, unknown: 0, null: 0.07 };
const oddities: readonly Oddity[] = [
  plain,
  { ...plain, wrong: 0.02 },
  // What a second value takes from the first where it is null or wrong depends on Go's types, and is not worth copying.
  { ...plain, twice: 0.02, unknown: 0.01, null: 0 },
];

test("objects are read, printed and refused as Go does", { skip: missing("go") }, async (context) => {
  const dice = createDice(42);
  const questions = Array.from({ length: 4_000 }, (_, index) => {
    const type = types[index % types.length] as string;
    return { type, text: rollTypedText(dice, type, dice.pick(oddities)) };
  });
  const answers = await askOracle<Printed>("roundtrip", questions);
  const seen = { valid: 0, problems: 0, refused: 0 };
  const differing: string[] = [];
  for (const [index, { type, text }] of questions.entries()) {
    const answer = answers[index];
    const expected = answer && "value" in answer ? answer.value : answer;
    const mine = ours(type, text);
    if ("error" in mine) seen.refused += 1;
    else seen[mine.problems.length > 0 ? "problems" : "valid"] += 1;
    try {
      assert.deepEqual(mine, expected);
    } catch {
      differing.push(`${type} ${text}\n  ours   ${JSON.stringify(mine)}\n  theirs ${JSON.stringify(expected)}`);
    }
    if (!("error" in mine)) {
      const again = decodeProtobuf(Buffer.from(mine.protobuf, "base64"), type);
      assert.equal(Buffer.from(encodeProtobuf(again, type)).toString("base64"), mine.protobuf, text);
    }
  }
  context.diagnostic(JSON.stringify(seen));
  assert.equal(differing.length, 0, `${differing.length} differ, such as\n${differing.slice(0, 3).join("\n")}`);
  assert.ok(seen.valid > 1_000 && seen.problems > 200 && seen.refused > 200);
});

test("messages call types by the names that they have in Go", { skip: missing("go") }, async () => {
  const [answer] = await askOracle<string[]>("go-type-names", [null]);
  assert.ok(answer && "value" in answer && answer.value.length > 200);
  for (const line of answer.value) {
    const [type = "", key = "", name] = line.split(" ");
    // What only packages hold that no kind of ours uses is not in the tables.
    if (!typeNamed(type)?.fields.some((field) => field.name === key)) continue;
    const goName = type.slice(type.indexOf(".") + 1);
    const message = `json: cannot unmarshal bool into Go struct field ${goName}.${key} of type ${name}`;
    assert.throws(() => normalizeBuiltIn({ [key]: true }, type), new GoTypeError(message));
  }
});
