/** The generated files of @pintle/kinds are those that the generator makes of what was recorded. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hashesFile, hashInputs, hashOutputs } from "../../tools/kinds/freshness.ts";

const hashes: { inputs: string; outputs: string } = JSON.parse(readFileSync(hashesFile, "utf8"));

test("recordings and generator are those that the generated files were made from", () => {
  assert.equal(
    hashInputs(),
    hashes.inputs,
    "run `make kinds`, or `node tools/kinds/main.ts --recorded` without a server",
  );
});

test("nobody edited a generated file", () => {
  assert.equal(hashOutputs(), hashes.outputs, "change the generator and run `make kinds`");
});
