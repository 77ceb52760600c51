/** Schemas that use what publishing treats in its own way. */
import type { Json } from "../conformance/answer.ts";

const text = { type: "string" };
const whole = { type: "integer" };

function spec(properties: Json, more: Json = {}): Json {
  return { type: "object", ...more, properties: { spec: { type: "object", properties } } };
}

export const typed = spec(
  {
    text: { ...text, title: "A text", minLength: 1, maxLength: 30, pattern: "^a+$", default: "aa" },
    moment: { ...text, format: "date-time" },
    choice: { ...text, enum: ["a", "b", ""], default: "" },
    count: {
      ...whole,
      format: "int32",
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 10,
      exclusiveMaximum: true,
      default: 1,
    },
    ratio: { type: "number", format: "double", multipleOf: 0.25, minimum: -1e21, maximum: 1e21, default: 0.5 },
    flag: { type: "boolean", default: false, example: false },
    emptyText: { ...text, example: "" },
    emptyMap: { type: "object", example: {}, default: {}, externalDocs: {} },
    emptyList: { type: "array", items: text, example: [], default: [] },
    nothing: { ...text, nullable: true, default: null, enum: ["a", null] },
    list: { type: "array", items: { ...whole, default: 3 }, minItems: 0, maxItems: 7, default: [1, 2] },
    map: { type: "object", additionalProperties: { ...text, default: "v" }, minProperties: 1, maxProperties: 3 },
    anyMap: { type: "object", additionalProperties: true },
    object: {
      type: "object",
      description: 'An object with <b>marks</b> & "quotes".',
      externalDocs: { url: "https://pintle.example/docs", description: "more" },
      example: { a: [1, null, { b: 0.5 }] },
      default: { a: { b: "x" }, n: null, m: { inner: "" } },
      required: ["a", "n", "m"],
      properties: {
        a: { type: "object", properties: { b: text } },
        n: { ...text, nullable: true },
        m: { type: "object", nullable: true, properties: { inner: text }, required: ["inner"] },
      },
    },
    nullableList: { type: "array", nullable: true, items: text },
    onlyNullable: { type: "object", required: ["a"], properties: { a: { ...text, nullable: true } } },
    mapOfNullable: { type: "object", required: ["a"], additionalProperties: { ...text, nullable: true } },
    unknown: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { known: text } },
    unknownUntyped: { "x-kubernetes-preserve-unknown-fields": true, description: "Anything at all." },
    unknownList: {
      type: "array",
      "x-kubernetes-preserve-unknown-fields": true,
      items: { type: "object", properties: { a: text } },
    },
    unknownItems: { type: "array", items: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  },
  { description: "Typed has values of all types.", required: ["spec"] },
);

const resource = { type: "object", "x-kubernetes-embedded-resource": true };

export const embedding = spec({
  plain: { ...resource, properties: { spec: { type: "object", properties: { a: text } } } },
  free: { ...resource, "x-kubernetes-preserve-unknown-fields": true },
  described: {
    ...resource,
    description: "A resource.",
    required: ["kind", "spec"],
    properties: {
      kind: { ...text, enum: ["Pod"] },
      apiVersion: text,
      metadata: { type: "object", properties: { name: { ...text, pattern: "^a" } } },
      spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  },
  many: { type: "array", items: { ...resource, nullable: true, properties: { a: text } } },
  named: { type: "object", additionalProperties: { ...resource, "x-kubernetes-preserve-unknown-fields": true } },
  nested: {
    ...resource,
    properties: { template: { ...resource, properties: { data: { type: "object", additionalProperties: text } } } },
  },
});

const either = [{ type: "integer" }, { type: "string" }];
const intOrString = { "x-kubernetes-int-or-string": true };

export const ports = spec({
  plain: intOrString,
  written: { ...intOrString, anyOf: either },
  inAllOf: { ...intOrString, allOf: [{ anyOf: either }, { pattern: "^[0-9]+%?$" }] },
  otherAnyOf: { ...intOrString, anyOf: [{ minimum: 1 }, { pattern: "%$" }], allOf: [{ maximum: 9 }] },
  onlyAllOf: { ...intOrString, allOf: [{ maximum: 9 }], pattern: "^a", maxLength: 8 },
  nullable: { ...intOrString, nullable: true, default: "10%" },
  list: { type: "array", items: { ...intOrString, description: "A port." } },
  map: { type: "object", additionalProperties: intOrString },
});

export const listing = spec({
  set: { type: "array", "x-kubernetes-list-type": "set", items: text },
  atomic: { type: "array", "x-kubernetes-list-type": "atomic", items: { type: "array", items: whole } },
  map: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name", "protocol"],
    items: {
      type: "object",
      required: ["name"],
      properties: { name: text, protocol: { ...text, default: "TCP" }, port: { ...whole, format: "int64" } },
    },
  },
  atomicMap: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text } },
  granularMap: { type: "object", "x-kubernetes-map-type": "granular", additionalProperties: text },
  atomicItems: {
    type: "array",
    "x-kubernetes-list-type": "set",
    items: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text } },
  },
});

export const composed = spec({
  any: { ...text, anyOf: [{ minLength: 3 }, { enum: ["a", "b"] }], description: "One or the other." },
  one: {
    type: "object",
    properties: { a: text, b: { type: "array", items: whole }, c: { type: "object", additionalProperties: text } },
    oneOf: [
      { required: ["a"], not: { required: ["b"] } },
      { required: ["b"], properties: { a: { maxLength: 2 }, b: { items: { minimum: 2 }, minItems: 1 } } },
      { properties: { c: { minProperties: 1 } } },
    ],
  },
  all: { ...whole, allOf: [{ minimum: 1, exclusiveMinimum: true }, { not: { enum: [5, 7] } }, {}] },
  not: { ...text, not: { pattern: "^no", anyOf: [{ format: "uuid" }, { maxLength: 0 }] } },
  items: { type: "array", items: { ...text, oneOf: [{ format: "ipv4" }, { format: "ipv6" }] } },
  nullable: { ...text, nullable: true, anyOf: [{ minLength: 1 }] },
});

export const ruled = {
  ...spec({
    low: { ...whole, "x-kubernetes-validations": [{ rule: "self > 0" }, { rule: "self < 10", message: "too <high>" }] },
    high: {
      ...whole,
      "x-kubernetes-validations": [
        {
          rule: "!oldSelf.hasValue() || self >= oldSelf.value()",
          messageExpression: "'it only ' + 'grows'",
          reason: "FieldValueInvalid",
          optionalOldSelf: true,
        },
      ],
    },
  }),
  "x-kubernetes-validations": [
    { rule: "self.spec.low < self.spec.high", fieldPath: ".spec.low" },
    { rule: "self.spec.low >= oldSelf.spec.low", optionalOldSelf: false },
  ],
};

/** Names that mean something elsewhere are names of fields like any other. */
export const odd = spec({
  ["__proto__"]: text,
  constructor: whole,
  toString: text,
  $ref: { ...text, default: "#/definitions/x" },
  default: { ...text, default: "d" },
  description: text,
  nullable: { type: "boolean" },
  items: { type: "object", properties: { properties: { type: "array", items: text } } },
  "x-kubernetes-embedded-resource": { type: "boolean" },
});
