/** Definitions whose schemas use Kubernetes' extensions: embedded resources, int-or-string, list types and keys, map types. */
import { acceptedSchemas, refusedSchemas } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const embedded = "x-kubernetes-embedded-resource";
const preserve = "x-kubernetes-preserve-unknown-fields";
const intOrString = "x-kubernetes-int-or-string";
const eitherType = [{ type: "integer" }, { type: "string" }];
const listType = "x-kubernetes-list-type";
const listKeys = "x-kubernetes-list-map-keys";
const mapType = "x-kubernetes-map-type";

const listOf = (items: object, more: object) => ({ type: "array", items, ...more });
const keyed = (properties: object, keys: readonly string[], more: object = { required: keys }) =>
  listOf({ type: "object", properties, ...more }, { [listType]: "map", [listKeys]: keys });

const embeddedResources = [
  ...acceptedSchemas({
    "an embedded resource of any kind": { type: "object", [embedded]: true, [preserve]: true },
    "an embedded resource with properties": {
      type: "object",
      [embedded]: true,
      properties: { spec: { type: "object" } },
    },
    "an embedded resource with its own metadata named": {
      type: "object",
      [embedded]: true,
      properties: { apiVersion: text, kind: text, metadata: { type: "object" } },
    },
    "an embedded resource that restricts labels": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      properties: {
        metadata: { type: "object", properties: { labels: { type: "object", additionalProperties: text } } },
      },
    },
    "an embedded resource in a list": listOf({ type: "object", [embedded]: true, [preserve]: true }, {}),
    "an embedded resource in an embedded resource": {
      type: "object",
      [embedded]: true,
      properties: { spec: { type: "object", [embedded]: true, [preserve]: true } },
    },
    "an embedded resource with a default": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      default: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
    },
    "an embedded kind with a default": {
      type: "object",
      [embedded]: true,
      properties: { kind: { type: "string", default: "Pod" }, apiVersion: { type: "string", default: "v1" } },
    },
    "a default for an embedded name that is none": {
      type: "object",
      [embedded]: true,
      properties: { metadata: { type: "object", properties: { name: { type: "string", default: "A b" } } } },
    },
    "an embedded default with a bad name": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      default: { apiVersion: "v1", kind: "Pod", metadata: { name: "A b" } },
    },
    "embedded resources that are none": { type: "object", [embedded]: false },
  }),
  ...refusedSchemas({
    "an embedded resource without properties": { type: "object", [embedded]: true },
    "an embedded resource of no type": { [embedded]: true, [preserve]: true },
    "an embedded resource that is a string": { type: "string", [embedded]: true },
    "an embedded resource that is a map": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      additionalProperties: text,
    },
    "an embedded resource whose kind is a number": { type: "object", [embedded]: true, properties: { kind: integer } },
    "an embedded resource whose metadata is a string": {
      type: "object",
      [embedded]: true,
      properties: { metadata: text },
    },
    "an embedded default without a kind": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      default: { apiVersion: "v1" },
    },
    "an embedded default with bad metadata": {
      type: "object",
      [embedded]: true,
      [preserve]: true,
      default: { apiVersion: "v1", kind: "Pod", metadata: { labels: 1 } },
    },
    "a default for embedded labels in a map": {
      type: "object",
      [embedded]: true,
      properties: {
        metadata: {
          type: "object",
          properties: { labels: { type: "object", additionalProperties: { type: "string", default: "a" } } },
        },
      },
    },
  }),
];

const integersOrStrings = [
  ...acceptedSchemas({
    "an integer or a string": { [intOrString]: true },
    "an integer or a string, both named": { [intOrString]: true, anyOf: eitherType },
    "an integer or a string, named in allOf": {
      [intOrString]: true,
      allOf: [{ anyOf: eitherType }, { pattern: "^[0-9]+%?$" }],
    },
    "an integer or a string with a pattern": { [intOrString]: true, pattern: "^a" },
    "an integer or a string with bounds": { [intOrString]: true, minimum: 1, maxLength: 3 },
    "an integer or a string with a default": { [intOrString]: true, default: "50%" },
    "an integer or a string with an integer as default": { [intOrString]: true, default: 5 },
    "an integer or a string with a number as default": { [intOrString]: true, default: 1.5 },
    "an integer or a string with a boolean as default": { [intOrString]: true, default: true },
    "an integer or a string of one type": { type: "string", [intOrString]: true },
    "integers or strings in a map": { type: "object", additionalProperties: { [intOrString]: true } },
  }),
  ...refusedSchemas({
    "an integer or a string in the other order": { [intOrString]: true, anyOf: eitherType.toReversed() },
    "an integer or a string or a boolean": { [intOrString]: true, anyOf: [...eitherType, { type: "boolean" }] },
    "an integer or a string named second in allOf": {
      [intOrString]: true,
      allOf: [{ pattern: "a" }, { anyOf: eitherType }],
    },
    "both types without the extension": { anyOf: eitherType },
    "an integer or a string with unknown fields": { [intOrString]: true, [preserve]: true },
    "an integer or a string that is embedded": {
      type: "object",
      [intOrString]: true,
      [embedded]: true,
      [preserve]: true,
    },
  }),
];

const lists = [
  ...acceptedSchemas({
    "an atomic list": listOf(text, { [listType]: "atomic" }),
    "a set of strings": listOf(text, { [listType]: "set" }),
    "a set of atomic lists": listOf(listOf(text, { [listType]: "atomic" }), { [listType]: "set" }),
    "a set of atomic objects": listOf(
      { type: "object", [mapType]: "atomic", properties: { b: text } },
      { [listType]: "set" },
    ),
    "a list by key": keyed({ name: text, port: integer }, ["name"]),
    "a set of lists of no type": listOf(listOf(text, {}), { [listType]: "set" }),
    "a list by two keys": keyed({ name: text, port: integer }, ["name", "port"]),
    "a list by a key with a default": keyed({ name: { type: "string", default: "a" } }, ["name"], {}),
    "a list by a required key and one with a default": keyed(
      { name: text, protocol: { type: "string", default: "TCP" } },
      ["name", "protocol"],
      { required: ["name"] },
    ),
    "a list by a number": keyed({ weight: { type: "number" } }, ["weight"]),
    "a list by a boolean": keyed({ on: { type: "boolean" } }, ["on"]),
    "a list by an integer or a string": keyed({ port: { [intOrString]: true } }, ["port"]),
    "a granular map": { type: "object", [mapType]: "granular", additionalProperties: text },
    "an atomic map": { type: "object", [mapType]: "atomic", additionalProperties: text },
    "an atomic object": { type: "object", [mapType]: "atomic", properties: { b: text } },
  }),
  ...refusedSchemas({
    "a list type that does not exist": listOf(text, { [listType]: "bag" }),
    "a list type on an object": { type: "object", [listType]: "set" },
    "a list type on a string": { type: "string", [listType]: "atomic" },
    "keys on an atomic list": listOf(
      { type: "object", properties: { name: text } },
      { [listType]: "atomic", [listKeys]: ["name"] },
    ),
    "keys on a set": listOf(text, { [listType]: "set", [listKeys]: ["name"] }),
    "keys without a list type": listOf({ type: "object", properties: { name: text } }, { [listKeys]: ["name"] }),
    "keys on an object": { type: "object", properties: { name: text }, [listKeys]: ["name"] },
    "a list by key without keys": listOf({ type: "object", properties: { name: text } }, { [listType]: "map" }),
    "a list by key with an empty list of keys": keyed({ name: text }, []),
    "a list of strings by key": listOf(text, { [listType]: "map", [listKeys]: ["name"] }),
    "a list by a key that the items lack": keyed({ name: text }, ["id"]),
    "a list by a key that is an object": keyed({ name: { type: "object" } }, ["name"]),
    "a list by a key that is a list": keyed({ name: listOf(text, {}) }, ["name"]),
    "a list by the same key twice": keyed({ name: text }, ["name", "name"]),
    "a list by a key that may be absent": keyed({ name: text }, ["name"], {}),
    "a list by a key that may be null": keyed({ name: { type: "string", nullable: true } }, ["name"]),
    "a list by key whose items may be null": listOf(
      { type: "object", nullable: true, properties: { name: text }, required: ["name"] },
      { [listType]: "map", [listKeys]: ["name"] },
    ),
    "a set whose items may be null": listOf({ type: "string", nullable: true }, { [listType]: "set" }),
    "a set of granular objects": listOf({ type: "object", properties: { b: text } }, { [listType]: "set" }),
    "a set of sets": listOf(listOf(text, { [listType]: "set" }), { [listType]: "set" }),
    "a map type that does not exist": { type: "object", [mapType]: "loose" },
    "a map type on a string": { type: "string", [mapType]: "atomic" },
    "a map type on a list": listOf(text, { [mapType]: "atomic" }),
    "unknown fields said not to be preserved below the root": { type: "object", [preserve]: false },
    "a list type that is a number": listOf(text, { [listType]: 1 }),
    "keys that are a text": listOf(text, { [listType]: "map", [listKeys]: "name" }),
  }),
];

export const sequences: readonly Sequence[] = [...embeddedResources, ...integersOrStrings, ...lists];
