/**
 * Prints the interfaces of one version of a definition.
 *
 * An object with declared properties becomes an interface that is named after its path, `CertificateSpecIssuerRef`. Where a
 * default makes the difference between what is written and what is read, there are two: `CertificateSpec` has the field, in
 * `CertificateSpecInput` it is optional. Schemas that are the same object share an interface, so the text grows with the schema.
 */
import { getOwn, isJsonObject, type JsonValue, maxJsonDepth } from "@pintle/machinery";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";
import { invalid } from "./read-definition.ts";
import { pascalCase, quoteText } from "./source-text.ts";
import { type FieldText, formatFields, listOf, mapOf, type TypeText, typeText } from "./type-text.ts";

/** Objects as the API gives them, or as people write them. */
export type Side = "read" | "write";

/** What the module itself declares or imports, and what its types are made of. */
const taken = ["JsonObject", "JsonValue", "ObjectMeta", "ObjectOf", "Record", "defineKind"];

/** A deeply nested field would else have a name that no line can hold. */
const maxNameLength = 80;

export class TypeWriter {
  /** What has to be imported from @pintle/machinery/objects. */
  readonly imports = new Set<"JsonObject" | "JsonValue" | "ObjectMeta">();
  readonly #declarations: string[] = [];
  readonly #names = new Set<string>(taken);
  readonly #interfaces = { read: new Map<StructuralSchema, string>(), write: new Map<StructuralSchema, string>() };
  readonly #defaulted = new Map<StructuralSchema, boolean>();
  /** Where the schema stands in the definition, for messages. */
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get declarations(): readonly string[] {
    return this.#declarations;
  }

  /** A name that nothing else in the module has. */
  name(wanted: string): string {
    const base = shorten(wanted);
    let name = base;
    for (let count = 2; this.#names.has(name); count += 1) name = `${base}${count}`;
    this.#names.add(name);
    return name;
  }

  /** Whether defaulting adds a field anywhere below. */
  hasDefaults(schema: StructuralSchema, depth = 0): boolean {
    const known = this.#defaulted.get(schema);
    if (known !== undefined) return known;
    if (depth > maxJsonDepth)
      throw invalid(this.#path, `is nested more than ${maxJsonDepth} deep or contains itself: make it flatter`);
    checkForm(schema, this.#path);
    const inner = [itemsOfSchema(schema), additionalSchemaOf(schema)].filter((found) => found !== undefined);
    const properties = Object.values(schema.properties ?? {});
    let found = false;
    // All are visited, found or not: this is also where what contains itself is noticed.
    for (const child of [...inner, ...properties]) if (this.hasDefaults(child, depth + 1)) found = true;
    found ||= properties.some(isDefaulted);
    this.#defaulted.set(schema, found);
    return found;
  }

  fields(schema: StructuralSchema, name: string, side: Side, without: readonly string[]): FieldText[] {
    const required = new Set(schema.required ?? []);
    return Object.keys(schema.properties ?? {})
      .filter((key) => !without.includes(key))
      .map((key) => {
        const property = getOwn(schema.properties ?? {}, key) ?? {};
        const isThere = isDefaulted(property) ? side === "read" : required.has(key);
        const type = this.#type(property, `${name}${pascalCase(key) || "Field"}`, side);
        return { name: key, isOptional: !isThere, type, description: property.description };
      });
  }

  #type(schema: StructuralSchema, name: string, side: Side): TypeText {
    const type = literalsOf(schema) ?? this.#typeWithoutEnum(schema, name, side);
    const isNullAllowed = schema.nullable === true && !type.some(({ text }) => text === "null" || text === "JsonValue");
    return isNullAllowed ? [...type, ...typeText("null")] : type;
  }

  #typeWithoutEnum(schema: StructuralSchema, name: string, side: Side): TypeText {
    if (schema["x-kubernetes-int-or-string"]) return typeText("number", "string");
    switch (schema.type ?? (schema.properties ? "object" : undefined)) {
      case "string":
        return typeText("string");
      case "boolean":
        return typeText("boolean");
      case "integer":
      case "number":
        return typeText("number");
      case "array": {
        const items = itemsOfSchema(schema);
        return listOf(items ? this.#type(items, `${name}Item`, side) : this.#imported("JsonValue"));
      }
      case "object":
        return this.#object(schema, name, side);
      default:
        return this.#imported("JsonValue");
    }
  }

  #object(schema: StructuralSchema, name: string, side: Side): TypeText {
    const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
    if (isEmbedded || Object.keys(schema.properties ?? {}).length > 0)
      return typeText(this.#interface(schema, name, side, isEmbedded));
    const values = additionalSchemaOf(schema);
    if (values) return mapOf(this.#type(values, `${name}Value`, side));
    // Everything in it is pruned.
    if (!isOpen(schema)) return typeText("Record<string, never>");
    return this.#imported("JsonObject");
  }

  #interface(schema: StructuralSchema, path: string, side: Side, isEmbedded: boolean): string {
    const usedSide = this.hasDefaults(schema) ? side : "read";
    const known = this.#interfaces[usedSide].get(schema);
    if (known !== undefined) return known;
    const name = this.name(usedSide === "write" ? `${path}Input` : path);
    this.#interfaces[usedSide].set(schema, name);
    // Its place is taken before those of its parts, so that the text goes from the whole to the parts.
    const place = this.#declarations.push("") - 1;
    const fields = isEmbedded
      ? [...this.#typeMeta(), ...this.fields(schema, path, side, ["apiVersion", "kind", "metadata"])]
      : this.fields(schema, path, side, []);
    this.#declarations[place] = `export interface ${name} {\n${formatFields(fields, isOpen(schema), "  ")}}\n`;
    return name;
  }

  /** An object inside another says what it is, whatever the schema has about it. */
  #typeMeta(): FieldText[] {
    const text = { isOptional: false, type: typeText("string"), description: undefined };
    return [
      { name: "apiVersion", ...text },
      { name: "kind", ...text },
      { name: "metadata", isOptional: true, type: this.#imported("ObjectMeta"), description: undefined },
    ];
  }

  #imported(name: "JsonObject" | "JsonValue" | "ObjectMeta"): TypeText {
    this.imports.add(name);
    return typeText(name);
  }
}

/** The schema comes from outside: what is not even of the right type is refused before it is printed. */
function checkForm(schema: unknown, path: string): void {
  if (!isJsonObject(schema)) throw invalid(path, "has something else where a schema should stand: write an object");
  const { properties = {}, required = [], enum: values = [], description = "" } = schema;
  if (!isJsonObject(properties)) throw invalid(path, "has properties that are no object: write names with schemas");
  if (!Array.isArray(required)) throw invalid(path, "has a required that is no list: list the names");
  if (!Array.isArray(values)) throw invalid(path, "has an enum that is no list: list the values");
  if (typeof description !== "string") throw invalid(path, "has a description that is no text: write a text");
}

/** Whether undeclared fields survive. */
export function isOpen(schema: StructuralSchema): boolean {
  const { additionalProperties } = schema;
  const hasMore = additionalProperties !== undefined && additionalProperties !== false;
  return schema["x-kubernetes-preserve-unknown-fields"] === true || hasMore;
}

/** Leaves out words after the first: the end says more than the middle. */
function shorten(name: string): string {
  if (name.length <= maxNameLength) return name;
  const [first = "", ...words] = name.split(/(?=[A-Z])/);
  let rest = name.length - first.length;
  while (first.length + rest > maxNameLength && words.length > 1) rest -= words.shift()?.length ?? 0;
  return (first + words.join("")).slice(0, maxNameLength);
}

function isDefaulted({ default: value }: StructuralSchema): boolean {
  return value !== undefined && value !== null;
}

/** The values of an enum, where TypeScript has literals for them all. */
function literalsOf({ enum: values = [] }: StructuralSchema): TypeText | undefined {
  if (values.length === 0 || !values.every(isLiteral)) return undefined;
  const literals = values.map((value) => (typeof value === "string" ? quoteText(value) : String(value)));
  return typeText(...new Set(literals));
}

function isLiteral(value: JsonValue): value is string | number | boolean | null {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
