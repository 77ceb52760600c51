/** How values of a schema look to rules: formats, int-or-string, embedded and preserved objects, null, enums, defaults. */
import { byKey, integer, listOf, mapOf, number, objectOf, objects, ruled, rules, text, texts } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const formatted = (format: string) => ({ type: "string", format, maxLength: 64 });
const preserved = { "x-kubernetes-preserve-unknown-fields": true };
const intOrText = { "x-kubernetes-int-or-string": true };

export const sequences: readonly Sequence[] = [
  rules("types: strings with a format", {
    byte: [formatted("byte"), "self == b'hello'", ["aGVsbG8="], ["aGVsbG8h", "%"]],
    byteSize: [formatted("byte"), "self.size() <= 3", ["AAAA"], ["AAAAAAAA", ""]],
    password: [formatted("password"), "self.size() > 2", ["abc"], ["ab"]],
    uuid: [
      formatted("uuid"),
      "self.startsWith('1')",
      ["11111111-1111-1111-1111-111111111111"],
      ["22222222-1111-1111-1111-111111111111", "1"],
    ],
    ipv4: [formatted("ipv4"), "ip(self).isLoopback()", ["127.0.0.1"], ["192.168.0.1", "::1"]],
    cidr: [formatted("cidr"), "cidr(self).prefixLength() == 24", ["192.168.0.0/24"], ["192.168.0.0/16", "x"]],
    uri: [formatted("uri"), "url(self).getScheme() == 'https'", ["https://a"], ["http://a", "a"]],
    unknownFormat: [formatted("colour"), "self == 'red'", ["red"], ["blue"]],
    int32: [{ type: "integer", format: "int32" }, "self > 0", [1], [0, 2147483648]],
    int64: [{ type: "integer", format: "int64" }, "self < 9007199254740993", [9007199254740991], [9223372036854775000]],
    double: [{ type: "number", format: "double" }, "self < 1.5", [1, 1.25], [1.5]],
    float: [{ type: "number", format: "float" }, "self > 0.0", [0.5, 1], [0]],
    integerAsNumber: [number, "self == 5.0 || self > 9007199254740993.0", [5, 1e300], [6]],
  }),
  rules("types: integers or strings", {
    either: [intOrText, "type(self) == int || self == 'auto'", [1, "auto"], ["1"]],
    range: [intOrText, "type(self) == int ? self >= 0 : self.matches('^[0-9]+%$')", [0, "50%"], [-1, "50", ""]],
    converted: [intOrText, "string(self) == '1'", [1, "1"], ["01", 2]],
    equal: [intOrText, "self == 1", [1], ["1", 2]],
    compared: [intOrText, "self > 1", [2], [1, "2"]],
    list: [listOf(intOrText), "self.all(x, type(x) == int)", [[1, 2], []], [[1, "2"]]],
    keyed: [mapOf(intOrText), "self.all(key, string(self[key]) != '0')", [{ a: 1 }], [{ a: 0 }, { a: "0" }]],
  }),
  rules("types: objects", {
    preserved: [
      { type: "object", ...preserved, properties: { known: text } },
      "!has(self.known) || self.known != 'x'",
      [{ other: 1 }, { known: "y" }],
      [{ known: "x", other: 1 }],
    ],
    keyOfPreserved: [
      { type: "object", properties: { any: { type: "object", ...preserved } } },
      "has(self.any)",
      [{ any: { a: { b: 1 } } }],
      [{}],
    ],
    embedded: [
      { type: "object", "x-kubernetes-embedded-resource": true, ...preserved },
      "self.kind == 'Pod' && self.metadata.name.startsWith('a')",
      [{ apiVersion: "v1", kind: "Pod", metadata: { name: "abc" }, spec: { a: 1 } }],
      [
        { apiVersion: "v1", kind: "Job", metadata: { name: "abc" } },
        { apiVersion: "v1", kind: "Pod", metadata: { name: "b" } },
        { kind: "Pod" },
      ],
    ],
    embeddedWithProperties: [
      { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: objectOf({ size: integer }) } },
      "!has(self.spec) || self.spec.size > 0",
      [{ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { size: 1 } }],
      [{ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { size: 0 } }],
    ],
    nullable: [
      objectOf({ a: { ...text, nullable: true } }),
      "!has(self.a) || self.a != 'x'",
      [{ a: null }, {}, { a: "y" }],
      [{ a: "x" }],
    ],
    nullableItself: [{ ...text, nullable: true }, "self != 'x'", [null, "y"], ["x"]],
    nullInList: [listOf({ ...text, nullable: true }), "self.all(x, x != 'x')", [["a"]], [["x"]]],
    defaulted: [objectOf({ a: { ...integer, default: 3 } }), "self.a > 2", [{}, { a: 5 }], [{ a: 1 }]],
    defaultedParent: [
      objectOf({ inner: objectOf({ a: { ...integer, default: 3 } }, { default: {} }) }),
      "self.inner.a == 3",
      [{}, { inner: {} }],
      [{ inner: { a: 4 } }],
    ],
    enum: [{ type: "string", enum: ["a", "b"] }, "self == 'a'", ["a"], ["b", "c"]],
    requiredFields: [
      objectOf({ a: text, b: text }, { required: ["a"] }),
      "self.a == 'x' || has(self.b)",
      [{ a: "x" }, { a: "y", b: "" }],
      [{ a: "y" }, { b: "" }],
    ],
    atomicMap: [mapOf(text, { "x-kubernetes-map-type": "atomic" }), "size(self) == 1", [{ a: "b" }], [{}]],
    unknownPruned: [objectOf({ a: text }), "has(self.a)", [{ a: "x", other: 1 }], [{ other: 1 }]],
  }),
  rules("types: lists", {
    atomic: [listOf(text, { "x-kubernetes-list-type": "atomic" }), "self == ['a', 'b']", [["a", "b"]], [["b", "a"]]],
    set: [
      listOf(integer, { "x-kubernetes-list-type": "set" }),
      "self == [2, 1]",
      [
        [1, 2],
        [2, 1],
      ],
      [[1], [1, 1]],
    ],
    setOfSets: [
      listOf(listOf(integer, { "x-kubernetes-list-type": "atomic" }), { "x-kubernetes-list-type": "set" }),
      "[1, 2] in self",
      [[[1, 2]]],
      [[[2, 1]]],
    ],
    keyed: [
      byKey("name", { name: text, value: text }),
      "self.exists(x, x.name == 'a' && x.value == '1')",
      [[{ name: "a", value: "1" }]],
      [[{ name: "a", value: "2" }], [{ name: "a", value: "1" }, { name: "a" }]],
    ],
    keyedByTwo: [
      listOf(objectOf({ port: integer, protocol: { ...text, default: "TCP" } }, { required: ["port"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port", "protocol"],
      }),
      "self.exists_one(x, x.port == 80 && x.protocol == 'TCP')",
      [[{ port: 80 }, { port: 80, protocol: "UDP" }]],
      [[{ port: 80, protocol: "UDP" }], [{ port: 80 }, { port: 80, protocol: "TCP" }]],
    ],
    ofLists: [listOf(texts), "self.all(row, row.size() == 2)", [[["a", "b"]], []], [[["a"]]]],
    ofMaps: [listOf(mapOf(integer)), "self.all(row, row.all(key, row[key] > 0))", [[{ a: 1 }, {}]], [[{ a: 0 }]]],
  }),
  objects(
    "types: rules at several depths",
    {
      type: "object",
      "x-kubernetes-validations": [{ rule: "size(self.spec.list) == size(self.status.list)", message: "root" }],
      required: ["spec", "status"],
      properties: {
        spec: ruled(
          objectOf(
            {
              list: ruled(listOf(ruled(integer, { rule: "self > 0", message: "item" })), {
                rule: "self.isSorted()",
                message: "list",
              }),
            },
            { required: ["list"] },
          ),
          { rule: "self.list.sum() < 10", message: "spec" },
        ),
        status: objectOf({ list: listOf(integer) }, { required: ["list"] }),
      },
    },
    [{ spec: { list: [1, 2] }, status: { list: [0, 0] } }],
    [
      { spec: { list: [0, 1] }, status: { list: [0, 0] } },
      { spec: { list: [2, 1] }, status: { list: [0, 0] } },
      { spec: { list: [9, 0, 1] }, status: { list: [] } },
    ],
  ),
];
