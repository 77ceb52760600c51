/**
 * The OpenAPI v3 document of a group version's custom resources: what kube-apiserver publishes for the same definitions.
 *
 * Also the order of keys is the same, so that the bytes are, and with them the ETag; only fields whose names are whole numbers stand
 * first here, because objects of JavaScript have them there.
 */
import type { JsonObject } from "@pintle/machinery";
import type { CustomResource } from "./custom-resource.ts";
import { openApiV3 } from "./dialect.ts";
import { metaSchemas, scaleSchemas } from "./generated/meta.ts";
import { sortKeys } from "./in-order.ts";
import { kindSchemasOf } from "./kind-schemas.ts";
import { parametersOf } from "./parameters.ts";
import { type Route, routesOf } from "./routes.ts";

export interface OpenApiV3Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: JsonObject };
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonObject };
    readonly securitySchemes?: JsonObject;
  };
}

/** All resources are of the same group version, because there is a document for each. */
export function publishOpenApiV3(resources: readonly CustomResource[]): OpenApiV3Document {
  const schemas: { [name: string]: JsonObject } = { ...metaSchemas };
  const paths: { [path: string]: JsonObject } = {};
  for (const resource of resources) {
    Object.assign(schemas, kindSchemasOf(resource, openApiV3), resource.subresources?.scale ? scaleSchemas : {});
    for (const [path, routes] of Map.groupBy(routesOf(resource), (route) => route.path))
      paths[path] = pathItem(path, routes, resource);
  }
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
    paths: sortKeys(paths),
    components: { schemas: sortKeys(schemas) },
  };
}

function pathItem(path: string, routes: readonly Route[], resource: CustomResource): JsonObject {
  const parameters = parametersOf(path, routes, resource.kind);
  const item: JsonObject = {};
  for (const route of routes) {
    const own = [...parameters.ownOf(route)];
    item[route.method] = {
      tags: [route.tag],
      description: route.description,
      operationId: route.operationId,
      ...(own.length > 0 ? { parameters: own } : {}),
      ...requestBodyOf(route),
      responses: responsesOf(route),
      "x-kubernetes-action": route.action,
      "x-kubernetes-group-version-kind": { group: resource.group, version: resource.version, kind: resource.kind },
    };
  }
  return { ...item, parameters: [...parameters.shared] };
}

const objectTypes = ["application/json", "application/yaml"];
const patchTypes = ["application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json"];

function requestBodyOf({ action, request }: Route): JsonObject {
  if (!request) return {};
  const content = contentOf(action === "patch" ? patchTypes : objectTypes, request.model);
  return { requestBody: request.isRequired ? { content, required: true } : { content } };
}

function responsesOf({ successes, response }: Route): JsonObject {
  const answers = Object.entries(successes).map(([code, description]) => [
    code,
    { description, content: contentOf(objectTypes, response) },
  ]);
  return { ...Object.fromEntries(answers), 401: { description: "Unauthorized" } };
}

function contentOf(mediaTypes: readonly string[], model: string): JsonObject {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: { $ref: openApiV3.prefix + model } }]));
}
