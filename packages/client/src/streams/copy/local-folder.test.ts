import assert from "node:assert/strict";
import { test } from "node:test";
import { partsBelow } from "./local-folder.ts";

test("names in an archive are taken below the base alone", () => {
  assert.deepEqual(partsBelow("data/a/b", "data"), ["a", "b"]);
  assert.deepEqual(partsBelow("./data//a/./b/", "data"), ["a", "b"]);
  assert.deepEqual(partsBelow("data", "data"), []);
  assert.deepEqual(partsBelow("./a/b", ""), ["a", "b"]);
});

test("names that lead elsewhere are refused", () => {
  for (const path of ["/data/a", "../a", "data/../a", "data/..", "other/a", "a", "", "data\0/a", "data/a\\..\\b"]) {
    assert.throws(() => partsBelow(path, "data"), /outside of what was asked for/, JSON.stringify(path));
  }
});
