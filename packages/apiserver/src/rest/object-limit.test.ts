import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { assertRefused, maps, RestFixture } from "./rest-fixture.test.ts";

const withBytes = (name: string, bytes: number) => ({ metadata: { name }, data: { text: "x".repeat(bytes) } });
const tooLarge = "etcdserver: request is too large";

test("an object may be 1.5 MiB large, unless the server says otherwise", async () => {
  const usual = new RestFixture();
  assert.equal((await usual.create(maps, withBytes("a", 1_500_000))).status, 201);
  assertRefused(await usual.create(maps, withBytes("b", 1_600_000)), 500, tooLarge);
  const generous = new RestFixture({ maxObjectBytes: 2_000_000 });
  assert.equal((await generous.create(maps, withBytes("b", 1_600_000))).status, 201);
  assertRefused(await generous.update(`${maps}/b`, withBytes("b", 2_000_000)), 500, tooLarge);
  const strict = new RestFixture({ maxObjectBytes: 2_000 });
  assert.equal((await strict.create(maps, withBytes("a", 1_000))).status, 201);
  assertRefused(await strict.patch("merge", `${maps}/a`, { data: { more: "x".repeat(2_000) } }), 500, tooLarge);
  assert.equal((await strict.delete(`${maps}/a`)).status, 200);
});

test("a limit that is none, or that no body could reach, is refused when the server is made", () => {
  for (const maxObjectBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 3 * 1024 * 1024 + 1]) {
    assert.throws(
      () => new RestFixture({ maxObjectBytes }),
      (error) => error instanceof UsageError && error.code === "PINTLE_OBJECT_LIMIT_INVALID",
    );
  }
});
