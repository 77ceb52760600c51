/** What the API server knows about the built-in kinds, as data: resources, the fields of all types, and shapes to patch and apply by. */
export type { BuiltInColumn, BuiltInResource, BuiltInSubresource } from "./built-in-resource.ts";
export { builtInResources, resourceOfKind } from "./built-in-resources.ts";
export { shapeOf, shapeOfType } from "./shape-of.ts";
export { typeNamed } from "./type-named.ts";
export type { FieldRow, TypeRow } from "./type-table.ts";
