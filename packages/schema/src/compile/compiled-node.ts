/**
 * One schema node, made ready for walks over values.
 *
 * Nodes are built when a value first reaches them: a schema of thousands of fields costs what its objects use. A node never
 * changes after that, but for what it remembers.
 */
import { getOwn, type JsonValue } from "@pintle/machinery";
import { isSupportedFormat } from "../formats/formats.ts";
import { additionalSchemaOf, itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

/** Defaults of a definition are validated before formats that nobody knows are taken away, and int-or-string has no types there. */
export type SchemaUse = "objects" | "defaults";

export class CompiledNode {
  readonly schema: StructuralSchema;
  readonly use: SchemaUse;
  /** The JSON types that are allowed, in the order in which messages name them; none where any is. */
  readonly types: readonly string[];
  readonly format: string;
  readonly isNullable: boolean;
  readonly keepsUnknown: boolean;
  readonly isEmbedded: boolean;
  /** Whether undeclared fields are values of a map, though perhaps without a schema (`additionalProperties: true`). */
  readonly hasAdditional: boolean;
  readonly #properties: { readonly [name: string]: StructuralSchema };
  readonly #children = new Map<string, CompiledNode>();
  #items: CompiledNode | undefined;
  #additional: CompiledNode | undefined;
  #junctors: Junctors | undefined;
  #defaulted: readonly (readonly [name: string, node: CompiledNode])[] | undefined;

  constructor(schema: StructuralSchema, use: SchemaUse) {
    this.schema = schema;
    this.use = use;
    this.types = typesOf(schema, use);
    this.format = formatOf(schema, this.types, use);
    this.isNullable = schema.nullable === true;
    this.keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
    this.isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
    this.hasAdditional = schema.additionalProperties !== undefined;
    this.#properties = schema.properties ?? {};
  }

  property(name: string): CompiledNode | undefined {
    const known = this.#children.get(name);
    if (known) return known;
    const schema = getOwn(this.#properties, name);
    if (schema === undefined) return undefined;
    const child = new CompiledNode(schema, this.use);
    this.#children.set(name, child);
    return child;
  }

  get items(): CompiledNode | undefined {
    const schema = itemsOfSchema(this.schema);
    if (schema) this.#items ??= new CompiledNode(schema, this.use);
    return this.#items;
  }

  get additional(): CompiledNode | undefined {
    const schema = additionalSchemaOf(this.schema);
    if (schema) this.#additional ??= new CompiledNode(schema, this.use);
    return this.#additional;
  }

  /** The node for a field's value: its own, or that of all undeclared fields. */
  field(name: string): CompiledNode | undefined {
    return this.property(name) ?? this.additional;
  }

  get default(): JsonValue | undefined {
    return this.schema.default ?? undefined;
  }

  /** The declared fields that have a default. */
  get defaulted(): readonly (readonly [name: string, node: CompiledNode])[] {
    this.#defaulted ??= Object.keys(this.#properties).flatMap((name) => {
      const node = getOwn(this.#properties, name)?.default == null ? undefined : this.property(name);
      return node ? [[name, node] as const] : [];
    });
    return this.#defaulted;
  }

  get junctors(): Junctors {
    this.#junctors ??= junctorsOf(this.schema, this.use);
    return this.#junctors;
  }
}

export interface Junctors {
  readonly anyOf: readonly CompiledNode[];
  readonly oneOf: readonly CompiledNode[];
  readonly allOf: readonly CompiledNode[];
  readonly not: CompiledNode | undefined;
}

const noJunctors: Junctors = { anyOf: [], oneOf: [], allOf: [], not: undefined };

function junctorsOf({ anyOf, oneOf, allOf, not }: StructuralSchema, use: SchemaUse): Junctors {
  if (!anyOf && !oneOf && !allOf && !not) return noJunctors;
  const compile = (schemas: readonly StructuralSchema[] = []) => schemas.map((schema) => new CompiledNode(schema, use));
  return {
    anyOf: compile(anyOf),
    oneOf: compile(oneOf),
    allOf: compile(allOf),
    not: not && new CompiledNode(not, use),
  };
}

function typesOf(schema: StructuralSchema, use: SchemaUse): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] && use === "objects") return ["integer", "string"];
  return schema.type ? [schema.type] : [];
}

function formatOf({ format = "" }: StructuralSchema, types: readonly string[], use: SchemaUse): string {
  return use === "defaults" || isSupportedFormat(format, types.length === 1 ? types[0] : undefined) ? format : "";
}
