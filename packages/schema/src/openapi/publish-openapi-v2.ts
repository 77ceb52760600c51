/** OpenAPI v2 of custom resources: reduced to what its readers understand, as kube-apiserver does it, or to nothing at all. */
import type { JsonObject } from "@pintle/machinery";
import type { CustomResource } from "./custom-resource.ts";
import { lowerToV2, openApiV2 } from "./dialect.ts";
import { metaSchemas, scaleSchemas } from "./generated/meta.ts";
import { sortKeys } from "./in-order.ts";
import { kindSchemasOf } from "./kind-schemas.ts";
import { type Parameter, parametersOf } from "./parameters.ts";
import { type Route, routesOf } from "./routes.ts";
import { createSharedParameters, type SharedParameters } from "./shared-parameters.ts";

export interface OpenApiV2Document {
  readonly swagger: "2.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: JsonObject };
  readonly definitions: { readonly [name: string]: JsonObject };
  readonly parameters: { readonly [name: string]: JsonObject };
}

/** The type of the protobuf form. The `@` with which old kubectls ask for it is refused by Go's parser where it stands in an answer. */
export const openApiV2ProtobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/** The smallest document in protobuf, `swagger: "2.0"`. It is enough for kubectl, which takes everything else from version 3. */
export function minimalOpenApiV2Protobuf(): Uint8Array {
  return new Uint8Array([0x0a, 0x03, 0x32, 0x2e, 0x30]);
}

/** There is one document for all group versions, so the resources may be of many. */
export function publishOpenApiV2(resources: readonly CustomResource[]): OpenApiV2Document {
  const definitions: { [name: string]: JsonObject } = lowerAll(metaSchemas);
  const paths: { [path: string]: JsonObject } = {};
  const shared = createSharedParameters();
  for (const resource of resources) {
    const scale = resource.subresources?.scale ? lowerAll(scaleSchemas) : {};
    Object.assign(definitions, kindSchemasOf(resource, openApiV2), scale);
    for (const [path, routes] of Map.groupBy(routesOf(resource), (route) => route.path))
      paths[path] = pathItem(path, routes, resource, shared);
  }
  return {
    swagger: "2.0",
    info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
    paths: sortKeys(paths),
    definitions: sortKeys(definitions),
    parameters: sortKeys(shared.byName),
  };
}

function lowerAll(schemas: { readonly [name: string]: JsonObject }): { [name: string]: JsonObject } {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, lowerToV2(schema)]));
}

const objectTypes = ["application/json", "application/yaml"];
const patchTypes = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];

function pathItem(
  path: string,
  routes: readonly Route[],
  resource: CustomResource,
  shared: SharedParameters,
): JsonObject {
  const { group, version, kind } = resource;
  const parameters = parametersOf(path, routes, kind);
  const item: JsonObject = {};
  for (const route of routes) {
    const own = [...bodyOf(route), ...parameters.ownOf(route).map(lowerParameter)].map(shared.share);
    item[route.method] = {
      description: route.description,
      consumes: route.action === "patch" ? patchTypes : objectTypes,
      produces: objectTypes,
      schemes: ["https"],
      tags: [route.tag],
      operationId: route.operationId,
      ...(own.length > 0 ? { parameters: own } : {}),
      responses: responsesOf(route),
      "x-kubernetes-action": route.action,
      "x-kubernetes-group-version-kind": { group, kind, version },
    };
  }
  return { ...item, parameters: parameters.shared.map(lowerParameter).map(shared.share) };
}

function bodyOf({ request }: Route): JsonObject[] {
  if (!request) return [];
  const required = request.isRequired ? { required: true } : {};
  return [{ name: "body", in: "body", ...required, schema: { $ref: openApiV2.prefix + request.model } }];
}

/** What version 3 says in a schema stands beside the name, and before it. */
function lowerParameter({ schema, name, in: place, description, required }: Parameter): JsonObject {
  const { uniqueItems, type } = schema as { uniqueItems: boolean; type: string };
  return { uniqueItems, type, description, name, in: place, ...(required ? { required } : {}) };
}

function responsesOf({ successes, response }: Route): JsonObject {
  const schema = { $ref: openApiV2.prefix + response };
  const answers = Object.entries(successes).map(([code, description]) => [code, { description, schema }]);
  return { ...Object.fromEntries(answers), 401: { description: "Unauthorized" } };
}
