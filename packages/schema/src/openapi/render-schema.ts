/**
 * A structural schema as it stands in OpenAPI documents: keyword by keyword in the order in which the API server writes them, so that
 * equal definitions give equal bytes and, with them, equal ETags.
 */
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema, type ValidationRule } from "../structural-schema.ts";
import type { Dialect } from "./dialect.ts";
import { texts } from "./generated/meta.ts";
import { inOrder, sortKeys } from "./in-order.ts";
import { isSilent } from "./is-silent.ts";

export const objectMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** The schema of a resource itself: its type and metadata are those of all resources, whatever its definition says of them. */
export function renderRoot(schema: StructuralSchema, dialect: Dialect): JsonObject {
  return render(schema, dialect, {
    apiVersion: { description: texts.apiVersion, type: "string" },
    kind: { description: texts.kind, type: "string" },
    metadata: dialect.refer(texts.metadata, objectMetaName),
  });
}

function render(original: StructuralSchema, dialect: Dialect, meta: JsonObject = {}): JsonObject {
  const schema = dialect.adapt(original);
  const items = itemsOfSchema(schema);
  const values = additionalSchemaOf(schema);
  const below = (inner: StructuralSchema) => render(inner, dialect);
  const isCompleted =
    schema["x-kubernetes-embedded-resource"] === true &&
    (dialect.completesUnknown || !schema["x-kubernetes-preserve-unknown-fields"]);
  return assemble(schema, {
    items: items && below(items),
    properties: sortKeys({
      ...mapProperties(schema.properties, below),
      ...meta,
      ...(isCompleted ? embeddedMeta(dialect) : {}),
    }),
    additionalProperties: values ? below(values) : (schema.additionalProperties as boolean | undefined),
    required: isCompleted ? withTypeRequired(schema.required ?? []) : [...(schema.required ?? [])],
  });
}

/** Inside a junctor only values are constrained. */
function renderNested(schema: StructuralSchema): JsonObject {
  const items = itemsOfSchema(schema);
  return assemble(schema, {
    items: items && renderNested(items),
    properties: sortKeys(mapProperties(schema.properties, renderNested)),
    required: [...(schema.required ?? [])],
  });
}

function embeddedMeta(dialect: Dialect): JsonObject {
  return {
    apiVersion: { description: texts.embeddedApiVersion, type: "string" },
    kind: { description: texts.embeddedKind, type: "string" },
    metadata: dialect.refer(texts.metadata, objectMetaName),
  };
}

function withTypeRequired(required: readonly string[]): string[] {
  return [...required, ...["kind", "apiVersion"].filter((name) => !required.includes(name))];
}

/** What has to be made before a node can be written. */
interface Parts {
  readonly items?: JsonObject | undefined;
  readonly properties: JsonObject;
  readonly additionalProperties?: JsonObject | boolean | undefined;
  readonly required: string[];
}

function assemble(schema: StructuralSchema, parts: Parts): JsonObject {
  const node: JsonObject = {};
  const copy = (...keywords: readonly (keyof StructuralSchema)[]) => {
    for (const keyword of keywords)
      if (!isSilent(schema[keyword])) put(node, keyword, inOrder(schema[keyword] as JsonValue));
  };
  const putList = (keyword: string, list: JsonValue[] = []) => put(node, keyword, list.length > 0 ? list : undefined);
  copy("description", "type", "nullable", "format", "title");
  put(node, "default", schema.default && inOrder(schema.default));
  copy("maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern");
  copy("maxItems", "minItems", "uniqueItems", "multipleOf", "enum", "maxProperties", "minProperties");
  putList("required", parts.required);
  put(node, "items", parts.items);
  putList("allOf", schema.allOf?.map(renderNested));
  putList("oneOf", schema.oneOf?.map(renderNested));
  putList("anyOf", schema.anyOf?.map(renderNested));
  put(node, "not", schema.not && renderNested(schema.not));
  put(node, "properties", isEmpty(parts.properties) ? undefined : parts.properties);
  put(node, "additionalProperties", parts.additionalProperties);
  put(node, "externalDocs", schema.externalDocs && pickSaid(schema.externalDocs, ["description", "url"]));
  put(node, "example", isEmpty(schema.example) ? undefined : schema.example && inOrder(schema.example));
  copy("x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "x-kubernetes-list-map-keys");
  copy("x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-preserve-unknown-fields");
  putList("x-kubernetes-validations", schema["x-kubernetes-validations"]?.map(renderRule));
  return node;
}

function renderRule(rule: ValidationRule): JsonObject {
  const texts = pickSaid(rule, ["message", "messageExpression", "reason", "fieldPath"]);
  const { optionalOldSelf } = rule;
  return { rule: rule.rule, ...texts, ...(optionalOldSelf === undefined ? {} : { optionalOldSelf }) };
}

function pickSaid<Name extends string>(
  object: { readonly [Key in Name]?: string },
  names: readonly Name[],
): JsonObject {
  const picked: JsonObject = {};
  for (const name of names) if (!isSilent(object[name])) put(picked, name, object[name]);
  return picked;
}

function put(node: JsonObject, keyword: string, value: JsonValue | undefined): void {
  if (value !== undefined && value !== null) node[keyword] = value;
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === "" || (isJsonObject(value) && Object.keys(value).length === 0);
}

function mapProperties(
  properties: { readonly [name: string]: StructuralSchema } = {},
  renderProperty: (schema: StructuralSchema) => JsonObject,
): JsonObject {
  const rendered: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) if (schema) setOwn(rendered, name, renderProperty(schema));
  return rendered;
}
