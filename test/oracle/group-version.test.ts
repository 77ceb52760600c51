import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  formatGroupVersionKind,
  formatGroupVersionResource,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
} from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { type Answer, askOracle } from "./oracle.ts";

const name = fc.string({ unit: fc.constantFrom(..."aZ1.-/é😀"), maxLength: 8 });

test("10,000 group versions, kinds and resources are read and written as upstream does", {
  skip: missing("go"),
}, async () => {
  const apiVersion = fc.oneof(fc.constantFrom("v1", "apps/v1", "/", "", "a/b/c", "/v1", "apps/"), name);
  const text = fc.oneof(fc.constantFrom("Pod", "deployments.apps"), name);
  const cases = fc.sample(fc.record({ apiVersion, text }), { seed: 42, numRuns: 10_000 });
  const answers = await askOracle<string[]>("group-version", cases);
  const refused = answers.filter((answer) => "error" in answer).length;
  assert.ok(refused > 500 && refused < 5_000, `${refused} cases are refused: the generator misses one side`);
  for (const [index, { apiVersion, text }] of cases.entries()) {
    assert.deepEqual(describe(apiVersion, text), answers[index], JSON.stringify(cases[index]));
  }
});

function describe(apiVersion: string, text: string): Answer<string[]> {
  try {
    const gv = parseGroupVersion(apiVersion);
    const kind = parseGroupKind(text);
    const resource = parseGroupResource(text);
    const value = [
      ...[gv.group, gv.version, formatGroupVersion(gv)],
      ...[kind.group, kind.kind, formatGroupKind(kind)],
      ...[resource.group, resource.resource, formatGroupResource(resource)],
      formatGroupVersionKind({ ...gv, kind: text }),
      formatGroupVersionResource({ ...gv, resource: text }),
    ];
    return { value };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
