/** Objects with values of another type than the field's: our words of refusal, held to what the real server answered. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeObject } from "@pintle/apiserver";
import { shapeOf } from "@pintle/kinds/tables";
import { ApiError, parseGroupVersion } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { sequences } from "./sequences/invalid-decoding.ts";

const recorded: Json = JSON.parse(readFileSync(new URL("recorded/invalid-decoding.json", import.meta.url), "utf8"));

test("what no decoder takes is refused in the real server's words", (context) => {
  const answers = new Map<string, Json>(recorded.sequences.map(({ name, answers }: Json) => [name, answers[0]]));
  let refused = 0;
  for (const { name, steps } of sequences) {
    const answer = answers.get(name);
    const body: Json = steps[0]?.body;
    const kind = { ...parseGroupVersion(body.apiVersion), kind: body.kind };
    const shape = shapeOf(kind);
    assert.ok(shape);
    const decode = () => decodeObject(Buffer.from(JSON.stringify(body)), undefined, { protobuf: true, kind, shape });
    if (answer.status !== 400) {
      decode();
      continue;
    }
    refused += 1;
    assert.throws(decode, (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual(error.status, answer.body, name);
      return true;
    });
  }
  context.diagnostic(`${refused} of ${sequences.length} are refused`);
  assert.ok(refused > 70);
});
