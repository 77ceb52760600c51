/** Definitions whose schemas are structural or not: types, properties, junctors, metadata, keywords that are not supported. */
import { acceptedRoots, acceptedSchemas, refusedRoots, refusedSchemas } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const object = { type: "object" };
const objectOf = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const whole = [
  ...acceptedRoots({
    "an object without properties": object,
    "the properties of every object named": objectOf({ apiVersion: text, kind: text, metadata: object }),
    "descriptions and titles at the root": { type: "object", title: "Widget", description: "A widget." },
    "names restricted by a pattern": objectOf({
      metadata: objectOf({ name: { type: "string", pattern: "^[a-z]+$" } }),
    }),
    "names and generated names restricted by a length": objectOf({
      metadata: objectOf({ name: { type: "string", maxLength: 5 }, generateName: { type: "string", maxLength: 4 } }),
    }),
    "required properties that are not named": { type: "object", required: ["spec"] },
    "all unknown fields preserved": { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    "a spec and a status": objectOf(
      { spec: objectOf({ size: integer }), status: objectOf({ ready: integer }) },
      { required: ["spec"] },
    ),
    "a pattern on kind": objectOf({ kind: { type: "string", enum: ["Widget"] } }),
    "external documentation and an example": {
      type: "object",
      externalDocs: { url: "https://example.com", description: "more" },
      example: { spec: 1 },
    },
  }),
  ...refusedRoots({
    "a schema that says where it is from": { type: "object", $schema: "http://json-schema.org/draft-04/schema#" },
    "no unknown fields preserved, said": { type: "object", "x-kubernetes-preserve-unknown-fields": false },
    "a whole object of no type": {},
    "a whole object that is a string": text,
    "a whole object that is a list": { type: "array", items: text },
    "a whole object that may be null": { type: "object", nullable: true },
    "a whole object with any further properties": { type: "object", additionalProperties: true },
    "a whole object with further strings": { type: "object", additionalProperties: text },
    "a whole object with a default": { type: "object", default: {} },
    "metadata with labels": objectOf({ metadata: objectOf({ labels: object }) }),
    "metadata with a name and labels": objectOf({ metadata: objectOf({ name: text, labels: object }) }),
    "metadata that is a string": objectOf({ metadata: text }),
    "metadata with a description": objectOf({ metadata: { type: "object", description: "its metadata" } }),
    "metadata with required fields": objectOf({ metadata: { type: "object", required: ["labels"] } }),
    "metadata with a default": objectOf({ metadata: { type: "object", default: {} } }),
    "a name with a default": objectOf({ metadata: objectOf({ name: { type: "string", default: "a" } }) }),
    "a kind that is a number": objectOf({ kind: integer }),
    "an apiVersion that is an object": objectOf({ apiVersion: object }),
    "a kind with a default": objectOf({ kind: { type: "string", default: "Widget" } }),
    "metadata in a junctor": {
      type: "object",
      properties: { metadata: object },
      allOf: [{ properties: { metadata: { required: ["labels"] } } }],
    },
    "a type that does not exist": { type: "thing" },
    "a property that only a junctor of the whole has": {
      type: "object",
      properties: { spec: object },
      anyOf: [{ properties: { other: { minProperties: 1 } } }],
    },
    "a property of the spec that only a junctor of the whole has": {
      type: "object",
      properties: { spec: objectOf({ b: text }) },
      allOf: [{ properties: { spec: { required: ["c"], properties: { c: { minLength: 1 } } } } }],
    },
    "items that only a junctor of the whole has": {
      type: "object",
      properties: { spec: object },
      not: { properties: { spec: { items: { minLength: 1 } } } },
    },
    "several types": { type: ["object", "null"] },
    "a schema that is a list": [],
    "a schema that is a text": "object",
    null: null,
  }),
];

const types = [
  ...acceptedSchemas({
    "a string": text,
    "an integer": integer,
    "a number": { type: "number" },
    "a boolean": { type: "boolean" },
    "a list of strings": { type: "array", items: text },
    "a list of lists": { type: "array", items: { type: "array", items: text } },
    "a map of strings": { type: "object", additionalProperties: text },
    "a map of maps": { type: "object", additionalProperties: { type: "object", additionalProperties: integer } },
    "an object of objects": objectOf({ b: objectOf({ c: text }) }),
    "a nullable string": { type: "string", nullable: true },
    "anything, which is preserved": { "x-kubernetes-preserve-unknown-fields": true },
    "an object that may have any further properties": { type: "object", additionalProperties: true },
    "a map that takes nothing": { type: "object", additionalProperties: false },
    "properties beside any further ones": { type: "object", properties: { b: text }, additionalProperties: true },
    "properties with odd names": objectOf({ "a-b": text, "a.b": text, "a/b": text, "": text, $ref: text, ä: text }),
    "a property called properties": objectOf({
      properties: objectOf({ type: text }),
      items: { type: "array", items: text },
    }),
    "a nested property called metadata": objectOf({ metadata: objectOf({ labels: object }) }),
    "a title, a description and an example": { type: "string", title: "A", description: "An a.", example: "x" },
  }),
  ...refusedSchemas({
    "a property of no type": {},
    "a property that has only a description": { description: "something" },
    "a property that is null": { type: "null" },
    "a type in capitals": { type: "String" },
    "a list without items": { type: "array" },
    "a list whose items have no type": { type: "array", items: {} },
    "a list with several items": { type: "array", items: [text, integer] },
    "a map whose values have no type": { type: "object", additionalProperties: {} },
    "properties and further strings": { type: "object", properties: { b: text }, additionalProperties: text },
    "properties and nothing else": { type: "object", properties: { b: text }, additionalProperties: false },
    "a property of a property without a type": objectOf({ b: {} }),
    "a property that is true": true,
    "properties of a string": { type: "string", properties: { b: {} } },
    "unique items": { type: "array", items: text, uniqueItems: true },
    "a reference": { $ref: "#/definitions/a" },
    "a reference beside a type": { type: "string", $ref: "#/definitions/a" },
    "an id": { type: "string", id: "a" },
    definitions: { type: "object", definitions: { b: text } },
    dependencies: { type: "object", properties: { b: text }, dependencies: { b: ["c"] } },
    "pattern properties": { type: "object", patternProperties: { "^a": text } },
    "additional items": { type: "array", items: text, additionalItems: text },
    "no additional items": { type: "array", items: text, additionalItems: false },
  }),
];

const junctors = [
  ...acceptedSchemas({
    "all of some bounds": { type: "integer", allOf: [{ minimum: 1 }, { maximum: 5 }] },
    "any of some lengths": { type: "string", anyOf: [{ maxLength: 1 }, { minLength: 5 }] },
    "one of some patterns": { type: "string", oneOf: [{ pattern: "^a" }, { pattern: "b$" }] },
    "not an enum": { type: "string", not: { enum: ["a"] } },
    "one of some required properties": objectOf(
      { b: text, c: text },
      { oneOf: [{ required: ["b"] }, { required: ["c"] }] },
    ),
    "restricted properties in a junctor": objectOf(
      { b: integer },
      { anyOf: [{ properties: { b: { minimum: 1 } } }, { not: { required: ["b"] } }] },
    ),
    "restricted items in a junctor": { type: "array", items: integer, allOf: [{ items: { maximum: 3 } }] },
    "junctors in junctors": {
      type: "integer",
      anyOf: [{ allOf: [{ minimum: 1 }, { not: { maximum: 3 } }] }, { oneOf: [{ enum: [0] }] }],
    },
    "a format in a junctor": { type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] },
    "no further properties in allOf": { type: "object", allOf: [{ additionalProperties: false }] },
    "a property that only a junctor has": objectOf({ b: text }, { anyOf: [{ properties: { c: { minLength: 1 } } }] }),
    "items that only a junctor has": { type: "object", anyOf: [{ items: { minLength: 1 } }] },
    "no junctors in lists": { type: "string", allOf: [], anyOf: [], oneOf: [] },
  }),
  ...refusedSchemas({
    "a type in allOf": { type: "integer", allOf: [{ type: "integer" }] },
    "a type in anyOf": { anyOf: [{ type: "integer" }, { type: "string" }] },
    "a type in anyOf beside its own": { type: "string", anyOf: [{ type: "string" }, { type: "string" }] },
    "a type in not": { type: "string", not: { type: "integer" } },
    "a title in oneOf": { type: "string", oneOf: [{ title: "a" }] },
    "a description in allOf": { type: "string", allOf: [{ description: "a" }] },
    "a default in anyOf": { type: "string", anyOf: [{ default: "a" }] },
    "null allowed in anyOf": { type: "string", anyOf: [{ nullable: true }] },
    "further properties in allOf": { type: "object", allOf: [{ additionalProperties: { minLength: 1 } }] },
    "a type deep in a junctor": objectOf({ b: text }, { not: { properties: { b: { type: "string" } } } }),
    "unknown fields preserved in a junctor": {
      type: "object",
      allOf: [{ "x-kubernetes-preserve-unknown-fields": true }],
    },
    "an embedded resource in a junctor": { type: "object", allOf: [{ "x-kubernetes-embedded-resource": true }] },
    "integers or strings in a junctor": { type: "string", allOf: [{ "x-kubernetes-int-or-string": true }] },
    "a list type in a junctor": { type: "array", items: text, allOf: [{ "x-kubernetes-list-type": "set" }] },
    "map keys in a junctor": { type: "array", items: text, allOf: [{ "x-kubernetes-list-map-keys": ["b"] }] },
    "a map type in a junctor": { type: "object", allOf: [{ "x-kubernetes-map-type": "atomic" }] },
    "a rule in a junctor": { type: "object", allOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }] },
    "metadata in a nested junctor": objectOf(
      { metadata: object },
      { anyOf: [{ properties: { metadata: { maxProperties: 1 } } }] },
    ),
    "a bad pattern in a junctor": { type: "string", not: { pattern: "(" } },
    "several errors in one junctor": {
      type: "string",
      anyOf: [{ type: "string", title: "a", description: "b", nullable: true }],
    },
  }),
];

export const sequences: readonly Sequence[] = [...whole, ...types, ...junctors];
