/** What schemas without rules say about objects: each keyword with values that it takes and values that it refuses. */

import type { Json } from "../../conformance/answer.ts";
import {
  byKey,
  changes,
  integer,
  listOf,
  mapOf,
  number,
  objectOf,
  type RuledProperty,
  rules,
  text,
  texts,
} from "../rules.ts";
import type { Sequence } from "../sequence.ts";

/** A property without a rule of its own. */
const plain = (schema: Json, holds: readonly Json[], fails: readonly Json[]): RuledProperty => [
  schema,
  [],
  holds,
  fails,
];
const format = (name: string, holds: readonly Json[], fails: readonly Json[]) =>
  plain({ type: "string", format: name }, holds, fails);
const preserve = { "x-kubernetes-preserve-unknown-fields": true };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true, ...preserve };

export const sequences: readonly Sequence[] = [
  rules("objects: types", {
    string: plain({ type: "string" }, ["", "a"], [1, true, [], {}]),
    integer: plain(integer, [0, -1, 1.0, 1e3], ["1", 1.5, true]),
    number: plain(number, [0, 1.5, 1e300], ["1", true]),
    boolean: plain({ type: "boolean" }, [true], ["true", 1, 0]),
    array: plain(texts, [[], ["a"]], ["a", {}, [1], ["a", null]]),
    object: plain(objectOf({ a: text }), [{}, { a: "b" }], ["a", [], { a: 1 }, 1]),
    map: plain(mapOf(integer), [{}, { a: 1 }, { a: null }], [{ a: "1" }, []]),
    nulls: plain(text, [null], []),
    nullable: plain({ ...text, nullable: true }, [null, "a"], [1]),
    nullsInObject: plain(objectOf({ a: text, b: { ...text, nullable: true } }), [{ a: null, b: null }], []),
    anything: plain(preserve, [1, "a", null, { a: { b: [1] } }, [1, "a"]], []),
    intOrString: plain({ "x-kubernetes-int-or-string": true }, [1, "a"], [1.5, true, {}]),
  }),
  rules("objects: numbers and texts", {
    minimum: plain({ ...integer, minimum: 1 }, [1], [0, -1]),
    maximum: plain({ ...number, maximum: 1.5 }, [1.5], [1.6]),
    exclusive: plain(
      { ...integer, minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
      [2],
      [1, 3],
    ),
    multipleOf: plain({ ...number, multipleOf: 0.5 }, [1.5, 2.5], [1.2, 1]),
    minLength: plain({ type: "string", minLength: 2 }, ["ab", "äö"], ["a", ""]),
    maxLength: plain({ type: "string", maxLength: 2 }, ["ab", "👍👍"], ["abc"]),
    pattern: plain({ type: "string", pattern: "^a+$" }, ["aa"], ["", "ab"]),
    patternAnywhere: plain({ type: "string", pattern: "b" }, ["abc"], ["ac"]),
    enum: plain({ type: "string", enum: ["a", "b"] }, ["a"], ["c", ""]),
    enumOfNumbers: plain({ ...integer, enum: [1, 2] }, [1], [3]),
    int32: plain({ ...integer, format: "int32" }, [2147483647], [2147483648]),
    int64: plain({ ...integer, format: "int64" }, [9007199254740991], [1e19]),
  }),
  rules("objects: lists, maps and junctors", {
    minItems: plain({ type: "array", items: text, minItems: 1 }, [["a"]], [[]]),
    maxItems: plain({ type: "array", items: text, maxItems: 1 }, [[]], [["a", "b"]]),
    minProperties: plain({ type: "object", additionalProperties: text, minProperties: 1 }, [{ a: "" }], [{}]),
    maxProperties: plain({ type: "object", additionalProperties: text, maxProperties: 1 }, [{}], [{ a: "", b: "" }]),
    required: plain(objectOf({ a: text, b: text }, { required: ["a"] }), [{ a: "" }], [{}, { b: "" }]),
    set: plain(
      listOf(text, { "x-kubernetes-list-type": "set" }),
      [["a", "b"]],
      [
        ["a", "a"],
        ["a", "b", "a", "b"],
      ],
    ),
    setOfNumbers: plain(listOf(number, { "x-kubernetes-list-type": "set" }), [[1, 2]], [[1, 1.0]]),
    keyed: plain(
      byKey("name", { name: text, a: text }),
      [[{ name: "a" }, { name: "b" }]],
      [[{ name: "a" }, { name: "a", a: "" }], [{ a: "" }]],
    ),
    allOf: plain({ ...integer, allOf: [{ minimum: 1 }, { maximum: 5 }] }, [3], [0, 6]),
    anyOf: plain({ ...integer, anyOf: [{ maximum: 1 }, { minimum: 5 }] }, [0, 6], [3]),
    oneOf: plain({ ...integer, oneOf: [{ maximum: 5 }, { minimum: 3 }] }, [1, 6], [4]),
    not: plain({ type: "string", not: { pattern: "^a" } }, ["b"], ["a"]),
    oneOfRequired: plain(
      objectOf({ a: text, b: text }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
      [{ a: "" }],
      [{}, { a: "", b: "" }],
    ),
    nothingElse: plain({ type: "object", additionalProperties: false }, [{}], [{ a: 1 }]),
  }),
  rules("objects: formats", {
    date: format("date", ["2001-02-03"], ["2001-02-30", "x"]),
    dateTime: format("date-time", ["2001-02-03T04:05:06Z", "2001-02-03T04:05:06+01:00"], ["2001-02-03", "x"]),
    duration: format("duration", ["1h", "3 days"], ["x", ""]),
    byte: format("byte", ["aGk="], ["aGk", "%"]),
    ipv4: format("ipv4", ["192.168.0.1"], ["::1", "1.2.3"]),
    ipv6: format("ipv6", ["::1"], ["192.168.0.1", "x"]),
    cidr: format("cidr", ["192.168.0.0/16"], ["192.168.0.0"]),
    mac: format("mac", ["00:00:5e:00:53:01"], ["00:00"]),
    email: format("email", ["a@example.com"], ["a"]),
    hostname: format("hostname", ["a.example.com"], ["a_b", "-a"]),
    uri: format("uri", ["https://a"], ["a"]),
    uuid: format("uuid", ["11111111-1111-1111-1111-111111111111"], ["1"]),
    hexcolor: format("hexcolor", ["#fff", "#a1b2c3"], ["red"]),
    rgbcolor: format("rgbcolor", ["rgb(1,2,3)"], ["rgb(1,2)"]),
    isbn: format("isbn", ["0-306-40615-2"], ["1"]),
    creditcard: format("creditcard", ["4111111111111111"], ["4111"]),
    ssn: format("ssn", ["111-11-1111"], ["111"]),
    password: format("password", ["x", ""], []),
    unknown: format("colour", ["x"], []),
  }),
  rules("objects: pruning and defaults", {
    unknown: plain(objectOf({ a: text }), [{ a: "x", b: 1, c: { d: 1 } }], []),
    unknownInList: plain(listOf(objectOf({ a: text })), [[{ b: 1 }, { a: "x", b: 1 }]], []),
    preserved: plain(
      objectOf({ a: objectOf({ b: text }) }, preserve),
      [{ c: 1, a: { b: "x", d: 1 } }],
      [{ a: { b: 1 } }],
    ),
    preservedInside: plain(objectOf({ a: { type: "object", ...preserve } }), [{ a: { b: { c: 1 } }, d: 1 }], []),
    map: plain(mapOf(objectOf({ a: text })), [{ x: { a: "1", b: 2 } }], []),
    defaults: plain(
      objectOf({ a: { ...text, default: "x" }, b: { ...integer, default: 0 } }),
      [{}, { a: "y" }, { a: null }],
      [],
    ),
    defaultsInside: plain(
      objectOf({ a: objectOf({ b: { ...text, default: "x" } }) }),
      [{}, { a: {} }, { a: null }],
      [],
    ),
    defaultsAllTheWay: plain(
      objectOf({ a: objectOf({ b: { ...text, default: "x" } }, { default: {} }) }),
      [{}, { a: { b: null } }],
      [],
    ),
    defaultsInList: plain(listOf(objectOf({ a: { ...integer, default: 1 } })), [[{}, { a: 2 }], []], []),
    defaultItems: plain(listOf({ ...text, default: "x" }), [["a", null]], []),
    defaultsInMap: plain(mapOf({ ...text, default: "x" }), [{ a: null, b: "y" }], []),
    nullableDefault: plain(objectOf({ a: { ...text, nullable: true, default: "x" } }), [{ a: null }, {}], []),
    embedded: plain(
      embedded,
      [{ apiVersion: "v1", kind: "Pod", metadata: { name: "A_", labels: { a: "b" }, unknown: 1 }, spec: { x: 1 } }],
      [{}, { apiVersion: "a/b/c", kind: "Pod" }, { apiVersion: "v1", kind: "p o d" }],
    ),
  }),
  changes("objects: what an update need not meet", {
    unchangedList: [
      listOf({ ...text, maxLength: 3 }, { "x-kubernetes-list-type": "atomic" }),
      [],
      [[["abc"], ["ab"]]],
      [[["abc"], ["abcd"]]],
    ],
    keyedItem: [
      byKey("name", { name: text, size: { ...integer, maximum: 5 } }),
      [],
      [[[{ name: "a", size: 5 }], [{ name: "a", size: 1 }]]],
      [[[{ name: "a", size: 5 }], [{ name: "a", size: 6 }]]],
    ],
    defaultIsBack: [objectOf({ a: { ...text, default: "x" } }), [], [[{ a: "y" }, {}]], []],
    prunedOnUpdate: [objectOf({ a: text }), [], [[{ a: "y" }, { a: "y", b: 1 }]], []],
  }),
];
