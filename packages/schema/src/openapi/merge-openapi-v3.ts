/** One OpenAPI v3 document of a group version whose resources come from several sources. */
import { equalJson, getOwn, type JsonObject, setOwn, UsageError } from "@pintle/machinery";
import { sortKeys } from "./in-order.ts";
import type { OpenApiV3Document } from "./publish-openapi-v3.ts";

/** Types that every source brings along; sources that were built with another minor of Kubernetes may describe them otherwise. */
const broughtByAll = /^io\.k8s\.(?:apimachinery\.pkg\.apis\.meta|api\.autoscaling)\.v1\./;

/** The first document counts where several describe the same; where the same name stands for two types, the documents cannot be merged. */
export function mergeOpenApiV3(documents: readonly [OpenApiV3Document, ...OpenApiV3Document[]]): OpenApiV3Document {
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const schemas = { ...first.components.schemas };
  const paths = { ...first.paths };
  for (const { components, paths: more } of others) {
    for (const [name, schema] of Object.entries(components.schemas)) addSchema(schemas, name, schema);
    for (const [path, item] of Object.entries(more)) if (!Object.hasOwn(paths, path)) setOwn(paths, path, item);
  }
  return { ...first, paths: sortKeys(paths), components: { ...first.components, schemas: sortKeys(schemas) } };
}

function addSchema(schemas: { [name: string]: JsonObject }, name: string, schema: JsonObject): void {
  const known = getOwn(schemas, name);
  if (known === undefined) setOwn(schemas, name, schema);
  else if (!broughtByAll.test(name) && !equalJson(known, schema))
    throw new UsageError(
      "PINTLE_OPENAPI_CONFLICT",
      `Two OpenAPI documents describe ${name} and differ: give one of the kinds another name.`,
    );
}
