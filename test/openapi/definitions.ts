/** Definitions whose published OpenAPI is recorded: together they have every keyword that publishing keeps, changes or drops. */
import type { Json } from "../conformance/answer.ts";
import { composed, embedding, listing, odd, ports, ruled, typed } from "./schemas.ts";

const group = "openapi.pintle.example";

export interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly schema: Json;
  readonly subresources?: Json;
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface Names {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
}

export function define(
  names: Names,
  scope: "Namespaced" | "Cluster",
  versions: readonly Version[],
  inGroup = group,
): Json {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${names.plural}.${inGroup}`,
      annotations: inGroup.endsWith(".k8s.io") ? { "api-approved.kubernetes.io": "unapproved, a test" } : {},
    },
    spec: {
      group: inGroup,
      scope,
      names: { singular: names.kind.toLowerCase(), ...names },
      versions: versions.map(({ schema, ...version }, index) => ({
        served: true,
        ...version,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}

const scale = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".status.selector",
};
const replicated = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { replicas: { type: "integer", default: 1 }, color: { type: "string" } } },
    status: { type: "object", properties: { replicas: { type: "integer" }, selector: { type: "string" } } },
  },
};
const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

export const definitions: readonly Json[] = [
  define({ kind: "Widget", plural: "widgets" }, "Namespaced", [
    { name: "v1", schema: replicated, subresources: { status: {}, scale } },
  ]),
  define({ kind: "Orchestra", plural: "orchestras", listKind: "Symphony" }, "Cluster", [
    {
      name: "v1",
      schema: {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 9 } } } },
      },
      subresources: { status: {} },
    },
  ]),
  define({ kind: "Anything", plural: "anythings" }, "Namespaced", [{ name: "v1", schema: free }]),
  define({ kind: "Empty", plural: "empties" }, "Cluster", [
    { name: "v1", schema: { type: "object" }, subresources: { scale } },
  ]),
  define({ kind: "Typed", plural: "typeds" }, "Namespaced", [{ name: "v1", schema: typed }]),
  define({ kind: "Embedding", plural: "embeddings" }, "Namespaced", [{ name: "v1", schema: embedding }]),
  define({ kind: "Ports", plural: "ports" }, "Cluster", [{ name: "v1", schema: ports }]),
  define({ kind: "Listing", plural: "listings" }, "Cluster", [{ name: "v1", schema: listing }]),
  define({ kind: "Composed", plural: "composeds" }, "Cluster", [{ name: "v1", schema: composed }]),
  define({ kind: "Ruled", plural: "ruleds" }, "Cluster", [{ name: "v1", schema: ruled }]),
  define({ kind: "Odd", plural: "odds" }, "Cluster", [{ name: "v1", schema: odd }]),
  define({ kind: "Selected", plural: "selecteds" }, "Namespaced", [
    {
      name: "v1",
      schema: replicated,
      selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.replicas" }],
    },
  ]),
  define(
    { kind: "Changing", plural: "changings" },
    "Namespaced",
    [
      { name: "v1", schema: replicated, subresources: { status: {} } },
      { name: "v1beta1", schema: { ...free, properties: { spec: { type: "string", default: "x" } } } },
      { name: "v1alpha1", served: false, schema: free },
    ],
    "3d.many-versions.example.com",
  ),
  define({ kind: "HTTPThing2", plural: "httpthing2s" }, "Cluster", [{ name: "v2", schema: free }], "pintle.k8s.io"),
];
