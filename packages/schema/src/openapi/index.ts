/** What clients are told about custom resources. It is a way in of its own, which loads neither CEL nor RE2. */
export { type CustomResource, type DefinitionSpec, servedResourcesOf } from "./custom-resource.ts";
export { mergeOpenApiV3 } from "./merge-openapi-v3.ts";
export {
  minimalOpenApiV2Protobuf,
  type OpenApiV2Document,
  openApiV2ProtobufType,
  publishOpenApiV2,
} from "./publish-openapi-v2.ts";
export { type OpenApiV3Document, publishOpenApiV3 } from "./publish-openapi-v3.ts";
export { hashOpenApi, writeOpenApi } from "./write-openapi.ts";
