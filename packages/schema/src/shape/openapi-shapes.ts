/**
 * The shapes of all kinds in an OpenAPI v3 document of an API server (`/openapi/v3/apis/apps/v1`).
 *
 * Types refer to each other by name and may refer to themselves (JSONSchemaProps does); each becomes one shape, made when it
 * is first asked for.
 */
import { type GroupVersionKind, getOwn, type Shape } from "@pintle/machinery";
import { convertSchema, type PublishedSchema } from "./convert-schema.ts";

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: { readonly [name: string]: OpenApiSchema } };
}

export interface OpenApiSchema extends PublishedSchema {
  readonly "x-kubernetes-group-version-kind"?: readonly GroupVersionKind[];
}

export interface OpenApiShapes {
  /** By the name under `components.schemas`. */
  shapeOfType(name: string): Shape | undefined;
  shapeOfKind(kind: GroupVersionKind): Shape | undefined;
}

/** Types whose schema does not say what is accepted for them. */
const special: Readonly<Record<string, Shape>> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": { type: "scalar" },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": { type: "scalar" },
  "io.k8s.apimachinery.pkg.runtime.RawExtension": { type: "any", map: "atomic" },
};

export function createOpenApiShapes(document: OpenApiDocument): OpenApiShapes {
  const schemas = document.components?.schemas ?? {};
  const shapes = new Map<string, Shape>();

  /** A type with the keywords that a field adds to its reference: those on merging count, as if the type had them. */
  function shapeOfReference(name: string, extensions: PublishedSchema): Shape {
    const known = getOwn(special, name);
    if (known) return known;
    const key = `${name} ${JSON.stringify(extensions)}`;
    const made = shapes.get(key);
    if (made) return made;
    // Types that refer to themselves find this one, which is filled in below.
    const shape: { type: string } = { type: "any" };
    shapes.set(key, shape as Shape);
    const schema = getOwn(schemas, name);
    if (schema) Object.assign(shape, shapeOf({ ...schema, ...extensions }, false));
    return shape as Shape;
  }

  function shapeOf(schema: PublishedSchema, keepsUnknown: boolean): Shape {
    const reference = referenceOf(schema);
    if (reference !== undefined) return shapeOfReference(reference, extensionsOf(schema));
    return convertSchema(schema, keepsUnknown, shapeOf);
  }

  const namesByKind = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const kind of schema["x-kubernetes-group-version-kind"] ?? []) namesByKind.set(keyOf(kind), name);
  }
  const shapeOfType = (name: string) => (getOwn(schemas, name) ? shapeOfReference(name, {}) : undefined);
  return {
    shapeOfType,
    shapeOfKind(kind) {
      const name = namesByKind.get(keyOf(kind));
      return name === undefined ? undefined : shapeOfType(name);
    },
  };
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

/** A reference stands alone, or in an `allOf` of one where the field adds a default or a description. */
function referenceOf({ $ref, allOf }: PublishedSchema): string | undefined {
  const text = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);
  return text?.slice(text.lastIndexOf("/") + 1);
}

function extensionsOf(schema: PublishedSchema): PublishedSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => /^x-kubernetes-(?:map-type|list-|patch-)/.test(name)),
  );
}
