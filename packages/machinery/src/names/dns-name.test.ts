import assert from "node:assert/strict";
import { test } from "node:test";
import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateWildcardDns1123Subdomain,
} from "./dns-name.ts";

type Check = (value: string) => string[];

function assertAccepted(check: Check, values: readonly string[]): void {
  for (const value of values) assert.deepEqual(check(value), [], value);
}

function assertRefused(check: Check, values: readonly string[], complaint: RegExp): void {
  for (const value of values) assert.match(check(value).join("\n"), complaint, value);
}

test("a label is lower case, with inner hyphens and up to 63 bytes", () => {
  assertAccepted(validateDns1123Label, ["a", "0", "my-name", "a--b", "123-abc", "a".repeat(63)]);
  assertRefused(
    validateDns1123Label,
    ["", "-", "-a", "a-", "A", "a_b", "a b", "a\n", "é", "..", "a..b", "a/b"],
    /RFC 1123 label/,
  );
  assert.deepEqual(validateDns1123Label("a.b"), ["must not contain dots"]);
  assert.deepEqual(validateDns1123Label("a".repeat(64)), ["must be no more than 63 characters"]);
});

test("the complaint is upstream's sentence with its examples and its pattern", () => {
  assert.deepEqual(validateDns1123Label("A"), [
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  assert.deepEqual(validateDns1123Subdomain("A"), [
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
});

test("both complaints are given for a name that is too long and malformed", () => {
  assert.equal(validateDns1123Label("A".repeat(64)).length, 2);
  assert.equal(validateDns1123Subdomain("A".repeat(254)).length, 2);
});

test("a subdomain is labels with single dots between them, up to 253 bytes", () => {
  assertAccepted(validateDns1123Subdomain, ["a", "a.b", "my-name.example.com", "1.2.3", `${"a.".repeat(126)}a`]);
  assertRefused(
    validateDns1123Subdomain,
    ["", ".", "..", "a.", ".a", "a..b", "a-.b", "a.-b", "A.b", "a/b", "%2e%2e", "a b"],
    /RFC 1123 subdomain/,
  );
  assert.deepEqual(validateDns1123Subdomain("a".repeat(254)), ["must be no more than 253 characters"]);
});

test("length counts bytes, not characters", () => {
  assert.match(validateDns1123Label("é".repeat(32)).join(), /no more than 63 characters/);
  assert.doesNotMatch(validateDns1123Label("é".repeat(31)).join(), /no more than/);
});

test("a label by RFC 1035 starts with a letter", () => {
  assertAccepted(validateDns1035Label, ["a", "my-name", "abc-123", "a1"]);
  assertRefused(validateDns1035Label, ["", "1a", "-a", "a-", "A", "a.b"], /DNS-1035 label/);
});

test("a wildcard stands for the first label alone", () => {
  assertAccepted(validateWildcardDns1123Subdomain, ["*.a", "*.example.com"]);
  assertRefused(
    validateWildcardDns1123Subdomain,
    ["", "*", "*.", "example.com", "*.*.com", "a.*.com", "*a.com", "**.com"],
    /wildcard DNS-1123 subdomain/,
  );
});
