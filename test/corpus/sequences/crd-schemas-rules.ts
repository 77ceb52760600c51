/** Definitions whose rules do not compile, and what is said about them; beside them some that do. */
import type { Json } from "../../conformance/answer.ts";
import { byKey, integer, integers, listOf, mapOf, objectOf, ruled, text, texts } from "../rules.ts";
import { acceptedRoots, acceptedSchemas, refusedRoots, refusedSchemas } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const whole = (rule: Json, properties: Json = { spec: objectOf({ a: integer }) }) => ruled(objectOf(properties), rule);
const loose = listOf(objectOf({ name: text }));

const parsing = refusedSchemas({
  "a rule that ends early": ruled(integer, "self >"),
  "a rule with an open bracket": ruled(integer, "(self > 1"),
  "a rule with an open text": ruled(text, "self == 'a"),
  "a rule with a single equals sign": ruled(integer, "self = 1"),
  "a rule with words for operators": ruled(integer, "self > 1 and self < 5"),
  "a rule with a reserved word": ruled(integer, "for > 1"),
  "a rule with an assignment": ruled(integer, "let x = 1; x > self"),
  "a rule with an unknown escape": ruled(text, "self == '\\q'"),
  "a rule with a number that is too large": ruled(integer, "self < 9223372036854775808"),
  "a rule that is nested too deeply": ruled(integer, `${"(".repeat(300)}self > 1${")".repeat(300)}`),
  "a macro with too few arguments": ruled(integers, "self.all(x > 1)"),
  "a macro whose variable is none": ruled(integers, "self.all(x.y, true)"),
  "has without a field": ruled(objectOf({ a: text }), "has(self)"),
  "a rule in several lines that is wrong": ruled(integer, { rule: "self > 1 &&\n  self << 5", message: "in between" }),
  "an empty rule": ruled(integer, ""),
  "a rule of spaces": ruled(integer, "  "),
  "a rule that is only a comment": ruled(integer, "// nothing"),
});

const typing = refusedSchemas({
  "a rule that gives a number": ruled(integer, "self + 1"),
  "a rule that gives a text": ruled(text, "self"),
  "a rule that may give anything": ruled(integer, "dyn(self)"),
  "a rule that gives null": ruled(integer, "null"),
  "a name that is unknown": ruled(integer, "that > 1"),
  "a function that is unknown": ruled(text, "self.capitalize() == 'A'"),
  "a function with an argument too many": ruled(text, "self.size(1) == 1"),
  "a function of another type": ruled(integer, "self.startsWith('a')"),
  "a field that is unknown": ruled(objectOf({ a: text }), "self.b == 'x'"),
  "a field of a text": ruled(text, "self.a == 'x'"),
  "an index that is a text": ruled(texts, "self['a'] == 'x'"),
  "a key that is a number": ruled(mapOf(text), "self[1] == 'x'"),
  "a text and a number compared": ruled(text, "self == 1"),
  "a text and a number added": ruled(text, "self + 1 == 'a1'"),
  "an integer and a fraction added": ruled(integer, "self + 1.5 > 2.0"),
  "a condition that is no boolean": ruled(integer, "self ? true : false"),
  "branches of two types": ruled(integer, "(self > 1 ? 1 : 'a') == 1"),
  "a list of mixed types": ruled(integer, "self in [1, 'a']"),
  "a map of mixed types": ruled(text, "{'a': 1, 'b': 'c'}.size() == 2"),
  "a fraction looked for among integers": ruled(integers, "2.0 in self"),
  "items that are objects compared with maps": ruled(byKey("name", { name: text }), "self == [{'name': 'a'}]"),
  "objects of two properties compared": ruled(
    objectOf({ x: objectOf({ a: text }), y: objectOf({ a: text }) }),
    "self.x == self.y",
  ),
  "a map compared with null": ruled(mapOf(text), "self == null"),
  "a nullable text compared with null": ruled({ ...text, nullable: true }, "self != null"),
  "a macro by another name": ruled(integers, "self.existsOne(x, x == 2)"),
  "sign as a method": ruled(text, "quantity(self).sign() == 1"),
  "a list function on an object": ruled(objectOf({ a: text }), "self.all(x, true)"),
  "the authorizer": ruled(integer, "authorizer.path('/healthz').check('get').allowed()"),
  "the request": ruled(integer, "request.operation == 'CREATE'"),
  "the object": ruled(integer, "object.spec.a == 1"),
  variables: ruled(integer, "variables.a == 1"),
  "JSON patch keys": ruled(text, "jsonpatch.escapeKey(self) == 'a'"),
  "a variable bound by CEL": ruled(integer, "cel.bind(x, self, x > 1)"),
  mathematics: ruled(integer, "math.greatest(self, 1) == 1"),
  base64: ruled(text, "base64.encode(bytes(self)) == 'YQ=='"),
  "reversed texts": ruled(text, "self.reverse() == 'a'"),
  "a pattern that does not parse": ruled(text, "self.matches('(')"),
  "a pattern to find that does not parse": ruled(text, "self.find('[') == ''"),
  "a duration that is none": ruled(text, "duration(self) > duration('1 day')"),
  "a time that is none": ruled(text, "timestamp(self) > timestamp('2001-02-30')"),
  "too few values to format": ruled(text, "'%s %s'.format([self]) == ''"),
  "too many values to format": ruled(text, "'%s'.format([self, self]) == ''"),
  "a verb of formatting that is unknown": ruled(text, "'%q'.format([self]) == ''"),
  "a text formatted as a number": ruled(text, "'%d'.format([self]) == ''"),
  "bytes that are no text": ruled(text, "string(b'\\xff') == self"),
  "a property whose name needs an escape": ruled(objectOf({ "a-b": text }), "self.a-b == 'x'"),
  "a property that cannot be named": ruled(objectOf({ "a b": text, $c: text }), "self.a == 'x'"),
  "several errors in one rule": ruled(integer, "foo > 1 && self.bar && 'a' + 1"),
});

const scoped = [
  ...refusedRoots({
    "a rule about labels": whole("size(self.metadata.labels) > 0"),
    "a rule about the namespace": whole("self.metadata.namespace == 'a'"),
    "a rule about a status that the schema lacks": whole("has(self.status)"),
    "a rule about preserved fields": whole("self.spec.b == 1", {
      spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: integer } },
    }),
    "the old value in a list without keys": whole("true", { spec: listOf(ruled(text, "self == oldSelf")) }),
    "the old value in items of a list without keys": whole("true", {
      spec: { ...loose, items: ruled(loose.items, "self == oldSelf") },
    }),
    "the old value below a set": whole("true", {
      spec: listOf(ruled(text, "self == oldSelf"), { "x-kubernetes-list-type": "set" }),
    }),
    "the old value deep below a list": whole("true", {
      spec: listOf(objectOf({ a: objectOf({ b: ruled(integer, "self >= oldSelf") }) })),
    }),
    "an optional old value that is not used": whole({ rule: "true", optionalOldSelf: true }),
    "an optional old value used as if it were there": whole("true", {
      spec: objectOf({ a: ruled(integer, { rule: "self == oldSelf", optionalOldSelf: true }) }),
    }),
    "an old value used as if it were optional": whole("true", {
      spec: objectOf({ a: ruled(integer, "oldSelf.hasValue()") }),
    }),
  }),
  ...acceptedRoots({
    "a rule about the name": whole("self.metadata.name.startsWith('a')"),
    "a rule about generated names, kind and version": whole(
      "!has(self.metadata.generateName) || self.kind == 'Widget' && self.apiVersion != ''",
    ),
    "the old value of a list without keys": whole("true", {
      spec: ruled(listOf(text), "size(self) >= size(oldSelf)"),
    }),
    "the old value in items of a list by key": whole("true", {
      spec: {
        ...byKey("name", { name: text }),
        items: ruled(objectOf({ name: text }, { required: ["name"] }), "self == oldSelf"),
      },
    }),
    "the old value in values of a map": whole("true", { spec: mapOf(ruled(text, "self == oldSelf")) }),
    "the old value below an atomic map": whole("true", {
      spec: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: ruled(integer, "self == oldSelf") } },
    }),
    "the old value of an atomic map": whole("true", {
      spec: ruled({ type: "object", "x-kubernetes-map-type": "atomic", properties: { a: integer } }, "self == oldSelf"),
    }),
    "an optional old value": whole("true", {
      spec: objectOf({ a: ruled(integer, { rule: "!oldSelf.hasValue()", optionalOldSelf: true }) }),
    }),
  }),
];

const messages = [
  ...refusedSchemas({
    "an empty message": ruled(integer, { rule: "true", message: " " }),
    "a message in two lines": ruled(integer, { rule: "true", message: "a\nb" }),
    "a rule in two lines without a message": ruled(integer, "self > 1 &&\nself < 5"),
    "an empty message expression": ruled(integer, { rule: "true", messageExpression: " " }),
    "a message expression that gives a number": ruled(integer, { rule: "true", messageExpression: "self" }),
    "a message expression that does not parse": ruled(integer, { rule: "true", messageExpression: "'a" }),
    "a message expression with an unknown name": ruled(integer, { rule: "true", messageExpression: "that" }),
    "a message expression and a rule that are wrong": ruled(integer, { rule: "self", messageExpression: "self" }),
    "a reason that is unknown": ruled(integer, { rule: "true", reason: "FieldValueWrong" }),
    "an empty reason": ruled(integer, { rule: "true", reason: "" }),
    "a field path to nothing": ruled(objectOf({ a: text }), { rule: "true", fieldPath: ".b" }),
    "a field path without a dot": ruled(objectOf({ a: text }), { rule: "true", fieldPath: "a" }),
    "a field path into a list": ruled(objectOf({ a: texts }), { rule: "true", fieldPath: ".a[0]" }),
    "a field path of spaces": ruled(objectOf({ a: text }), { rule: "true", fieldPath: " " }),
    "a field path in two lines": ruled(objectOf({ a: text }), { rule: "true", fieldPath: ".a\n" }),
    "a field path into a text": ruled(objectOf({ a: text }), { rule: "true", fieldPath: ".a.b" }),
    "a rule without a rule": { ...integer, "x-kubernetes-validations": [{ message: "a" }] },
    "rules that are an object": { ...integer, "x-kubernetes-validations": { rule: "true" } },
    "two rules of which the second is wrong": ruled(integer, ["self > 1", "self > 'a'"]),
  }),
  ...acceptedSchemas({
    "a constant that fails": ruled(integer, "1 / 0 == self"),
    "a message expression that fails": ruled(integer, { rule: "true", messageExpression: "string(1 / 0)" }),
    "the same rule twice": ruled(integer, ["self > 1", "self > 1"]),
    "no rules": ruled(integer, []),
    "a rule with everything": ruled(objectOf({ a: text }), {
      rule: "has(self.a)",
      message: "say a",
      messageExpression: "'say ' + 'a'",
      reason: "FieldValueRequired",
      fieldPath: ".a",
    }),
    "a rule in two lines with a message": ruled(integer, { rule: "self > 1 &&\nself < 5", message: "in between" }),
    "a field path with brackets": ruled(objectOf({ "a-b": objectOf({ c: text }) }), {
      rule: "true",
      fieldPath: "['a-b'].c",
    }),
    "a rule on unknown fields": ruled({ type: "object", "x-kubernetes-preserve-unknown-fields": true }, "true"),
    "a rule on an embedded resource": ruled(
      { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      "self.metadata.name != ''",
    ),
    "a rule on an integer or a string": ruled({ "x-kubernetes-int-or-string": true }, "type(self) == int"),
    "an unknown field in a rule": ruled(integer, { rule: "true", level: "warning" }),
  }),
];

export const sequences: readonly Sequence[] = [...parsing, ...typing, ...scoped, ...messages];
