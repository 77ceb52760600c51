import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { FieldSet } from "./field-set.ts";
import { ensureNamedFieldsAreMembers } from "./named-fields.ts";
import { fieldElement, fieldNamesPath } from "./path-element.ts";
import { toFieldSet } from "./to-field-set.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const item: Shape = {
  type: "map",
  fields: {
    name: { shape: text },
    protocol: { shape: text, default: "TCP" },
    env: { shape: { type: "map", values: text } },
  },
};
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    labels: { shape: { type: "map", values: text } },
    selector: { shape: { type: "map", map: "atomic", values: text } },
    args: { shape: { type: "list", list: "atomic", items: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    ports: { shape: { type: "list", list: "map", keys: ["protocol", "name"], items: item } },
    raw: { shape: { type: "any" } },
  },
};

function fieldsOf(value: JsonValue): string[] {
  return toFieldSet(value, shape).toString().split("\n").filter(Boolean);
}

test("scalars, atomic lists and atomic maps are owned as a whole", () => {
  assert.deepEqual(fieldsOf({ image: "a", args: ["x"], selector: { a: "b" } }), [".args", ".image", ".selector"]);
});

test("of a declared map its keys are owned, not the map, unless it is empty or null", () => {
  assert.deepEqual(fieldsOf({ labels: { app: "web" } }), [".labels.app"]);
  assert.deepEqual(fieldsOf({ labels: {} }), [".labels"]);
  assert.deepEqual(fieldsOf({ labels: null, ports: null }), [".labels", ".ports"]);
});

test("an empty granular list is owned by nobody", () => {
  assert.deepEqual(fieldsOf({ finalizers: [], ports: [] }), []);
});

test("items of a set are owned by value", () => {
  assert.deepEqual(fieldsOf({ finalizers: ["b", "a"] }), ['.finalizers[="a"]', '.finalizers[="b"]']);
});

test("items of a list-map are owned along with their content, and a left out key counts with its default", () => {
  assert.deepEqual(fieldsOf({ ports: [{ name: "http", env: { A: "1" } }] }), [
    '.ports[name="http",protocol="TCP"]',
    '.ports[name="http",protocol="TCP"].name',
    '.ports[name="http",protocol="TCP"].env.A',
  ]);
});

test("a default of null is no default: the key is left out of the element", () => {
  const keyed: Shape = {
    type: "list",
    list: "map",
    keys: ["a", "b"],
    items: { type: "map", fields: { a: { shape: text }, b: { shape: text, default: null } } },
  };

  assert.equal(toFieldSet([{ a: "x" }], keyed).toString(), '[a="x"]\n[a="x"].a');
  assert.equal(
    toFieldSet([{ a: "x", b: null }], keyed).toString(),
    '[a="x",b=null]\n[a="x",b=null].a\n[a="x",b=null].b',
  );
});

test("an item that is there twice is owned without its content", () => {
  assert.deepEqual(fieldsOf({ ports: [{ name: "a" }, { name: "b" }, { name: "a", env: { A: "1" } }] }), [
    '.ports[name="a",protocol="TCP"]',
    '.ports[name="b",protocol="TCP"]',
    '.ports[name="b",protocol="TCP"].name',
  ]);
});

test("items that have lost their keys are owned as one unknown item", () => {
  const keyed: Shape = { type: "list", list: "map", keys: ["name"], items: item };

  assert.equal(toFieldSet([{ env: { A: "1" } }], keyed).toString(), "[-1]\n[-1].env.A");
  assert.equal(toFieldSet([{ env: { A: "1" } }, null], keyed).toString(), "[-1]");
});

test("in content that nobody described maps are granular, lists atomic, and every key is owned", () => {
  assert.deepEqual(fieldsOf({ raw: { a: { b: 1 }, c: [{ d: 1 }] } }), [".raw.a", ".raw.c", ".raw.a.b"]);
});

test("keys with names of Object.prototype are owned like others", () => {
  assert.deepEqual(fieldsOf({ labels: JSON.parse('{"__proto__":"x","constructor":"y"}') }), [
    ".labels.__proto__",
    ".labels.constructor",
  ]);
});

test("declared fields on the way become members on demand, keys of maps do not", () => {
  const owned = FieldSet.of(
    fieldNamesPath("labels", "app"),
    fieldNamesPath("raw", "a", "b"),
    fieldNamesPath("old", "field"),
  );

  assert.equal(
    ensureNamedFieldsAreMembers(owned, shape).toString(),
    ".labels\n.raw\n.labels.app\n.old.field\n.raw.a.b",
  );
});

test("declared fields within list items become members too", () => {
  const [port] = toFieldSet({ ports: [{ name: "http" }] }, shape).child(fieldElement("ports")).entries;
  assert.ok(port);
  const owned = FieldSet.of([fieldElement("ports"), port.element, fieldElement("env"), fieldElement("A")]);

  assert.equal(
    ensureNamedFieldsAreMembers(owned, shape).toString(),
    '.ports\n.ports[name="http",protocol="TCP"].env\n.ports[name="http",protocol="TCP"].env.A',
  );
});
