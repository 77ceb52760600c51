import assert from "node:assert/strict";
import { test } from "node:test";
import { countIndexes, findSharedIndex } from "./job-indexes.ts";

test("indexes and intervals are counted", () => {
  assert.equal(countIndexes("", 3), 0);
  assert.equal(countIndexes("0,2-4,6", 10), 5);
});

test("what is wrong with indexes is told", () => {
  const wrong: [text: string, complaint: string][] = [
    ["a", 'cannot convert string to integer for index: "a"'],
    ["1-", 'cannot convert string to integer for index: ""'],
    ["1,,2", 'cannot convert string to integer for index: ""'],
    ["3", 'too large index: "3"'],
    ["1-5", 'too large index: "5"'],
    ["2-1", "non-increasing order, previous: 2, current: 1"],
    ["1,1", "non-increasing order, previous: 1, current: 1"],
    [
      "0-1-2",
      "the fragment \"0-1-2\" violates the requirement that an index interval can have at most two parts separated by '-'",
    ],
  ];
  for (const [text, complaint] of wrong) assert.equal(countIndexes(text, 3), complaint);
});

test("an index that is in both is found, past what cannot be read", () => {
  assert.equal(findSharedIndex("0-3", "5,3", 10), undefined, "the second list is out of order, as upstream reads it");
  assert.equal(findSharedIndex("0-3,7", "5,7", 10), 7);
  assert.equal(findSharedIndex("x,2", "2", 10), 2);
  assert.equal(findSharedIndex("", "2", 10), undefined);
});
