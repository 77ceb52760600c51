import assert from "node:assert/strict";
import { test } from "node:test";
import { validateFinalizerName, validateLabelValue, validateQualifiedName } from "./qualified-name.ts";

test("a qualified name is a name with an optional domain", () => {
  for (const key of [
    "a",
    "app.kubernetes.io/name",
    "My_Name.1",
    "a--b._c",
    "1234/5678",
    `${"a".repeat(253)}/${"b".repeat(63)}`,
  ]) {
    assert.deepEqual(validateQualifiedName(key), [], key);
    assert.deepEqual(validateFinalizerName(key), [], key);
  }
});

test("each part has its own complaints", () => {
  assert.deepEqual(validateQualifiedName("/a"), ["prefix part must be non-empty"]);
  assert.deepEqual(validateQualifiedName("a".repeat(64)), ["name part must be no more than 63 bytes"]);
  assert.deepEqual(validateQualifiedName(`${"a".repeat(254)}/b`), ["prefix part must be no more than 253 bytes"]);
  assert.match(validateQualifiedName("Example.com/a").join(), /^prefix part a lowercase RFC 1123 subdomain/);
  const nameWrong =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  assert.deepEqual(validateQualifiedName("a/"), ["name part must be non-empty", nameWrong]);
  assert.deepEqual(validateQualifiedName("-"), [nameWrong]);
});

test("a second slash gets one complaint about the whole", () => {
  const complaints = validateQualifiedName("only/one/slash");
  assert.equal(complaints.length, 1);
  assert.match(
    complaints.join(),
    /^a valid label key must consist of .* with an optional DNS subdomain prefix and '\/'/,
  );
});

test("a label's value may be empty", () => {
  for (const value of ["", "a", "A_b-c.d", "12345", "a".repeat(63)])
    assert.deepEqual(validateLabelValue(value), [], value);
});

test("a label's value starts and ends with a letter or digit and has no more than 63 bytes", () => {
  assert.deepEqual(validateLabelValue("a".repeat(64)), ["must be no more than 63 bytes"]);
  for (const value of ["-a", "a-", ".", "a b", "a/b", "ā", "\n"]) {
    assert.match(validateLabelValue(value).join(), /^a valid label must be an empty string or consist of/, value);
  }
});

test("keys that JavaScript's objects know are names like any other", () => {
  for (const key of ["constructor", "toString", "hasOwnProperty"]) assert.deepEqual(validateQualifiedName(key), []);
  assert.match(validateQualifiedName("__proto__").join(), /must start and end with an alphanumeric character/);
});
