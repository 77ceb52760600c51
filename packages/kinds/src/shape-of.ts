/**
 * Builds the shapes of built-in kinds from the tables, each type once and only when asked for. Types that contain themselves
 * (JSONSchemaProps) become shapes that refer to themselves.
 */
import { type Field, type GroupVersionKind, type MapShape, type Shape, setOwn } from "@pintle/machinery";
import { resourceOfKind } from "./built-in-resources.ts";
import { typeNamed } from "./type-named.ts";
import type { FieldRow, TypeRow } from "./type-table.ts";

const any: Shape = { type: "any" };
const text: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };

const scalars: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...["string", "bytes", "Time", "MicroTime", "Duration"].map((type) => [type, text] as const),
  ...["int32", "int64", "float64"].map((type) => [type, number] as const),
  ["bool", { type: "scalar", scalar: "boolean" }],
  ["Quantity", { type: "scalar" }],
  ["IntOrString", { type: "scalar" }],
  ...["any", "FieldsV1", "JSON"].map((type) => [type, any] as const),
  // An object that the server does not look into: whoever writes it has the whole of it.
  ["RawExtension", { type: "any", map: "atomic" }],
  // A schema or something simpler: what the server publishes about these says nothing.
  ...["Array", "Bool", "StringArray"].map((or) => [`apiextensions/v1.JSONSchemaPropsOr${or}`, any] as const),
]);

const built = new Map<string, Shape>();

/** The shape of a kind's objects, or `undefined` for kinds that are not built in. */
export function shapeOf(kind: GroupVersionKind): Shape | undefined {
  const resource = resourceOfKind(kind);
  return resource && shapeOfType(resource.type);
}

/** The shape of a type by its name in the tables, `autoscaling/v1.Scale`; also `[]` and `map[]` of it. */
export function shapeOfType(name: string): Shape {
  if (name.startsWith("[]")) return { type: "list", items: shapeOfType(name.slice(2)), list: "atomic" };
  if (name.startsWith("map[]")) return { type: "map", values: shapeOfType(name.slice(5)) };
  const known = scalars.get(name) ?? built.get(name);
  if (known !== undefined) return known;
  const row = typeNamed(name);
  if (row === undefined) throw new Error(`the tables have no type ${name}`);
  return build(row);
}

function build(row: TypeRow): Shape {
  if (row.items !== undefined) return shapeOfType(`[]${row.items}`);
  // An object without declared fields is published as one that may hold anything.
  if (row.fields.length === 0) return any;
  const fields: { [name: string]: Field } = {};
  const shape: MapShape = { type: "map", fields, ...(row.isAtomic && { map: "atomic" }) };
  // Known before its fields are, so that one of them can refer to it.
  built.set(row.name, shape);
  addFields(fields, row);
  return shape;
}

function addFields(fields: { [name: string]: Field }, row: TypeRow): void {
  for (const field of row.fields) {
    const inner = field.isInline ? typeNamed(field.type) : undefined;
    if (inner) addFields(fields, inner);
    else setOwn(fields, field.name, fieldOf(field));
  }
}

function fieldOf(row: FieldRow): Field {
  const shape = withDirectives(shapeOfType(row.type), row);
  return row.default === undefined ? { shape } : { shape, default: row.default };
}

function withDirectives(shape: Shape, { list, keys, map, patch }: FieldRow): Shape {
  if (shape.type === "list") return { ...shape, ...(list && { list }), ...(keys && { keys }), ...(patch && { patch }) };
  if (shape.type === "map" && (map || patch)) return { ...shape, ...(map && { map }), ...(patch && { patch }) };
  return shape;
}
