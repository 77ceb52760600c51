/**
 * Shapes, values and field sets for the comparison with structured-merge-diff.
 *
 * Names and values come from small stocks, so that two values of a shape often agree, differ, repeat an item or lack a
 * key, and sets often name what is there. A few values do not fit their shape, and a few sets are from another schema.
 */

import {
  type Field,
  FieldSet,
  formatFieldsV1,
  type JsonObject,
  type JsonValue,
  type ListShape,
  type MapShape,
  type Shape,
  toFieldSet,
  validateTyped,
} from "@pintle/machinery";
import fc, { type Arbitrary } from "fast-check";

export interface TypedCase {
  shape: Shape;
  left: JsonValue;
  right: JsonValue;
  set: JsonObject;
}

const names = ["a", "b", "name", "__proto__", "constructor", "~Ω"];
const stocks = {
  string: ["a", "b", 'x<"\n', ""],
  number: [0, 1, 80, 1.5, -2, 1_000_000],
  boolean: [true, false],
} as const;
const scalars = [...stocks.string, ...stocks.number, ...stocks.boolean];

const mostly = <Value>(usual: Arbitrary<Value>, rare: Arbitrary<Value>, one: number): Arbitrary<Value> =>
  fc.oneof({ weight: one - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });

/** An object with some of the names; `Object.fromEntries` keeps `__proto__` as a key. */
function someOf<Value>(
  stock: readonly string[],
  valueFor: (name: string) => Arbitrary<Value>,
  minLength = 0,
): Arbitrary<Record<string, Value>> {
  return fc
    .subarray([...stock], { minLength })
    .chain((chosen) => fc.tuple(...chosen.map((name) => valueFor(name).map((value) => [name, value] as const))))
    .map((entries) => Object.fromEntries(entries));
}

const scalarShape: Arbitrary<Shape> = fc.record(
  { type: fc.constant("scalar" as const), scalar: fc.constantFrom("string", "number", "boolean") },
  { requiredKeys: ["type"] },
);

function shapeOf(depth: number): Arbitrary<Shape> {
  if (depth === 0) return mostly(scalarShape, fc.constant({ type: "any" }), 6);
  return fc.oneof(
    { weight: 2, arbitrary: scalarShape },
    { weight: 1, arbitrary: fc.constant<Shape>({ type: "any" }) },
    { weight: 4, arbitrary: listShape(depth) },
    { weight: 6, arbitrary: mapShape(depth) },
  );
}

function mapShape(depth: number): Arbitrary<MapShape> {
  const field = fc.record<Field>(
    { shape: shapeOf(depth - 1), default: fc.constantFrom("a", 80, true, null) },
    { requiredKeys: ["shape"] },
  );
  return fc.record<MapShape>(
    {
      type: fc.constant("map"),
      fields: someOf(names, () => field),
      values: shapeOf(depth - 1),
      map: fc.constantFrom("granular", "granular", "atomic"),
    },
    { requiredKeys: ["type"] },
  );
}

function listShape(depth: number): Arbitrary<ListShape> {
  const list = fc.constant("list" as const);
  const atomic = fc.record({ type: list, list: fc.constant("atomic" as const), items: shapeOf(depth - 1) });
  const items = mostly(scalarShape, shapeOf(depth - 1), 10);
  const set = fc.record({ type: list, list: fc.constant("set" as const), items });
  const keys = fc.subarray(["a", "name", "__proto__"], { minLength: 1 });
  const keyed = fc.tuple(mapShape(depth), keys, fc.array(keyField, { minLength: 3, maxLength: 3 })).map(
    ([shape, own, fields]): ListShape => ({
      type: "list",
      list: "map",
      keys: own.toReversed(),
      items: {
        ...shape,
        fields: { ...shape.fields, ...Object.fromEntries(own.map((key, at) => [key, fields[at] as Field])) },
      },
    }),
  );
  const odd = fc.record({
    type: list,
    list: fc.constant("map" as const),
    items: shapeOf(0),
    keys: fc.constant(["a", "name"]),
  });
  return fc.oneof(atomic, set, { weight: 3, arbitrary: mostly<ListShape>(keyed, odd, 10) });
}

/** Keys are scalars: the texts of others depend on the order in which Go happens to walk a map. */
const keyField = fc.record<Field>(
  { shape: scalarShape, default: fc.constantFrom("a", 80, true, null) },
  { requiredKeys: ["shape"] },
);

const undescribed: Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.constantFrom<JsonValue>(...scalars, null),
    fc.array(tie("value"), { maxLength: 2 }),
    someOf(names.slice(0, 3), () => tie("value")),
  ),
})).value;

/** Values that mostly fit. */
function mostlyFitting(shape: Shape): Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 200, arbitrary: fittingValue(shape) },
    { weight: 10, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: undescribed },
  );
}

function fittingValue(shape: Shape): Arbitrary<JsonValue> {
  if (shape.type === "any") return undescribed;
  if (shape.type === "scalar") return fc.constantFrom<JsonValue>(...(shape.scalar ? stocks[shape.scalar] : scalars));
  if (shape.type === "map") return objectOf(shape, []);
  const { items, keys = [] } = shape;
  if (shape.list === "map")
    return fc.array(mostly(objectOf(items, keys), fc.constantFrom("a", null), 200), { maxLength: 4 });
  return fc.array(shape.list === "set" ? fittingValue(items) : mostlyFitting(items), { maxLength: 4 });
}

/** The keys of a list-map's item are mostly there, or else few items could be told apart. */
function objectOf(described: Shape, keys: readonly string[]): Arbitrary<JsonValue> {
  const { fields = {}, values }: Partial<MapShape> = described.type === "map" ? described : {};
  const shapeFor = (name: string): Shape | undefined => (Object.hasOwn(fields, name) ? fields[name]?.shape : values);
  const valueFor = (name: string): Arbitrary<JsonValue> => {
    const shape = shapeFor(name);
    return shape ? mostlyFitting(shape) : fc.constant("undeclared");
  };
  const keyFor = (name: string): Arbitrary<JsonValue> =>
    mostly(fittingValue(shapeFor(name) ?? { type: "scalar" }), fc.constantFrom<JsonValue>(null, "a", 1), 50);
  const isNoKey = (name: string): boolean => !keys.includes(name);
  const own = Object.keys(fields).filter(isNoKey);
  const declared = someOf(own, valueFor, Math.floor(own.length / 2));
  const others = values
    ? someOf(names.slice(0, 3).filter(isNoKey), valueFor)
    : mostly<Record<string, JsonValue>>(fc.constant({}), someOf(["zz"], valueFor), 100);
  const identity = fc
    .tuple(mostly(fc.constant([...keys]), fc.subarray([...keys]), 5))
    .chain(([chosen]) =>
      fc.tuple(...chosen.map((key) => keyFor(key).map((value): [string, JsonValue] => [key, value]))),
    );
  return fc.tuple(identity, others, declared).map(([keyed, some, more]): JsonObject => {
    return Object.fromEntries([...keyed, ...Object.entries(some), ...Object.entries(more)]);
  });
}

/** FieldsV1 that mostly follows the shape, sometimes deeper than it or beside it. */
function fieldsOf(shape: Shape, depth: number): Arbitrary<JsonObject> {
  if (depth === 0) return fc.constant({});
  const inner = (below: Shape): Arbitrary<JsonObject> => {
    const plain = fc.constant<JsonObject>({});
    const nested = fieldsOf(below, depth - 1);
    return fc.oneof(
      plain,
      nested,
      nested.map((fields): JsonObject => ({ ".": {}, ...fields })),
    );
  };
  const foreign = mostly<JsonObject>(
    fc.constant({}),
    fc.constantFrom<JsonObject>({ "z:new": {} }, { "i:0": {} }, { 'v:"a"': {} }),
    20,
  );
  return fc.tuple(elementsOf(shape, inner), foreign).map(([own, other]) => ({ ...own, ...other }));
}

function elementsOf(shape: Shape, inner: (below: Shape) => Arbitrary<JsonObject>): Arbitrary<JsonObject> {
  if (shape.type === "list" && shape.list === "map") {
    const { items, keys = [] } = shape;
    const value = (key: string): Arbitrary<JsonValue> => {
      const field =
        items.type === "map" && items.fields && Object.hasOwn(items.fields, key) ? items.fields[key]?.shape : undefined;
      return field?.type === "scalar" ? fittingValue(field) : fc.constantFrom<JsonValue>(...scalars);
    };
    const key = mostly(fc.constant([...keys]), fc.subarray([...keys]), 5)
      .chain((chosen) =>
        fc.tuple(...chosen.map((name) => value(name).map((own) => `${JSON.stringify(name)}:${JSON.stringify(own)}`))),
      )
      .map((fields) => `k:{${fields.join(",")}}`);
    return fc.array(fc.tuple(key, inner(items)), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
  }
  if (shape.type === "list") {
    const value = fc.constantFrom<JsonValue>(...scalars).map((own) => `v:${JSON.stringify(own)}`);
    return fc
      .array(fc.tuple(value, inner(shape.items)), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries));
  }
  const { fields = {}, values = { type: "any" } } = shape.type === "map" ? shape : ({} as Partial<MapShape>);
  const below = (key: string): Shape => (Object.hasOwn(fields, key) ? (fields[key]?.shape ?? values) : values);
  return someOf(names, (key) => inner(below(key))).map((entries) =>
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [`f:${key}`, value])),
  );
}

const text: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };
const port: MapShape = {
  type: "map",
  fields: { a: { shape: number }, name: { shape: text, default: "a" }, b: { shape: text } },
};
const container: MapShape = {
  type: "map",
  fields: {
    name: { shape: text },
    a: { shape: { type: "list", list: "map", keys: ["name", "a"], items: port } },
    b: { shape: { type: "list", list: "set", items: text } },
  },
};

/** What real kinds are made of, small enough that values meet: about half of the cases are of this shape. */
const rich: MapShape = {
  type: "map",
  fields: {
    a: { shape: { type: "list", list: "map", keys: ["name"], items: container } },
    b: { shape: { type: "list", list: "set", items: number } },
    name: { shape: { type: "map", values: text } },
    "~Ω": { shape: { type: "any" } },
    selector: { shape: { type: "map", map: "atomic", fields: port.fields ?? {} } },
  },
};

/** Values for a hundred shapes, with a set that fits the shape or with some of the fields that the left value fills in. */
export function typedCases(count: number, seed: number): TypedCase[] {
  const shapes = fc.sample(mapShape(3), { seed, numRuns: 50 }).flatMap((shape) => [shape, rich]);
  return shapes.flatMap((shape, index) => {
    const value = fittingValue(shape);
    const typed = fc
      .record({
        left: value,
        right: value,
        set: fieldsOf(shape, 4),
        chosen: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      })
      .map(({ left, right, set, chosen }): TypedCase => {
        return {
          shape,
          left,
          right: chosen[1] ? withoutRepetition(right) : right,
          set: chosen[0] ? set : someFields(left, shape, chosen),
        };
      });
    return fc.sample(typed, { seed: seed + index, numRuns: count / shapes.length });
  });
}

/** With few names to choose from most lists repeat an item, and few values could be applied. */
function withoutRepetition(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutRepetition(inner)]));
  }
  const items = new Map<string, JsonValue>();
  for (const item of value) {
    const keys =
      typeof item === "object" && item !== null && !Array.isArray(item) ? [item.name ?? "a", item.a ?? null] : item;
    items.set(JSON.stringify(keys), withoutRepetition(item));
  }
  return [...items.values()];
}

function someFields(value: JsonValue, shape: Shape, chosen: readonly boolean[]): JsonObject {
  if (validateTyped(value, shape, { allowDuplicates: true }).length > 0) return {};
  const paths = [...toFieldSet(value, shape).paths()].filter((_, index) => chosen[index % chosen.length]);
  return formatFieldsV1(FieldSet.fromPaths(paths));
}
