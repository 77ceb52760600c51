import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fieldNamesPath,
  type JsonObject,
  managedFieldsAfterScale,
  managedFieldsOfScale,
  type ReplicasPaths,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";

interface ScaleCase {
  parent: JsonObject[];
  scale: JsonObject[];
  apiVersion: string;
  paths: { [apiVersion: string]: string[] | null };
}

function entries(versions: string[], fields: object[]): fc.Arbitrary<JsonObject[]> {
  const entry = fc.record({
    manager: fc.constantFrom("a", "b", "c"),
    operation: fc.constantFrom("Apply", "Update", "Update", "Update"),
    apiVersion: fc.constantFrom(...versions),
    time: fc.constantFrom("2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z", "2020-01-01T00:00:02Z"),
    fieldsType: fc.constant("FieldsV1"),
    fieldsV1: fc.constantFrom(...fields),
    subresource: fc.constantFrom("", "scale"),
  });
  // What one manager owns stands in one entry, and which of two that print alike comes first is nobody's business.
  const selector = ({ manager, operation, subresource }: { manager: string; operation: string; subresource: string }) =>
    [manager, operation, subresource].join();
  return fc.uniqueArray(entry, { maxLength: 4, selector }) as unknown as fc.Arbitrary<JsonObject[]>;
}

const replicas = { "f:spec": { "f:replicas": {} } };
const cases: fc.Arbitrary<ScaleCase> = fc.record({
  parent: entries(
    ["apps/v1", "apps/v1beta1", "autoscaling/v1", "apps/v0"],
    [replicas, { "f:spec": { "f:replicas": {}, "f:paused": {} } }, { "f:spec": { "f:paused": {} } }, { "f:size": {} }],
  ),
  scale: entries(["autoscaling/v1"], [replicas, { "f:spec": {} }, { "f:metadata": { "f:name": {} } }]),
  apiVersion: fc.constant("apps/v1"),
  paths: fc.constantFrom<ScaleCase["paths"]>(
    { "apps/v1": ["spec", "replicas"] },
    { "apps/v1": ["spec", "replicas"], "apps/v1beta1": ["size"], "autoscaling/v1": null },
  ),
});

function withEntries(managedFields: JsonObject[]): JsonObject {
  return { metadata: { managedFields } };
}

function pathsOf({ paths }: ScaleCase): ReplicasPaths {
  return new Map(
    Object.entries(paths).map(([version, names]) => [version, names ? fieldNamesPath(...names) : undefined]),
  );
}

test("managedFields pass to the scale subresource and back as in Kubernetes", { skip: missing("go") }, async () => {
  const inputs: ScaleCase[] = JSON.parse(JSON.stringify(fc.sample(cases, { seed: 42, numRuns: 10_000 })));
  const answers = await askOracle("scale-managed-fields", inputs);
  for (const [index, input] of inputs.entries()) {
    const [parent, scale] = [withEntries(input.parent), withEntries(input.scale)];
    const paths = pathsOf(input);
    const ours = {
      scale: managedFieldsOfScale(parent, paths),
      parent: managedFieldsAfterScale(parent, scale, paths, input.apiVersion),
    };
    const answer = answers[index] as { value: { scale: JsonObject[] | null; parent: JsonObject[] | null } };
    const theirs = { scale: answer.value.scale ?? [], parent: answer.value.parent ?? [] };
    assert.deepEqual(ours, theirs, JSON.stringify(input));
  }
});
