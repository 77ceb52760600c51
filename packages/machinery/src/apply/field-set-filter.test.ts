import assert from "node:assert/strict";
import { test } from "node:test";
import { FieldSet } from "./field-set.ts";
import { excludeFields, includePrefixes } from "./field-set-filter.ts";
import { fieldElement, fieldNamesPath, keyElement } from "./path-element.ts";

const web = [fieldElement("spec"), fieldElement("containers"), keyElement({ name: "web" })];
const owned = FieldSet.of(
  [...web, fieldElement("image")],
  [...web, fieldElement("resizePolicy")],
  [...web, fieldElement("resources"), fieldElement("limits")],
  fieldNamesPath("status"),
  fieldNamesPath("status", "phase"),
);

test("excluded fields go along with everything below them", () => {
  const withoutStatus = excludeFields(FieldSet.of(fieldNamesPath("status")))(owned);

  assert.equal(withoutStatus.has(fieldNamesPath("status", "phase")), false);
  assert.equal(withoutStatus.size(), 3);
});

test("a prefix keeps what is below it, through any list item where it has a wildcard", () => {
  const resources = [fieldElement("spec"), fieldElement("containers"), "*", fieldElement("resources")] as const;

  assert.equal(includePrefixes(resources)(owned).toString(), '.spec.containers[name="web"].resources.limits');
});

test("no prefix keeps everything", () => {
  assert.equal(includePrefixes()(owned), owned);
});

test("of several prefixes with a wildcard at the same step the first counts, as in Kubernetes", () => {
  const through = (name: string) =>
    [fieldElement("spec"), fieldElement("containers"), "*", fieldElement(name)] as const;
  const kept = includePrefixes(through("resources"), through("resizePolicy"))(owned);

  assert.equal(kept.toString(), '.spec.containers[name="web"].resources.limits');
});
