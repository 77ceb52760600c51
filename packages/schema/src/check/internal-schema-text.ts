/**
 * Schemas and rules as some messages of the API server show them: not as they were written, but as its own memory holds them, every field
 * included. Nobody would want it so; but those who compare answers do see it.
 */
import { FieldError, type FieldPath, formatGoJson } from "@pintle/machinery";
import type { StructuralSchema, ValidationRule } from "../structural-schema.ts";

/** An error whose value has been written out already. */
class WrittenValueError extends FieldError {
  override get body(): string {
    return `Invalid value: ${this.badValue}: ${this.detail}`;
  }
}

export function invalidSchema(path: FieldPath, schema: StructuralSchema, detail: string): FieldError {
  return new WrittenValueError("FieldValueInvalid", path, writeSchema(schema), detail);
}

export function invalidItems(path: FieldPath, items: readonly StructuralSchema[], detail: string): FieldError {
  const written = `{"Schema":null,"JSONSchemas":[${items.map(writeSchema).join(",")}]}`;
  return new WrittenValueError("FieldValueInvalid", path, written, detail);
}

export function invalidRule(path: FieldPath, rule: ValidationRule, detail: string): FieldError {
  return new WrittenValueError("FieldValueInvalid", path, writeRule(rule), detail);
}

type Writer = (value: never) => string;

const json: Writer = (value) => formatGoJson(value);
const oneSchema: Writer = (schema: StructuralSchema) => writeSchema(schema);
const schemas: Writer = (list: readonly StructuralSchema[]) => `[${list.map(writeSchema).join(",")}]`;
const schemaMap: Writer = (map: object) => writeMap(map, writeSchema);
const orBool: Writer = (value: StructuralSchema | boolean) =>
  `{"Allows":${value !== false},"Schema":${typeof value === "object" ? writeSchema(value) : "null"}}`;
const orList: Writer = (value: StructuralSchema | readonly StructuralSchema[]) =>
  Array.isArray(value)
    ? `{"Schema":null,"JSONSchemas":[${value.map(writeSchema).join(",")}]}`
    : `{"Schema":${writeSchema(value as StructuralSchema)},"JSONSchemas":null}`;
const dependencies: Writer = (map: object) =>
  writeMap(map, (value: StructuralSchema | readonly string[]) =>
    Array.isArray(value)
      ? `{"Schema":null,"Property":${formatGoJson(value)}}`
      : `{"Schema":${writeSchema(value as StructuralSchema)},"Property":null}`,
  );
const docs: Writer = ({ description = "", url = "" }: { description?: string; url?: string }) =>
  `{"Description":${formatGoJson(description)},"URL":${formatGoJson(url)}}`;
const rules: Writer = (list: readonly ValidationRule[]) => `[${list.map(writeRule).join(",")}]`;

/** In the order of upstream's struct: name there, keyword, how an absent one is written, how a present one is. */
const fields: readonly (readonly [string, keyof StructuralSchema, string, Writer])[] = [
  ["ID", "id", '""', json],
  ["Schema", "$schema", '""', json],
  ["Ref", "$ref", "null", json],
  ["Description", "description", '""', json],
  ["Type", "type", '""', json],
  ["Nullable", "nullable", "false", json],
  ["Format", "format", '""', json],
  ["Title", "title", '""', json],
  ["Default", "default", "null", json],
  ["Maximum", "maximum", "null", json],
  ["ExclusiveMaximum", "exclusiveMaximum", "false", json],
  ["Minimum", "minimum", "null", json],
  ["ExclusiveMinimum", "exclusiveMinimum", "false", json],
  ["MaxLength", "maxLength", "null", json],
  ["MinLength", "minLength", "null", json],
  ["Pattern", "pattern", '""', json],
  ["MaxItems", "maxItems", "null", json],
  ["MinItems", "minItems", "null", json],
  ["UniqueItems", "uniqueItems", "false", json],
  ["MultipleOf", "multipleOf", "null", json],
  ["Enum", "enum", "null", json],
  ["MaxProperties", "maxProperties", "null", json],
  ["MinProperties", "minProperties", "null", json],
  ["Required", "required", "null", json],
  ["Items", "items", "null", orList],
  ["AllOf", "allOf", "null", schemas],
  ["OneOf", "oneOf", "null", schemas],
  ["AnyOf", "anyOf", "null", schemas],
  ["Not", "not", "null", oneSchema],
  ["Properties", "properties", "null", schemaMap],
  ["AdditionalProperties", "additionalProperties", "null", orBool],
  ["PatternProperties", "patternProperties", "null", schemaMap],
  ["Dependencies", "dependencies", "null", dependencies],
  ["AdditionalItems", "additionalItems", "null", orBool],
  ["Definitions", "definitions", "null", schemaMap],
  ["ExternalDocs", "externalDocs", "null", docs],
  ["Example", "example", "null", json],
  ["XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", "null", json],
  ["XEmbeddedResource", "x-kubernetes-embedded-resource", "false", json],
  ["XIntOrString", "x-kubernetes-int-or-string", "false", json],
  ["XListMapKeys", "x-kubernetes-list-map-keys", "null", json],
  ["XListType", "x-kubernetes-list-type", "null", json],
  ["XMapType", "x-kubernetes-map-type", "null", json],
  ["XValidations", "x-kubernetes-validations", "null", rules],
];

export function writeSchema(schema: StructuralSchema): string {
  const members = fields.map(([name, keyword, absent, write]) => {
    const value = schema[keyword];
    return `"${name}":${value === undefined || value === null ? absent : write(value as never)}`;
  });
  return `{${members.join(",")}}`;
}

function writeMap<Value>(map: object, write: (value: Value) => string): string {
  const members = Object.entries(map)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `${formatGoJson(key)}:${write(value)}`);
  return `{${members.join(",")}}`;
}

function writeRule(rule: ValidationRule): string {
  const { rule: text = "", message = "", messageExpression = "", reason, fieldPath = "", optionalOldSelf } = rule;
  const members = [
    `"Rule":${formatGoJson(text)}`,
    `"Message":${formatGoJson(message)}`,
    `"MessageExpression":${formatGoJson(messageExpression)}`,
    `"Reason":${formatGoJson(reason ?? null)}`,
    `"FieldPath":${formatGoJson(fieldPath)}`,
    `"OptionalOldSelf":${formatGoJson(optionalOldSelf ?? null)}`,
  ];
  return `{${members.join(",")}}`;
}
