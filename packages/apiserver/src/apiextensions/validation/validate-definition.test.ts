import assert from "node:assert/strict";
import { test } from "node:test";
import type { Definition, DefinitionSpecification, DefinitionVersion } from "../definition.ts";
import { validateDefinition, validateDefinitionUpdate } from "./validate-definition.ts";

const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const v1: DefinitionVersion = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: anything } };
const v2: DefinitionVersion = { ...v1, name: "v2", storage: false };

function definition(spec: Partial<DefinitionSpecification> = {}, more: Partial<Definition> = {}): Definition {
  return {
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names, versions: [v1], ...spec },
    status: { storedVersions: ["v1"] },
    ...more,
  };
}

const told = (spec: Partial<DefinitionSpecification>) => validateDefinition(definition(spec)).map(String);
const wrong = { openAPIV3Schema: { type: "string" } };
const established = { storedVersions: ["v1"], conditions: [{ type: "Established", status: "True" }] };

test("a sound definition has nothing wrong with it", () => {
  assert.deepEqual(told({ versions: [v1, v2] }), []);
});

test("what all versions have in common is told where an older API had it, what one has where it stands", () => {
  const columns = { additionalPrinterColumns: [{ name: "", type: "string", jsonPath: ".a" }] };
  assert.deepEqual(
    told({
      versions: [
        { ...v1, ...columns },
        { ...v2, ...columns },
      ],
    }),
    ["spec.additionalPrinterColumns[0].name: Required value"],
  );
  assert.deepEqual(told({ versions: [v1, { ...v2, ...columns }] }), [
    "spec.versions[1].additionalPrinterColumns[0].name: Required value",
  ]);
  assert.match(told({ versions: [{ ...v1, schema: wrong }] })[0] ?? "", /^spec\.validation\.openAPIV3Schema\.type: /);
  assert.match(
    told({ versions: [{ ...v1, schema: wrong }, v2] })[0] ?? "",
    /^spec\.versions\[0\]\.schema\.openAPIV3Schema/,
  );
});

test("a schema that was there before is not looked at again", () => {
  const before = definition({ versions: [{ ...v1, schema: wrong }] });
  const labelled = definition({ versions: [{ ...v1, schema: wrong, deprecated: true }] });
  assert.deepEqual(validateDefinitionUpdate(labelled, before), []);
  assert.notDeepEqual(validateDefinitionUpdate(labelled, definition()), []);
});

test("scope and kind are fixed once the definition is established, group and plural always", () => {
  const other = definition({ scope: "Cluster", group: "other.com", names: { ...names, kind: "Gadget" } });
  const paths = (old: Definition) => validateDefinitionUpdate(other, old).map(({ path }) => path);
  assert.deepEqual(paths(definition()), ["spec.group"]);
  assert.deepEqual(paths(definition({}, { status: established })), ["spec.scope", "spec.names.kind", "spec.group"]);
});

test("a group of the Kubernetes community needs an approval, unless it went without before", () => {
  const community = { group: "widgets.k8s.io" };
  const metadata = { name: "widgets.widgets.k8s.io" };
  const [error] = validateDefinition(definition(community, { metadata }));
  assert.equal(error?.path, "metadata.annotations[api-approved.kubernetes.io]");
  const annotations = { "api-approved.kubernetes.io": "https://github.com/kubernetes/kubernetes/pull/1" };
  assert.deepEqual(validateDefinition(definition(community, { metadata: { ...metadata, annotations } })), []);
  const before = definition(community, { metadata });
  assert.deepEqual(validateDefinitionUpdate(before, before), []);
});

test("a webhook is asked over https, at a URL or a service", () => {
  const convertedBy = (clientConfig: object) =>
    told({ conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } });
  const at = "spec.conversion.webhookClientConfig";
  assert.deepEqual(convertedBy({ url: "https://host/path" }), []);
  assert.deepEqual(convertedBy({ url: "https://user:secret@host/#x" }), [
    `${at}.url: Invalid value: "user:secret": user information is not permitted in the URL`,
    `${at}.url: Invalid value: "x": fragments are not permitted in the URL`,
  ]);
  assert.deepEqual(convertedBy({ service: { name: "a", namespace: "b", port: 0, path: "c//d" } }), [
    `${at}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
    `${at}.service.path: Invalid value: "c//d": must start with a '/'`,
    `${at}.service.path: Invalid value: "c//d": segment[0] may not be empty`,
    `${at}.service.path: Invalid value: "c//d": segment[1] may not be empty`,
  ]);
});
