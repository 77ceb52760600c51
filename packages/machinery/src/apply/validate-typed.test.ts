import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonValue } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { formatTypedErrors, validateTyped } from "./validate-typed.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };
const port: Shape = {
  type: "map",
  fields: { port: { shape: number }, protocol: { shape: text, default: "TCP" }, name: { shape: text } },
};
const shape: Shape = {
  type: "map",
  fields: {
    image: { shape: text },
    replicas: { shape: number },
    paused: { shape: { type: "scalar", scalar: "boolean" } },
    target: { shape: { type: "scalar" } },
    args: { shape: { type: "list", list: "atomic", items: text } },
    finalizers: { shape: { type: "list", list: "set", items: text } },
    ports: { shape: { type: "list", list: "map", keys: ["port", "protocol"], items: port } },
    names: {
      shape: { type: "list", list: "map", keys: ["name"], items: { type: "map", fields: { name: { shape: text } } } },
    },
    labels: { shape: { type: "map", values: text } },
    raw: { shape: { type: "any" } },
  },
};

function errorsOf(value: JsonValue): string {
  return formatTypedErrors(validateTyped(value, shape));
}

test("values that fit are accepted, and null fits everywhere", () => {
  const fitting: JsonValue = {
    image: "nginx",
    replicas: 2n ** 62n,
    target: 1.5,
    args: ["a", "a"],
    raw: { a: [null, {}] },
  };

  assert.deepEqual(validateTyped(fitting, shape), []);
  assert.deepEqual(
    validateTyped({ image: null, args: [null], ports: null, labels: { a: null }, raw: null }, shape),
    [],
  );
  assert.deepEqual(validateTyped(null, shape), []);
});

test("a key that holds undefined counts as absent", () => {
  assert.deepEqual(validateTyped({ undeclared: undefined as unknown as JsonValue }, shape), []);
});

test("a value of the wrong kind is refused in the words of the API server", () => {
  const refused: [JsonValue, string][] = [
    [{ image: 5 }, ".image: expected string, got &value.valueUnstructured{Value:5}"],
    [
      { image: { a: [1.5, "x", null] } },
      '.image: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":[]interface {}{1.5, "x", interface {}(nil)}}}',
    ],
    [{ replicas: "3" }, ".replicas: expected numeric (int or float), got string"],
    [{ replicas: true }, ".replicas: expected numeric (int or float), got bool"],
    [{ replicas: [] }, ".replicas: expected numeric (int or float), got []interface {}"],
    [{ replicas: {} }, ".replicas: expected numeric (int or float), got map[string]interface {}"],
    [{ paused: "yes" }, ".paused: expected boolean, got &{yes}"],
    [{ target: { b: 1, a: null } }, ".target: expected any scalar, got &{map[a:<nil> b:1]}"],
    [{ args: "a b" }, ".args: expected list, got &{a b}"],
    [{ args: ["a", 7] }, ".args[1]: expected string, got &value.valueUnstructured{Value:7}"],
    [{ labels: ["a", 1e21] }, ".labels: expected map, got &{[a 1e+21]}"],
    [{ labels: { "a/b": 1 } }, ".labels.a/b: expected string, got &value.valueUnstructured{Value:1}"],
    ["text", "expected map, got &{text}"],
  ];
  for (const [value, message] of refused) assert.equal(errorsOf(value), message);
});

test("items that cannot be told apart are refused", () => {
  const refused: [JsonValue, string][] = [
    [{ finalizers: ["a", "a"] }, '.finalizers: duplicate entries for key [="a"]'],
    [
      { finalizers: [null] },
      ".finalizers: element 0: associative list without keys has an element that's an explicit null",
    ],
    [{ finalizers: [{}] }, ".finalizers: element 0: associative list without keys has an element that's a map type"],
    [{ finalizers: [[]] }, ".finalizers: element 0: not supported: associative list with lists as elements"],
    [
      { ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] },
      '.ports: duplicate entries for key [port=80,protocol="TCP"]',
    ],
    [{ ports: ["80"] }, ".ports: element 0: associative list with keys may not have non-map elements"],
    [{ ports: [null] }, ".ports: element 0: associative list with keys may not have a null element"],
    [
      { names: [{ name: "a" }, {}] },
      '.names: element 1: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ],
  ];
  for (const [value, message] of refused) assert.equal(errorsOf(value), message);
});

test("a live object may hold items twice", () => {
  const twice = { finalizers: ["a", "a"], ports: [{ port: 80 }, { port: 80 }] };

  assert.deepEqual(validateTyped(twice, shape, { allowDuplicates: true }), []);
  assert.equal(validateTyped(twice, shape).length, 2);
});

test("a key may be left out where another or a default tells the items apart", () => {
  assert.deepEqual(validateTyped({ ports: [{ name: "a" }, { port: 1 }, { protocol: "UDP" }] }, shape), []);
});

test("undeclared fields are refused, also those that every JavaScript object seems to have", () => {
  for (const name of ["spec", "__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const value: JsonValue = JSON.parse(`{${JSON.stringify(name)}:{}}`);
    assert.equal(errorsOf(value), `.${name}: field not declared in schema`);
  }
});

test("several errors are listed, and of undeclared fields side by side one is named, as Kubernetes does", () => {
  assert.equal(
    errorsOf({ foo: 1, image: 1, bar: 1, ports: [{ port: "x", zone: 1 }] }),
    [
      "errors:",
      "  .image: expected string, got &value.valueUnstructured{Value:1}",
      '  .ports[port="x",protocol="TCP"].port: expected numeric (int or float), got string',
      '  .ports[port="x",protocol="TCP"].zone: field not declared in schema',
      "  .foo: field not declared in schema",
    ].join("\n"),
  );
});

test("a shape that refers to itself is walked as deep as the value goes", () => {
  const fields: Record<string, { shape: Shape }> = { type: { shape: text } };
  const schema: Shape = { type: "map", fields };
  fields.not = { shape: schema };

  assert.equal(
    formatTypedErrors(validateTyped({ not: { not: { type: 1 } } }, schema)),
    ".not.not.type: expected string, got &value.valueUnstructured{Value:1}",
  );
});
