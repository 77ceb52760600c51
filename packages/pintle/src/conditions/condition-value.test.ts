import assert from "node:assert/strict";
import { test } from "node:test";
import { no, unknown, yes } from "./condition-value.ts";

test("a condition has a reason in one word, and a message for people", () => {
  assert.deepEqual(yes("AllReady"), { status: "True", reason: "AllReady", message: "" });
  assert.deepEqual(no("Rolling_Out:2", "two to go"), {
    status: "False",
    reason: "Rolling_Out:2",
    message: "two to go",
  });
  assert.deepEqual(unknown("A"), { status: "Unknown", reason: "A", message: "" });
});

test("what no API server takes as a reason is refused where it is written, with the remedy", () => {
  for (const reason of ["", "not a reason", "1st", "Ends:", "Ünready", "x".repeat(1_025), undefined]) {
    for (const say of [yes, no, unknown]) {
      assert.throws(() => say(reason as string), {
        code: "PINTLE_CONDITION_REASON_INVALID",
        message: /^the reason of a condition is one word .*: write "AllReady" and not /,
      });
    }
  }
});
