import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { readBody } from "./read-body.ts";

test("a body is joined from its pieces", async () => {
  const pieces = async function* () {
    yield Buffer.from("a");
    yield Buffer.from("bc");
  };
  assert.equal(Buffer.from(await readBody(pieces(), 3)).toString(), "abc");
});

test("a body that is longer than the limit is refused, and not read to its end", async () => {
  let taken = 0;
  const endless = async function* () {
    for (;;) {
      taken += 1;
      yield Buffer.alloc(10);
    }
  };
  await assert.rejects(readBody(endless(), 25), ApiError.requestEntityTooLarge("limit is 25"));
  assert.equal(taken, 3);
});
