/** Sequences of writes by a few managers who keep meeting on the same few fields. */

import type { Field, JsonObject, JsonValue, ListShape, MapShape, Shape } from "@pintle/machinery";
import fc from "fast-check";
import type { WriteStep, WritesInput } from "./play-writes.ts";

const string: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };
const any: Shape = { type: "any" };

function map(shapes: { [name: string]: Shape }, more: Partial<MapShape> = {}): MapShape {
  const fields = Object.entries(shapes).map(([name, shape]): [string, Field] => [name, { shape }]);
  return { type: "map", fields: Object.fromEntries(fields), ...more };
}

function list(items: Shape, kind: ListShape["list"], keys?: string[]): ListShape {
  return { type: "list", items, list: kind, ...(keys && { keys }) };
}

const port: MapShape = {
  type: "map",
  fields: { port: { shape: number }, protocol: { shape: string, default: "TCP" }, name: { shape: string } },
};
const child = map({ name: string, value: number, tags: list(string, "set") });
const spec = {
  replicas: number,
  title: string,
  target: { type: "scalar" } as Shape,
  settings: { type: "map", values: string } as Shape,
  color: map({ red: number, blue: number }, { map: "atomic" }),
  args: list(string, "atomic"),
  tags: list(string, "set"),
  numbers: list(number, "set"),
  items: list(map({ name: string, value: number, children: list(child, "map", ["name"]), extra: any }), "map", [
    "name",
  ]),
  ports: list(port, "map", ["port", "protocol"]),
  template: map({ image: string, deep: map({ x: number, y: number }) }),
  extra: any,
  free: { type: "map", values: map({ a: number, b: number }) } as Shape,
  owners: list(map({ uid: string, name: string }, { map: "atomic" }), "map", ["uid"]),
};
const { replicas: _replicas, tags: _tags, ...kept } = spec;
const renamed = { ...kept, size: number, marks: list(string, "set") };
// As after a change of schema: what was granular is atomic, and the other way round.
const turned = {
  ...spec,
  settings: { type: "map", values: string, map: "atomic" } as Shape,
  color: map({ red: number, blue: number }),
  args: list(string, "set"),
  tags: list(string, "atomic"),
  items: list(spec.items.items, "atomic"),
};
const specs: { [name: string]: { [name: string]: Shape } } = { rich: spec, renamed, turned, free: spec };
const metadata = map({
  name: string,
  namespace: string,
  uid: string,
  generation: number,
  labels: { type: "map", values: string },
  annotations: { type: "map", values: string },
  finalizers: list(string, "set"),
  managedFields: list(any, "atomic"),
});
const status = map({ ready: number, conditions: list(map({ type: string, status: string }), "map", ["type"]) });
const type = { apiVersion: string, kind: string, metadata, status };

const shapes = {
  rich: map({ ...type, spec: map(spec) }),
  renamed: map({ ...type, spec: map(renamed) }),
  turned: map({ ...type, spec: map(turned) }),
  free: any,
};

const strings = fc.constantFrom("a", "b", "c");
const numbers = fc.constantFrom(1, 2, 3, 1.5, 1_000_000);
const undescribed = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: fc.oneof(strings, numbers, fc.boolean(), fc.constant(null)) },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 2 }) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("value"), { maxKeys: 2 }) },
  ),
})).value;

/** Values of a shape, now and then null, seldom of a wrong kind, and lists with or without duplicates. */
function valuesOf(shape: Shape, hasDuplicates: boolean): fc.Arbitrary<JsonValue> {
  const odd = fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>("odd", 7, true, {}, []) },
  );
  return fc.oneof({ weight: 300, arbitrary: regularValuesOf(shape, hasDuplicates) }, { weight: 6, arbitrary: odd });
}

function regularValuesOf(shape: Shape, hasDuplicates: boolean): fc.Arbitrary<JsonValue> {
  if (shape.type === "any") return undescribed;
  if (shape.type === "scalar") {
    if (shape.scalar === "string") return strings;
    return shape.scalar === "number" ? numbers : fc.oneof(strings, numbers, fc.boolean());
  }
  if (shape.type === "map") return objectsOf(shape, hasDuplicates);
  const items = valuesOf(shape.items, hasDuplicates);
  if (shape.list === "atomic" || hasDuplicates) return fc.array(items, { maxLength: 3 });
  const keys = shape.keys;
  return fc.uniqueArray(items, { maxLength: 3, selector: (item) => JSON.stringify(keys ? keyOf(item, keys) : item) });
}

function keyOf(item: JsonValue, keys: readonly string[]): JsonValue[] {
  const object = item as JsonObject | null;
  return keys.map((key) => object?.[key] ?? (key === "protocol" ? "TCP" : null));
}

function objectsOf(shape: MapShape, hasDuplicates: boolean): fc.Arbitrary<JsonValue> {
  const keys = Object.keys(shape.fields ?? {});
  if (shape.values) return fc.dictionary(strings, valuesOf(shape.values, hasDuplicates), { maxKeys: 3 });
  const fields = Object.fromEntries(
    Object.entries(shape.fields ?? {}).map(([key, field]) => [key, valuesOf(field.shape, hasDuplicates)]),
  );
  const isItemKey = (key: string) => /^(name|uid|port|type)$/.test(key);
  return fc.record(fields, { requiredKeys: keys.filter(isItemKey) }) as fc.Arbitrary<JsonObject>;
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

function metadataOf(isUpdate: boolean): fc.Arbitrary<JsonObject> {
  const labels = fc.dictionary(strings, strings, { maxKeys: 2 });
  const annotation = fc.constantFrom(
    '{"apiVersion":"example.com/v1","kind":"Widget","spec":{"replicas":1,"title":"a","tags":["a"]}}',
    '{"apiVersion":"example.com/v1","kind":"Widget","spec":{"settings":{"a":"a"},"items":[{"name":"a","value":1}]}}',
    "{}",
  );
  return fc
    .record(
      {
        uid: fc.constant("1"),
        generation: numbers,
        labels,
        finalizers: fc.uniqueArray(strings, { maxLength: 2 }),
        ...(isUpdate && { annotations: fc.record({ [lastApplied]: annotation }), managedFields: managedFields() }),
      },
      { requiredKeys: isUpdate ? ["uid"] : [] },
    )
    .map((some) => ({ name: "w", namespace: "default", ...some }) as JsonObject);
}

/** What clients send in an update: mostly nothing, else a reset, entries, or nonsense. */
function managedFields(): fc.Arbitrary<JsonValue> {
  const leaf = fc.constant({});
  const fields = fc.record(
    {
      "f:replicas": leaf,
      "f:settings": fc.dictionary(fc.constantFrom("f:a", "f:b", "."), leaf, { maxKeys: 2 }),
      "f:items": fc.dictionary(
        fc.constantFrom('k:{"name":"a"}', 'k:{"name":"b"}', "."),
        fc.constantFrom<JsonObject>(
          { ".": {}, "f:name": {} },
          { "f:name": {} },
          { "f:value": {} },
          { ".": {}, "f:value": {}, "f:gone": {} },
        ),
        { maxKeys: 2 },
      ),
      "f:tags": fc.dictionary(fc.constantFrom('v:"a"', 'v:"b"'), leaf, { maxKeys: 2 }),
      "x:new": leaf,
      "f:gone": leaf,
    },
    { requiredKeys: [] },
  );
  const entry = fc.record(
    {
      manager: fc.constantFrom("a", "b", "x"),
      operation: fc.constantFrom("Apply", "Apply", "Update", "Update", "Update", "Patch"),
      apiVersion: fc.constantFrom("example.com/v1", "example.com/v1", "example.com/v2", "example.com/v0"),
      time: fc.constantFrom("2019-01-01T00:00:01Z", "2019-01-01T00:00:02Z", "2019-01-01T03:00:03+01:00"),
      fieldsType: fc.constant("FieldsV1"),
      fieldsV1: fc.record({ "f:spec": fields }),
      subresource: fc.constantFrom("", "status"),
    },
    { requiredKeys: ["operation", "apiVersion", "fieldsType"] },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom<JsonValue>([], [{}], "odd", ["odd"]) },
    { weight: 2, arbitrary: fc.array(entry, { maxLength: 3 }) as unknown as fc.Arbitrary<JsonValue> },
    { weight: 1, arbitrary: fc.array(entry, { minLength: 12, maxLength: 14 }).map(asUpdaters) },
  );
}

/** Enough different updaters for the oldest of them to be put together. */
function asUpdaters(entries: readonly { [key: string]: unknown }[]): JsonValue {
  return entries.map((entry, index) => ({
    ...entry,
    manager: `u${index}`,
    operation: "Update",
  })) as unknown as JsonValue;
}

function steps(names: { [apiVersion: string]: keyof typeof shapes }, focus: string[]): fc.Arbitrary<WriteStep> {
  const versions = Object.keys(names);
  return fc
    .record({
      op: fc.constantFrom("apply" as const, "apply" as const, "update" as const),
      apiVersion: fc.constantFrom(...versions),
      manager: fc.constantFrom("a", "b", "kubectl", ""),
      force: fc.constantFrom(false, false, true),
      subresource: fc.constantFrom("", "", "", "", "status", "resize"),
    })
    .chain((step) =>
      objectsIn(names[step.apiVersion] ?? "rich", focus, step.op === "update").map((object) => ({
        ...step,
        object: { apiVersion: step.apiVersion, kind: "Widget", ...object },
      })),
    );
}

function objectsIn(name: keyof typeof shapes, focus: string[], isUpdate: boolean): fc.Arbitrary<JsonObject> {
  const fields = specs[name] as typeof spec;
  const known = focus.map((field) => (Object.hasOwn(fields, field) ? field : newNames[field]));
  const picked = Object.fromEntries(Object.entries(fields).filter(([field]) => known.includes(field)));
  return fc
    .record({
      metadata: metadataOf(isUpdate),
      spec: valuesOf(map(picked), isUpdate),
      status: fc.option(valuesOf(status, isUpdate), { freq: 1, nil: undefined }),
    })
    .map((object) => object as JsonObject);
}

const newNames: { [name: string]: string } = { replicas: "size", tags: "marks" };
const v1 = "example.com/v1";
const v2 = "example.com/v2";
const reset = {
  "": { [v1]: { exclude: { "f:status": {} } }, [v2]: { exclude: { "f:status": {} } } },
  status: { [v1]: { exclude: { "f:spec": {}, "f:metadata": { "f:labels": {} } } } },
  resize: {
    [v1]: {
      include: [
        ["spec", "items", "*", "value"],
        ["spec", "replicas"],
      ],
    },
  },
};

/** Each with five writes. */
export const writeSequences: fc.Arbitrary<WritesInput> = fc
  .record({
    main: fc.constantFrom("rich" as const, "rich" as const, "rich" as const, "free" as const),
    second: fc.constantFrom("none" as const, "none" as const, "renamed" as const, "turned" as const),
    hasReset: fc.boolean(),
    hasUid: fc.boolean(),
    // The few fields that this sequence is about, so that its writers meet.
    focus: fc.shuffledSubarray(Object.keys(spec), { minLength: 3, maxLength: 5 }),
  })
  .chain(({ main, second, hasReset, hasUid, focus }) => {
    const names = { [v1]: main, ...(second !== "none" && main === "rich" && { [v2]: second }) };
    const renames = Object.fromEntries(
      Object.entries(newNames).map(([first, here]) => [`spec.${here}`, `spec.${first}`]),
    );
    return fc.array(steps(names, focus), { minLength: 5, maxLength: 5 }).map((played) => ({
      kind: "Widget",
      apiVersion: v1,
      versions: Object.fromEntries(
        Object.entries(names).map(([version, shape]) => [version, { shape, ...(shape === "renamed" && { renames }) }]),
      ),
      ...(hasReset && { resetFields: reset }),
      ...(hasUid && {
        live: { apiVersion: v1, kind: "Widget", metadata: { name: "w", uid: "1" }, spec: { replicas: 1, tags: ["a"] } },
      }),
      steps: played,
    }));
  })
  // What JSON gives: objects with a prototype, and `__proto__` as a key like any other.
  .map(
    (input): WritesInput => ({
      ...JSON.parse(JSON.stringify(input)),
      shapes: usedShapes(Object.values(input.versions)),
    }),
  );

function usedShapes(versions: { shape: keyof typeof shapes }[]): { [name: string]: Shape } {
  return Object.fromEntries(versions.map(({ shape }) => [shape, shapes[shape]]));
}
