import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import { readRecording } from "../../../../test/openapi/recording.ts";
import { type DefinitionSpec, servedResourcesOf } from "./custom-resource.ts";
import { publishOpenApiV2 } from "./publish-openapi-v2.ts";
import { publishOpenApiV3 } from "./publish-openapi-v3.ts";
import { hashOpenApi, writeOpenApi } from "./write-openapi.ts";

const recording = readRecording(
  readFileSync(new URL("../../testdata/openapi-published.json", import.meta.url), "utf8"),
);
const resources = recording.definitions.flatMap((spec) => servedResourcesOf(spec as DefinitionSpec));

function resourcesAt(key: string) {
  return resources.filter(({ group, version }) => key === `apis/${group}/${version}`);
}

describe("what kube-apiserver published for the same definitions", () => {
  for (const [key, document] of Object.entries(recording.v3)) {
    test(`is our OpenAPI v3 document of ${key}`, () => {
      assert.deepStrictEqual(publishOpenApiV3(resourcesAt(key)), document);
    });

    test(`has the hash of our bytes of ${key}`, () => {
      assert.equal(hashOpenApi(writeOpenApi(publishOpenApiV3(resourcesAt(key)))), recording.hashes[key]);
    });
  }

  const { definitions, sharedDefinitions, paths, parameters } = recording.v2;
  const ours = publishOpenApiV2(resources);

  test("has the paths and the shared parameters of our OpenAPI v2 document", () => {
    assert.deepStrictEqual(ours.paths, paths);
    assert.deepStrictEqual(ours.parameters, parameters);
  });

  test("has the kinds of our OpenAPI v2 document", () => {
    for (const [name, schema] of Object.entries(definitions))
      assert.deepStrictEqual(ours.definitions[name], schema, name);
    assert.equal(Object.keys(definitions).length, 2 * resources.length);
  });

  test("has the types of metadata of our OpenAPI v2 document", () => {
    const shared = Object.entries(ours.definitions).filter(([name]) => !Object.hasOwn(definitions, name));
    for (const [name, schema] of shared)
      assert.deepStrictEqual(withoutKinds(schema), withoutKinds(sharedDefinitions[name]), name);
    assert.ok(shared.length >= 15);
  });
});

/** DeleteOptions are a kind of every group, and kube-apiserver's document, which knows all groups, goes before that of its definitions. */
function withoutKinds({ "x-kubernetes-group-version-kind": _, ...schema }: JsonObject): JsonObject {
  return schema;
}

test("the definitions have every keyword of a structural schema", () => {
  const text = JSON.stringify(recording.definitions);
  for (const keyword of [
    ...["title", "description", "format", "nullable", "default", "example", "externalDocs", "properties", "items"],
    ...["additionalProperties", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "multipleOf", "enum"],
    ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "maxProperties", "minProperties", "required"],
    ...["allOf", "anyOf", "oneOf", "not", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"],
    ...["x-kubernetes-int-or-string", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"],
    ...["x-kubernetes-validations", "selectableFields", "subresources"],
  ])
    assert.ok(text.includes(`"${keyword}":`), keyword);
});
