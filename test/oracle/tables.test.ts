import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { missing } from "../tools.ts";
import { recordTable, tablePaths } from "./tables.ts";

for (const path of tablePaths()) {
  test(`${basename(path)} holds what the oracle answers today`, { skip: missing("go") }, async () => {
    assert.equal(await recordTable(path), readFileSync(path, "utf8"), "run `make record`, then read the difference");
  });
}
