import assert from "node:assert/strict";
import { test } from "node:test";
import { createResourceEndpoint } from "../../registry/resource-endpoint.ts";
import { createResourceRegistry } from "../../registry/resource-registry.ts";
import type { ServedResource } from "../../registry/served-resource.ts";
import { configMaps, deployments, widgets } from "../../rest/rest-fixture.test.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { findEquivalentsIn, findVersions } from "./equivalents.ts";
import { type MatchRule, matchRules } from "./matcher.ts";

interface Asked {
  readonly resource?: ServedResource;
  readonly version?: number;
  readonly operation?: AdmissionAttributes["operation"];
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

function attributesOf(asked: Asked): AdmissionAttributes {
  const { resource = configMaps, version = 0, operation = "CREATE", subresource = "", namespace = "ns" } = asked;
  const endpoint = createResourceEndpoint(resource, resource.versions[version] ?? assert.fail());
  const kind = { group: resource.group, version: endpoint.version.version, kind: resource.kind };
  const { name = "a" } = asked;
  return { operation, endpoint, kind, subresource, namespace, name } as AdmissionAttributes;
}

const everything: MatchRule = {
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*/*"],
  scope: "*",
  resourceNames: [],
};

function matches(rule: Partial<MatchRule>, asked: Asked = {}): boolean {
  return matchRules([{ ...everything, ...rule }], attributesOf(asked), "Exact", findVersions) !== undefined;
}

test("a rule is for the operations, groups and versions that it names", () => {
  assert.ok(matches({}));
  assert.ok(matches({ operations: ["UPDATE", "CREATE"] }));
  assert.ok(!matches({ operations: ["UPDATE"] }));
  assert.ok(!matches({ operations: [] }));
  assert.ok(matches({ apiGroups: ["apps", ""] }));
  assert.ok(!matches({ apiGroups: ["apps"] }));
  assert.ok(!matches({ apiVersions: ["v2"] }));
});

test("a rule is for resources with or without their subresources", () => {
  const cases: [string, boolean, boolean][] = [
    ["configmaps", true, false],
    ["configmaps/*", true, true],
    ["configmaps/status", false, true],
    ["*", true, false],
    ["*/*", true, true],
    ["*/status", false, true],
    ["secrets", false, false],
    ["secrets/*", false, false],
    ["", false, false],
  ];
  for (const [resource, itself, status] of cases) {
    assert.equal(matches({ resources: [resource] }), itself, resource);
    assert.equal(matches({ resources: [resource] }, { subresource: "status" }), status, resource);
  }
});

test("a namespace is outside of namespaces, whatever namespace its requests name", () => {
  const namespaces: ServedResource = { ...configMaps, plural: "namespaces", kind: "Namespace", scope: "Cluster" };
  assert.ok(matches({ scope: "Namespaced" }));
  assert.ok(!matches({ scope: "Cluster" }));
  assert.ok(matches({ scope: "Cluster" }, { namespace: "" }));
  assert.ok(!matches({ scope: "Namespaced" }, { namespace: "" }));
  assert.ok(matches({ scope: "Cluster" }, { resource: namespaces, namespace: "a" }));
  assert.ok(!matches({ scope: "Namespaced" }, { resource: namespaces, namespace: "a" }));
  assert.ok(!matches({ scope: "World" }));
});

test("a rule with names is for objects of these names alone", () => {
  assert.ok(matches({ resourceNames: ["b", "a"] }));
  assert.ok(!matches({ resourceNames: ["b"] }));
  assert.ok(!matches({ resourceNames: ["b"] }, { name: "" }));
});

test("under Equivalent a rule for one version is for all, and the object is to be shown in that version", () => {
  const rules = [{ ...everything, apiVersions: ["v1"] }];
  const attributes = attributesOf({ resource: widgets, version: 1 });
  const registry = createResourceRegistry([widgets]);
  for (const find of [findVersions, findEquivalentsIn(() => registry)]) {
    assert.equal(matchRules(rules, attributes, "Exact", find), undefined);
    const matched = matchRules(rules, attributes, "Equivalent", find);
    assert.deepEqual(matched?.kind, { group: "example.com", version: "v1", kind: "Widget" });
    assert.deepEqual(matched?.resource, { group: "example.com", version: "v1", resource: "widgets" });
    const both = matchRules([...rules, everything], attributes, "Equivalent", find);
    assert.equal(both?.kind.version, "v2", "the request itself comes first");
  }
});

test("objects that are shared between groups are equivalent, as long as both are served", () => {
  const legacy: ServedResource = { ...configMaps, group: "old", storageFolder: "configmaps", isBuiltIn: false };
  const registry = createResourceRegistry([configMaps, legacy, deployments]);
  const find = findEquivalentsIn(() => registry);
  const rules = [{ ...everything, apiGroups: ["old"] }];
  assert.equal(matchRules(rules, attributesOf({}), "Equivalent", find)?.kind.group, "old");
  registry.remove("old", "configmaps");
  assert.equal(matchRules(rules, attributesOf({}), "Equivalent", find), undefined);
});

test("a version that lacks the subresource is no equivalent of it", () => {
  const status = deployments.subresources?.status ?? assert.fail();
  const [v1, v2] = widgets.versions;
  assert.ok(v1 && v2);
  const resource: ServedResource = {
    ...widgets,
    versions: [
      { ...v1, subresources: {} },
      { ...v2, subresources: { status } },
    ],
  };
  const attributes = attributesOf({ resource, version: 1, subresource: "status" });
  const registry = createResourceRegistry([resource]);
  const find = findEquivalentsIn(() => registry);
  assert.equal(matchRules([{ ...everything, apiVersions: ["v1"] }], attributes, "Equivalent", find), undefined);
  assert.ok(matchRules([{ ...everything, apiVersions: ["v2"] }], attributes, "Equivalent", find));
});
