import assert from "node:assert/strict";
import { test } from "node:test";
import { validateGenerateName, validateNamespaceName, validateObjectName } from "./object-name.ts";

const rules = ["dns1123Subdomain", "dns1123Label", "dns1035Label", "pathSegment"] as const;

test("each rule sets its own limits", () => {
  const accepted = (name: string) => rules.filter((rule) => validateObjectName(rule, name).length === 0);
  assert.deepEqual(accepted("my-name"), [...rules]);
  assert.deepEqual(accepted("1a"), ["dns1123Subdomain", "dns1123Label", "pathSegment"]);
  assert.deepEqual(accepted("a.b"), ["dns1123Subdomain", "pathSegment"]);
  assert.deepEqual(accepted("system:node"), ["pathSegment"]);
  assert.deepEqual(accepted("a".repeat(254)), ["pathSegment"]);
});

test("no rule lets a name climb out of its path", () => {
  for (const rule of rules) {
    for (const name of [".", "..", "%2e%2e", "a/b", "/", "../x"]) {
      assert.notDeepEqual(validateObjectName(rule, name), [], `${rule} takes ${name}`);
    }
  }
});

test("namespaces are labels: neither dots nor capitals nor nothing", () => {
  assert.deepEqual(validateNamespaceName("kube-system"), []);
  for (const name of ["", "..", "%2e%2e", "a/b", "Default", "a.b", "a".repeat(254)]) {
    assert.notDeepEqual(validateNamespaceName(name), [], name);
  }
});

test("path segments are refused in upstream's words", () => {
  assert.deepEqual(validateObjectName("pathSegment", ".."), ["may not be '..'"]);
  assert.deepEqual(validateObjectName("pathSegment", "a/b%"), ["may not contain '/'", "may not contain '%'"]);
  assert.deepEqual(validateGenerateName("pathSegment", ".."), []);
});

test("a prefix for generated names may end in a dash", () => {
  for (const rule of rules) assert.deepEqual(validateGenerateName(rule, "web-"), [], rule);
  assert.notDeepEqual(validateObjectName("dns1123Label", "web-"), []);
  assert.notDeepEqual(validateGenerateName("dns1123Label", "-"), []);
  assert.notDeepEqual(validateGenerateName("dns1123Label", "web."), []);
});

test("the byte before the dash is masked with it, as upstream does, but half a character is not a letter", () => {
  assert.deepEqual(validateGenerateName("dns1123Label", "--"), []);
  assert.deepEqual(validateGenerateName("dns1123Label", "A-"), []);
  assert.notDeepEqual(validateGenerateName("dns1123Label", "aé-"), []);
  assert.notDeepEqual(validateGenerateName("dns1123Label", "a😀-"), []);
  assert.deepEqual(validateGenerateName("dns1123Label", `${"a".repeat(63)}-`), []);
});
