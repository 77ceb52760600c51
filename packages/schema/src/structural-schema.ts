/**
 * A schema as it stands in a CustomResourceDefinition of apiextensions v1: `openAPIV3Schema` and everything below it.
 *
 * It is what users write, untouched. Keywords that a structural schema must not have are listed too, because the check has to
 * name them; whatever is not listed here is unknown to the API server and is ignored.
 */
import type { JsonValue } from "@pintle/machinery";

export interface StructuralSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly example?: JsonValue;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };

  readonly properties?: { readonly [name: string]: StructuralSchema };
  readonly additionalProperties?: StructuralSchema | boolean;
  readonly items?: StructuralSchema | readonly StructuralSchema[];

  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly required?: readonly string[];
  readonly enum?: readonly JsonValue[];

  readonly allOf?: readonly StructuralSchema[];
  readonly anyOf?: readonly StructuralSchema[];
  readonly oneOf?: readonly StructuralSchema[];
  readonly not?: StructuralSchema;

  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];

  /** Refused, each by name. */
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly patternProperties?: { readonly [pattern: string]: StructuralSchema };
  readonly dependencies?: { readonly [name: string]: StructuralSchema | readonly string[] };
  readonly additionalItems?: StructuralSchema | boolean;
  readonly definitions?: { readonly [name: string]: StructuralSchema };
}

/** A CEL rule on the value that its schema describes. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** The single schema of a list's items. A list of schemas is refused by the check, and counts as none elsewhere. */
export function itemsOfSchema(schema: StructuralSchema): StructuralSchema | undefined {
  const { items } = schema;
  return items === undefined || Array.isArray(items) ? undefined : (items as StructuralSchema);
}

/** What an object without declared properties says about its values: `true` and `false` are not schemas. */
export function additionalSchemaOf(schema: StructuralSchema): StructuralSchema | undefined {
  const { additionalProperties } = schema;
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}
