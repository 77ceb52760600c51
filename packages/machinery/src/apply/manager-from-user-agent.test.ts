import assert from "node:assert/strict";
import { test } from "node:test";
import { managerFromUserAgent } from "./manager-from-user-agent.ts";

test("the name of the product stands for the client", () => {
  assert.equal(managerFromUserAgent("kubectl/v1.36.0 (linux/amd64) kubernetes/abcdef"), "kubectl");
  assert.equal(managerFromUserAgent("curl/8.0"), "curl");
  assert.equal(managerFromUserAgent("my operator"), "my operator");
});

test("a client that does not introduce itself has no name", () => {
  assert.equal(managerFromUserAgent(""), "");
  assert.equal(managerFromUserAgent("/v1"), "");
});

test("what does not print is left out", () => {
  assert.equal(managerFromUserAgent("a\u0000b\tc\u200bd\u00a0e é😀/1"), "abcde é😀");
  assert.equal(managerFromUserAgent("lone\ud800surrogate"), "lone\ufffdsurrogate");
});

test("no more than 128 bytes are kept, and no half characters", () => {
  assert.equal(managerFromUserAgent("x".repeat(200)), "x".repeat(128));
  assert.equal(managerFromUserAgent(`${"x".repeat(127)}éyz`), "x".repeat(127));
});
