/** Sequences that show which definitions a server takes, by what is said about their schema. */
import type { Json } from "../conformance/answer.ts";
import { mutate } from "./mutate.ts";
import type { Sequence } from "./sequence.ts";

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A definition of Widgets, which are in no namespace. */
export function definitionOf(openAPIV3Schema: Json, group = "example.com"): Json {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

/** The schema of Widgets with these properties in their spec. */
export function withSpec(properties: Json): Json {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

/** What is special about the schema, in words, and the schema. One that is not of a whole object is the one of `spec.a`. */
export type Schemas = Readonly<Record<string, Json>>;

export function acceptedSchemas(schemas: Schemas): Sequence[] {
  return judged("accepted", schemas, (schema) => definitionOf(withSpec({ a: schema })));
}

export function refusedSchemas(schemas: Schemas): Sequence[] {
  return judged("refused", schemas, (schema) => definitionOf(withSpec({ a: schema })));
}

/** Schemas of whole objects. */
export function acceptedRoots(schemas: Schemas): Sequence[] {
  return judged("accepted", schemas, (schema) => definitionOf(schema));
}

export function refusedRoots(schemas: Schemas): Sequence[] {
  return judged("refused", schemas, (schema) => definitionOf(schema));
}

/** A definition of one version whose parts are laid over it, each with its path from the version. */
export type Parts = Readonly<Record<string, Readonly<Record<string, Json>>>>;

export function acceptedVersions(schema: Json, parts: Parts): Sequence[] {
  return judged("accepted", parts, (changes) => withParts(schema, changes));
}

export function refusedVersions(schema: Json, parts: Parts): Sequence[] {
  return judged("refused", parts, (changes) => withParts(schema, changes));
}

function withParts(schema: Json, changes: Json): Json {
  return Object.entries(changes).reduce(
    (definition, [path, value]) => mutate(definition, `spec.versions[0].${path}`, value),
    definitionOf(schema),
  );
}

/** Each is a dry run, so that nothing is left behind. */
function judged(verdict: "accepted" | "refused", cases: Schemas, define: (value: Json) => Json): Sequence[] {
  return Object.entries(cases).map(([what, value]) => ({
    name: `${verdict}: ${what}`,
    steps: [{ method: "POST", path: definitions, query: { dryRun: "All" }, body: define(value) }],
  }));
}
