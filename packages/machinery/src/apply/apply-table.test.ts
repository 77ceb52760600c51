import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { comparable, playWrites, type WriteOutcome, type WritesInput } from "../../../../test/oracle/play-writes.ts";
import { readTable } from "../../../../test/oracle/tables.ts";
import { equalJson } from "../json/json-value.ts";

const path = fileURLToPath(new URL("../../testdata/apply.table.json", import.meta.url));
const table = readTable<WritesInput, WriteOutcome[]>(path);

for (const { name, input, expected } of table.cases) {
  test(name, () => {
    assert.ok("value" in expected, "the oracle itself failed");
    const played = playWrites({ ...table.shared, ...input });
    assert.deepEqual(
      played.map(({ outcome }) => comparable(outcome)),
      expected.value.map(comparable),
    );
    for (const { isChanged, live, result } of played) {
      if (isChanged === undefined) continue;
      assert.equal(isChanged, !equalJson(live, result), "changed says whether there is something to store");
      assert.equal(isChanged, live !== result, "an apply without effect returns the live object itself");
    }
  });
}
