import assert from "node:assert/strict";
import { test } from "node:test";
import { chartSchemaOf, chartValuesOf, parseImage } from "./chart-values.ts";
import { checkManifestOptions } from "./manifest-options.ts";

test("an image is taken apart, whatever it has", () => {
  const digest = `sha256:${"0".repeat(64)}`;
  assert.deepEqual(parseImage("shops"), { repository: "shops", tag: "", digest: "" });
  assert.deepEqual(parseImage("host:5000/shops"), { repository: "host:5000/shops", tag: "", digest: "" });
  assert.deepEqual(parseImage("host:5000/a/shops:1.0"), { repository: "host:5000/a/shops", tag: "1.0", digest: "" });
  assert.deepEqual(parseImage(`shops:1.0@${digest}`), { repository: "shops", tag: "1.0", digest });
});

test("each value has a place in the schema, which allows no others", () => {
  const values = chartValuesOf(checkManifestOptions({ name: "shops", image: "shops:1.0" }));
  const schema = chartSchemaOf(values) as {
    properties: Record<string, { properties?: object; additionalProperties?: boolean }>;
  };
  for (const { path } of values) {
    const [first = "", second] = path.split(".");
    const found = schema.properties[first] ?? assert.fail(path);
    if (second === undefined) continue;
    assert.ok(Object.keys(found.properties ?? {}).includes(second), path);
    assert.equal(found.additionalProperties, false);
  }
  const ofMetrics = chartValuesOf(checkManifestOptions({ name: "shops", image: "shops", metrics: "off" }));
  assert.ok(!ofMetrics.some(({ path }) => path.startsWith("serviceMonitor")));
});
