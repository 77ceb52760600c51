import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInResources, resourceOfKind } from "@pintle/kinds/tables";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { columnsOf, scaleColumns } from "./columns-of.ts";
import { nowMs, shownRow } from "./shown-row.test.ts";

const listable = builtInResources.filter(({ columns }) => columns.length > 0);

test("kinds that show only when they were made have no columns of their own, and they are the only ones", () => {
  const without = listable.filter((resource) => !columnsOf(resource)).map(({ plural }) => plural);
  assert.deepEqual(without, [
    "limitranges",
    "customresourcedefinitions",
    "clusterroles",
    "roles",
    "csistoragecapacities",
  ]);
  const plain = listable.filter(({ columns }) => columns[1]?.type === "date").map(({ plural }) => plural);
  assert.deepEqual(without, plain);
});

test("there is a cell for each column, and one more for the age of an IPAddress", () => {
  for (const resource of listable) {
    const columns = columnsOf(resource);
    if (!columns) continue;
    const more = resource.plural === "ipaddresses" ? 1 : 0;
    assert.equal(columns.cells({}, nowMs).length, columns.definitions.length + more, resource.plural);
  }
});

test("every column is described, but for the one that upstream forgot", () => {
  const nameless = listable.flatMap((resource) =>
    (columnsOf(resource)?.definitions ?? [])
      .filter(({ description }) => !description)
      .map(({ name }) => `${resource.plural} ${name}`),
  );
  assert.deepEqual(nameless, ["runtimeclasses Handler"]);
});

test("a scale shows wanted and observed replicas", () => {
  const metadata = { name: "a", creationTimestamp: "2026-01-01T23:59:00Z" };
  const cells = scaleColumns.cells({ metadata, spec: { replicas: 3 }, status: { replicas: 1 } }, nowMs);
  assert.deepEqual(cells, ["a", 3, 1, "60s"]);
});

test("the binding of an admission policy shows its parameter by name, or by selector as Go prints it", () => {
  const shown = (paramRef: JsonValue) => shownRow("validatingadmissionpolicybindings", { spec: { paramRef } }).ParamRef;
  assert.equal(shown(null), "<unset>");
  assert.equal(shown({ name: "a" }), "*/a");
  assert.equal(shown({ name: "a", namespace: "n" }), "n/a");
  const selector = {
    matchLabels: { b: "2", a: "1" },
    matchExpressions: [{ key: "k", operator: "In", values: ["x", "y"] }],
  };
  assert.equal(
    shown({ selector }),
    "&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}",
  );
});

test("an APIService shows who answers for it, and why it is not available", () => {
  const shown = (spec: JsonObject, ...conditions: JsonObject[]) => {
    const row = shownRow("apiservices", { spec, status: { conditions } });
    return [row.Service, row.Available];
  };
  assert.deepEqual(shown({}), ["Local", "Unknown"]);
  const reason = "MissingEndpoints";
  assert.deepEqual(shown({}, { type: "Available", status: "True", reason }), ["Local", "True"]);
  const service = { namespace: "n", name: "s" };
  assert.deepEqual(shown({ service }, { type: "Available", status: "False", reason }), ["n/s", `False (${reason})`]);
});

test("a wrong selector is an error, which Deployments call invalid", () => {
  const spec = { selector: { matchExpressions: [{ key: "a", operator: "Odd" }] } };
  assert.equal(shownRow("replicasets", { spec }).Selector, "<error>");
  assert.equal(shownRow("deployments", { spec }).Selector, "<invalid>");
  assert.equal(shownRow("replicasets", {}).Selector, "<none>");
  assert.equal(shownRow("deployments", {}).Selector, "");
});

/** The names of fields that cells look at, so that odd values come where they are read. */
const fieldNames = [
  ...[
    "metadata",
    "spec",
    "status",
    "template",
    "conditions",
    "containers",
    "initContainers",
    "containerStatuses",
    "state",
  ],
  ...[
    "initContainerStatuses",
    "lastState",
    "terminated",
    "waiting",
    "ports",
    "rules",
    "metrics",
    "currentMetrics",
    "selector",
  ],
  ...[
    "matchLabels",
    "matchExpressions",
    "values",
    "subsets",
    "addresses",
    "ingress",
    "loadBalancer",
    "capacity",
    "hard",
  ],
  ...[
    "storage",
    "labels",
    "annotations",
    "resource",
    "target",
    "current",
    "series",
    "ownerReferences",
    "creationTimestamp",
  ],
  ...[
    "autoscaling.alpha.kubernetes.io/metrics",
    "__proto__",
    "constructor",
    "type",
    "name",
    "averageValue",
    "subjects",
  ],
];

const { odd } = fc.letrec<{ odd: JsonValue }>((tie) => ({
  odd: fc.oneof(
    { maxDepth: 6, depthSize: "large" },
    fc.constantFrom<JsonValue>(null, true, -1, 1e300, 2n ** 63n, "", "Resource", "[{}]", "[null,1]", "9999-99-99", "-"),
    fc.array(tie("odd"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fieldNames), tie("odd"), { maxKeys: 8 }) as fc.Arbitrary<JsonValue>,
  ),
}));
const oddObject = fc.dictionary(fc.constantFrom(...fieldNames), odd, { maxKeys: 12 }) as fc.Arbitrary<JsonObject>;

test("objects with missing or wrongly typed parts are shown, never thrown at", () => {
  const shown = listable.flatMap((resource) => columnsOf(resource) ?? []);
  fc.assert(
    fc.property(oddObject, (object) => {
      for (const { cells, conditions } of shown) {
        for (const cell of cells(object, nowMs))
          assert.ok(["string", "number", "bigint", "boolean"].includes(typeof cell));
        conditions?.(object);
      }
    }),
    { numRuns: 300 },
  );
});

test("each part of an object may be of any wrong type", () => {
  const wrong: JsonValue[] = [null, 0, "x", true, [], [null], ["x"], [[]], {}, { x: null }];
  for (const kind of ["Pod", "Service", "Node"]) {
    const resource = resourceOfKind({ group: "", version: "v1", kind });
    const columns = resource && columnsOf(resource);
    assert.ok(columns);
    for (const part of fieldNames) {
      for (const value of wrong) {
        for (const place of ["metadata", "spec", "status"]) columns.cells({ [place]: { [part]: value } }, nowMs);
        columns.cells({ [part]: value }, nowMs);
      }
    }
  }
});
