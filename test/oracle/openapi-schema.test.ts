/** Schemas in OpenAPI documents, held to apiextensions-apiserver: what is unfolded, reduced and left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath, type JsonObject } from "@pintle/machinery";
import {
  type CustomResource,
  checkStructuralSchema,
  publishOpenApiV2,
  publishOpenApiV3,
  type StructuralSchema,
} from "@pintle/schema";
import { missing } from "../tools.ts";
import { askOracle } from "./oracle.ts";
import { seededObject } from "./schema-cases.ts";

const names = { group: "example.com", version: "v1", kind: "Widget", listKind: "WidgetList" };
const model = "com.example.v1.Widget";

function resourceOf(schema: StructuralSchema): CustomResource {
  return { ...names, plural: "widgets", scope: "Cluster", schema };
}

/** Embedded resources get fields from elsewhere; what the real server makes of them is recorded. */
function withoutEmbedded(schema: StructuralSchema): StructuralSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === "x-kubernetes-embedded-resource" ? undefined : value)),
  );
}

/** Without what every kind has. */
function bare({ "x-kubernetes-group-version-kind": _, properties, ...schema }: JsonObject): JsonObject {
  const { apiVersion: __, kind: ___, metadata: ____, ...own } = (properties ?? {}) as JsonObject;
  return { ...schema, properties: own };
}

test("2,000 seeded schemas are published alike in both versions", { skip: missing("go") }, async () => {
  const schemas = Array.from({ length: 3_500 }, (_, seed) => withoutEmbedded(seededObject(seed).schema))
    .filter((schema) => checkStructuralSchema(schema, fieldPath("schema")).length === 0)
    .slice(0, 2_000);
  assert.equal(schemas.length, 2_000);
  const answers = await askOracle<{ v2: JsonObject; v3: JsonObject }>("openapi-schema", schemas);
  let reduced = 0;
  for (const [index, schema] of schemas.entries()) {
    const answer = answers[index];
    const about = `case ${index}: ${JSON.stringify(schema)}`;
    assert.ok(answer && "value" in answer, `${about}: ${JSON.stringify(answer)}`);
    const v3 = bare(publishOpenApiV3([resourceOf(schema)]).components.schemas[model] ?? {});
    assert.deepEqual(v3, bare(answer.value.v3), about);
    if (schema["x-kubernetes-preserve-unknown-fields"]) continue;
    const v2 = bare(publishOpenApiV2([resourceOf(schema)]).definitions[model] ?? {});
    assert.deepEqual(v2, bare(answer.value.v2), about);
    reduced += JSON.stringify(v2) === JSON.stringify(v3) ? 0 : 1;
  }
  assert.ok(reduced >= 400, `only ${reduced} say less in version 2`);
});
