import assert from "node:assert/strict";
import { test } from "node:test";
import { readSwitch } from "./read-switch.ts";

test("a switch is on or off in the words of Go's programs, and as it is otherwise where nothing is said", () => {
  for (const on of ["true", "TRUE", "1"]) assert.equal(readSwitch("A", on, false), true, on);
  for (const off of ["false", "False", "0"]) assert.equal(readSwitch("A", off, true), false, off);
  for (const nothing of [undefined, ""]) {
    assert.deepEqual([readSwitch("A", nothing, true), readSwitch("A", nothing, false)], [true, false]);
  }
});

test("any other word is refused by the name of the switch", () => {
  for (const odd of ["no", "2", " true", "constructor"]) {
    assert.throws(() => readSwitch("DRY_RUN", odd, true), {
      name: "FlagError",
      message: /^DRY_RUN is true or false, not "/,
    });
  }
});
