/** What is hidden in texts of others, and what stays readable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskSecrets } from "./mask-secrets.ts";

test("credentials are hidden by their shape", () => {
  assert.equal(maskSecrets("Authorization: Bearer abc.DEF-123"), "Authorization: Bearer [redacted]");
  assert.equal(maskSecrets("authorization: basic amFuZTpwdw=="), "authorization: basic [redacted]");
  assert.equal(maskSecrets("got eyJhbGciOiJub25l.eyJzdWIiOiJq.c2ln today"), "got [redacted] today");
  assert.equal(
    maskSecrets("via http://me:pw@proxy:3128/ and socks5://token@x"),
    "via http://[redacted]@proxy:3128/ and socks5://[redacted]@x",
  );
});

test("texts that are known to be secret are hidden wherever they stand", () => {
  assert.equal(maskSecrets("a$1b a$1b c", ["a$1b"]), "[redacted] [redacted] c");
});

test("ordinary words stay", () => {
  const text = "error: no basic auth; see https://example.com/a@b for the bearer of bad news";
  assert.equal(maskSecrets("see https://example.com/a@b"), "see https://example.com/a@b");
  assert.match(maskSecrets(text), /^error: no basic auth; see https:\/\/example\.com\/a@b for the bearer/);
});
