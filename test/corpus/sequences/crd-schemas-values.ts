/** Definitions whose schemas restrict values or give defaults: keywords, formats, enums, defaults and how they fit. */
import { acceptedSchemas, refusedSchemas } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const objectOf = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const preserve = { "x-kubernetes-preserve-unknown-fields": true };
const formats = [
  "bsonobjectid",
  "uri",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "cidr",
  "mac",
  "uuid",
  "uuid3",
  "uuid4",
  "uuid5",
  "isbn",
  "isbn10",
  "isbn13",
  "creditcard",
  "ssn",
  "hexcolor",
  "rgbcolor",
  "byte",
  "password",
  "date",
  "duration",
  "datetime",
  "date-time",
  "k8s-short-name",
  "k8s-long-name",
  "int32",
  "colour",
];

const keywords = [
  ...acceptedSchemas({
    "bounds on an integer": { type: "integer", minimum: 1, maximum: 10 },
    "exclusive bounds": { type: "integer", minimum: 1, maximum: 10, exclusiveMinimum: true, exclusiveMaximum: true },
    "bounds that nothing meets": { type: "integer", minimum: 10, maximum: 1 },
    "bounds with a fraction on a number": { type: "number", minimum: 0.5, maximum: 1e10 },
    "a multiple": { type: "number", multipleOf: 0.5 },
    "lengths of a string": { type: "string", minLength: 1, maxLength: 63 },
    "a pattern": { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    "a pattern with flags and classes": { type: "string", pattern: "(?i)^\\p{L}+$" },
    "sizes of a list": { type: "array", items: text, minItems: 1, maxItems: 5 },
    "sizes of a map": { type: "object", additionalProperties: text, minProperties: 1, maxProperties: 5 },
    "required properties": objectOf({ b: text }, { required: ["b"] }),
    "a required property that is not named": objectOf({ b: text }, { required: ["c"] }),
    "the same property required twice": objectOf({ b: text }, { required: ["b", "b"] }),
    "an enum of strings": { type: "string", enum: ["a", "b"] },
    "an enum of numbers": { type: "integer", enum: [1, 2] },
    "an enum with null": { type: "string", nullable: true, enum: ["a", null] },
    "an enum that has a value twice": { type: "string", enum: ["a", "a"] },
    "an empty enum": { type: "string", enum: [] },
    "an enum of another type": { type: "string", enum: [1, true] },
    "an enum of objects": objectOf({ b: text }, { enum: [{ b: "x" }] }),
    "keywords of other types": { type: "string", minimum: 1, minItems: 2, required: ["b"] },
    "a negative length": { type: "string", maxLength: -1 },
    "uniqueItems that are not": { type: "array", items: text, uniqueItems: false },
  }),
  ...refusedSchemas({
    "a pattern that does not parse": { type: "string", pattern: "(" },
    "a pattern that looks ahead": { type: "string", pattern: "^(?=a)" },
    "a pattern that refers back": { type: "string", pattern: "(a)\\1" },
    "a pattern that repeats too often": { type: "string", pattern: "a{1001}" },
    "a minimum that is a text": { type: "integer", minimum: "1" },
    "a length with a fraction": { type: "string", maxLength: 1.5 },
    "a required that is a flag": objectOf({ b: text }, { required: true }),
    "an exclusive bound that is a number": { type: "integer", exclusiveMinimum: 1 },
    "an enum that is a text": { type: "string", enum: "a" },
    "a type that is a list": { type: ["string", "null"] },
    "nullable that is a text": { type: "string", nullable: "yes" },
    "properties that are a list": { type: "object", properties: [text] },
  }),
];

const defaults = [
  ...acceptedSchemas({
    "a default text": { type: "string", default: "a" },
    "a default number": { type: "number", default: 1 },
    "a default list": { type: "array", items: text, default: ["a"] },
    "a default object": objectOf({ b: text }, { default: { b: "x" } }),
    "an empty default with defaults inside": objectOf({ b: { type: "string", default: "x" } }, { default: {} }),
    "a default for items": { type: "array", items: { type: "string", default: "a" } },
    "a default for map values": { type: "object", additionalProperties: { type: "string", default: "a" } },
    "null as a default where it is allowed": { type: "string", nullable: true, default: null },
    "null as a default where it is not allowed": { type: "string", default: null },
    "a default with unknown fields that are preserved": { type: "object", ...preserve, default: { b: 1 } },
    "a default that the rule takes": {
      type: "integer",
      default: 2,
      "x-kubernetes-validations": [{ rule: "self > 1" }],
    },
    "a default that was never there before": {
      type: "integer",
      default: 2,
      "x-kubernetes-validations": [{ rule: "self >= oldSelf" }],
    },
    "a default of the format": { type: "string", format: "date-time", default: "2001-02-03T04:05:06Z" },
    "a default of the enum": { type: "string", enum: ["a", "b"], default: "b" },
    "a default set with duplicates": {
      type: "array",
      items: text,
      "x-kubernetes-list-type": "set",
      default: ["a", "a"],
    },
    "a default of zero": { type: "integer", default: 0 },
    "a default in a required property": objectOf({ b: { type: "string", default: "x" } }, { required: ["b"] }),
  }),
  ...refusedSchemas({
    "a default without a required property that has a default": objectOf(
      { b: { type: "string", default: "x" } },
      { required: ["b"], default: {} },
    ),
    "a default of another type": { type: "string", default: 1 },
    "a default with a fraction for an integer": { type: "integer", default: 1.5 },
    "a default text for an integer": { type: "integer", default: "1" },
    "a default below the minimum": { type: "integer", minimum: 5, default: 1 },
    "a default that does not match": { type: "string", pattern: "^a", default: "b" },
    "a default that is too long": { type: "string", maxLength: 1, default: "ab" },
    "a default that is not in the enum": { type: "string", enum: ["a"], default: "b" },
    "a default that is not of the format": { type: "string", format: "ipv4", default: "::1" },
    "a default that lacks a required property": objectOf({ b: text }, { required: ["b"], default: {} }),
    "a default with unknown fields": objectOf({ b: text }, { default: { b: "x", c: 1 } }),
    "a default with unknown fields in an item": { type: "array", items: objectOf({ b: text }), default: [{ c: 1 }] },
    "a default with items of another type": { type: "array", items: text, default: [1] },
    "a default with too many items": { type: "array", items: text, maxItems: 1, default: ["a", "b"] },
    "a default that the rule does not take": {
      type: "integer",
      default: 1,
      "x-kubernetes-validations": [{ rule: "self > 1" }],
    },
    "a default that makes the rule fail": {
      type: "integer",
      default: 0,
      "x-kubernetes-validations": [{ rule: "1 / self == 1" }],
    },
    "a default that an optional old value does not take": {
      type: "integer",
      default: 1,
      "x-kubernetes-validations": [{ rule: "oldSelf.hasValue() || self > 1", optionalOldSelf: true }],
    },
    "a default that meets none of oneOf": { type: "integer", oneOf: [{ minimum: 5 }, { maximum: 0 }], default: 3 },
  }),
];

export const sequences: readonly Sequence[] = [
  ...keywords,
  ...acceptedSchemas(
    Object.fromEntries(formats.map((format) => [`a string of the format ${format}`, { type: "string", format }])),
  ),
  ...acceptedSchemas(
    Object.fromEntries(
      ["int32", "int64", "float"].map((format) => [`an integer of the format ${format}`, { ...integer, format }]),
    ),
  ),
  ...defaults,
];
