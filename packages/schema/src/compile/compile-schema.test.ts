import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { StructuralSchema } from "../structural-schema.ts";
import { compileSchema } from "./compile-schema.ts";

const widget = compileSchema({
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "integer", format: "int32", minimum: 1, maximum: 10 },
        color: { type: "string", enum: ["red", "blue"], default: "red" },
        note: { type: "string", maxLength: 5 },
        ports: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string" }, port: { type: "integer", maximum: 65535 } },
          },
        },
        limits: { type: "object", additionalProperties: { "x-kubernetes-int-or-string": true } },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    },
  },
});

const texts = (object: JsonObject, old?: JsonObject) => widget.validate(object, old).map(String);

describe("preparing an object", () => {
  test("prunes what the schema does not name and tells the paths", () => {
    const { object, unknownFields } = widget.prepare({
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "a" },
      spec: { size: 1, colour: "red", color: "blue", ports: [{ name: "a", nodePort: 1 }], free: { any: 1 } },
      extra: true,
    });
    assert.deepEqual(object, {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "a" },
      spec: { size: 1, color: "blue", ports: [{ name: "a" }], free: { any: 1 } },
    });
    assert.deepEqual(unknownFields, ["extra", "spec.colour", "spec.ports[0].nodePort"]);
  });

  test("fills defaults in, also for a null that is not allowed", () => {
    assert.deepEqual(widget.prepare({ spec: { size: 1 } }).object, { spec: { size: 1, color: "red" } });
    assert.deepEqual(widget.prepare({ spec: { size: 1, color: null } }).object, { spec: { size: 1, color: "red" } });
  });

  test("leaves defaults out when it only prunes", () => {
    assert.deepEqual(widget.prune({ spec: { size: 1, x: 1 } }).object, { spec: { size: 1 } });
  });

  test("gives back the very object where nothing had to change", () => {
    const whole = { spec: { size: 1, color: "red" } };
    assert.equal(widget.prepare(whole).object, whole);
  });

  test("treats the names of Object.prototype as the fields they are", () => {
    const schema: StructuralSchema = { type: "object", properties: { constructor: { type: "string" } } };
    const object = JSON.parse('{"constructor": "a", "toString": "b", "__proto__": {"c": 1}}') as JsonObject;
    const { object: pruned, unknownFields } = compileSchema(schema).prepare(object);
    assert.equal(JSON.stringify(pruned), '{"constructor":"a"}');
    assert.deepEqual(unknownFields, ["__proto__", "toString"]);
  });
});

describe("validating an object", () => {
  test("finds everything that is wrong, not the first thing", () => {
    const wrong = {
      spec: { size: 11, color: "green", note: "too long", ports: [{ port: 70000 }], limits: { cpu: [] } },
    };
    assert.deepEqual(texts(wrong), [
      "spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10",
      'spec.color: Unsupported value: "green": supported values: "red", "blue"',
      "spec.note: Too long: may not be more than 5 bytes",
      "spec.ports[0].port: Invalid value: 70000: spec.ports[0].port in body should be less than or equal to 65535",
      "spec.ports[0].name: Required value",
      'spec.limits.cpu: Invalid value: "array": spec.limits.cpu in body must be of type integer,string: "array"',
    ]);
  });

  test("refuses two items of a map-list with one key", () => {
    assert.deepEqual(texts({ spec: { size: 1, ports: [{ name: "a" }, { name: "a" }] } }), [
      'spec.ports[1]: Duplicate value: {"name":"a"}',
    ]);
  });
});

describe("validating an update", () => {
  const old = { spec: { size: 11, ports: [{ name: "a", port: 70000 }] } };

  test("tolerates what was wrong before and did not change", () => {
    assert.deepEqual(texts({ spec: { ...old.spec, note: "ok" } }, old), []);
  });

  test("follows the items of a map-list by their keys when they move", () => {
    assert.deepEqual(texts({ spec: { ...old.spec, ports: [{ name: "b", port: 1 }, ...old.spec.ports] } }, old), []);
  });

  test("refuses what is newly wrong", () => {
    assert.deepEqual(texts({ spec: { size: 12 } }, old), [
      "spec.size: Invalid value: 12: spec.size in body should be less than or equal to 10",
    ]);
  });
});

test("limits that were read from JSON as bigints are limits like others", () => {
  const read = { type: "integer", minimum: -(2n ** 53n), maximum: 2n ** 53n } as unknown as StructuralSchema;
  const { validate } = compileSchema({ type: "object", properties: { n: read } });
  assert.deepEqual(validate({ n: 2n ** 53n }), []);
  assert.deepEqual(validate({ n: -(2n ** 53n) }), []);
  assert.deepEqual(validate({ n: 2n ** 53n + 1n }).map(String), [
    "n: Invalid value: 9007199254740993: n in body should be less than or equal to 9007199254740992",
  ]);
});
