/** The schemas of a custom resource's kind and of its list, under the names by which documents refer to them. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { type CustomResource, modelNameOf } from "./custom-resource.ts";
import type { Dialect } from "./dialect.ts";
import { texts } from "./generated/meta.ts";
import { sortKeys } from "./in-order.ts";
import { renderRoot } from "./render-schema.ts";

const listMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

export function kindSchemasOf(resource: CustomResource, dialect: Dialect): { [name: string]: JsonObject } {
  const { group, version, kind, listKind } = resource;
  return {
    [modelNameOf(group, version, kind)]: identify(kindSchema(resource, dialect), resource, kind),
    [modelNameOf(group, version, listKind)]: identify(listSchema(resource, dialect), resource, listKind),
  };
}

/** Fields are named only where all of them are known: kubectl takes those that it sees for all that are allowed. */
function kindSchema({ schema }: CustomResource, dialect: Dialect): JsonObject {
  if (schema === undefined) return { type: "object" };
  if (schema["x-kubernetes-preserve-unknown-fields"] && !dialect.completesUnknown) return { type: "object" };
  return renderRoot(schema, dialect);
}

function listSchema({ group, version, kind, listKind, plural }: CustomResource, dialect: Dialect): JsonObject {
  const more = "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
  return {
    description: `${listKind} is a list of ${kind}`,
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: { description: texts.apiVersion, type: "string" },
      items: {
        description: `List of ${plural}. ${more}`,
        type: "array",
        items: { $ref: dialect.prefix + modelNameOf(group, version, kind) },
      },
      kind: { description: texts.kind, type: "string" },
      metadata: dialect.refer(texts.listMetadata, listMetaName),
    },
  };
}

/** Adds what tells readers the kind, and by which fields it can be selected. Extensions come last, in order. */
function identify(
  schema: JsonObject,
  { group, version, selectableFields = [] }: CustomResource,
  kind: string,
): JsonObject {
  const keywords = Object.entries(schema).filter(([name]) => !name.startsWith("x-"));
  const extensions: { [name: string]: JsonValue } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => name.startsWith("x-")),
  );
  extensions["x-kubernetes-group-version-kind"] = [{ group, kind, version }];
  if (selectableFields.length > 0)
    extensions["x-kubernetes-selectable-fields"] = selectableFields.map(({ jsonPath }) => ({
      fieldPath: jsonPath.replace(/^\./, ""),
    }));
  return { ...Object.fromEntries(keywords), ...sortKeys(extensions) };
}
