/**
 * Custom resources declared in zod.
 *
 * The tour: `k8s` has Kubernetes' own words for what zod has none for; `toStructuralSchema` turns a schema into what stands in a
 * CustomResourceDefinition; and what could not stand there is told by one error, with every place and its remedy.
 */
export * as k8s from "./k8s.ts";
export type { DefaultedByAdmission } from "./rules.ts";
export { toStructuralSchema } from "./to-structural-schema.ts";
export { type SchemaProblem, UnsupportedSchemaError } from "./unsupported-schema-error.ts";
