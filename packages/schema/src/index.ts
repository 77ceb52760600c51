/**
 * Structural schemas of CustomResourceDefinitions: what a definition may say, and what that does to objects.
 *
 * The tour: the schema as users write it; whether it may stand in a definition; how it is compiled and applied to objects; what
 * OpenAPI tells clients about it; and the shapes that apply and patches need, from schemas and from OpenAPI documents.
 */

// May it stand in a definition?
export { checkStructuralSchema, type SchemaCheckOptions } from "./check/check-structural-schema.ts";
export { writeSchema as writeInternalSchema } from "./check/internal-schema-text.ts";
export { findUnrecognizedFormats } from "./check/unrecognized-formats.ts";
// What it does to objects.
export {
  type CompiledSchema,
  compileSchema,
  type PreparedObject,
  type ValidationOptions,
} from "./compile/compile-schema.ts";
export { maxDefaultedValues } from "./compile/default-budget.ts";
export { MetadataError, readEmbeddedMetadata } from "./compile/embedded-metadata.ts";
// Types for programs that use it.
export { type EmittedModule, emitTypes } from "./emit/emit-types.ts";
// What clients are told about it.
export {
  type CustomResource,
  type DefinitionSpec,
  hashOpenApi,
  mergeOpenApiV3,
  minimalOpenApiV2Protobuf,
  type OpenApiV2Document,
  type OpenApiV3Document,
  openApiV2ProtobufType,
  publishOpenApiV2,
  publishOpenApiV3,
  servedResourcesOf,
  writeOpenApi,
} from "./openapi/index.ts";
// The rules in it.
export { maxRulesCostOfObject } from "./rules/validate-rules.ts";
// The schema as users write it, and how large it may be.
export { maxSchemaValues } from "./schema-size.ts";
// Shapes.
export {
  createOpenApiShapes,
  type OpenApiDocument,
  type OpenApiSchema,
  type OpenApiShapes,
} from "./shape/openapi-shapes.ts";
export { toShape } from "./shape/to-shape.ts";
export type { StructuralSchema, ValidationRule } from "./structural-schema.ts";
