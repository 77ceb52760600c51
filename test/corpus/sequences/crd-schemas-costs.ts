/**
 * Definitions whose rules cost too much, by the estimate that is made before any object is seen.
 *
 * Each rule stands on the items of a list that is just too long for it, so that the answer tells by which factor, and so the cost of the rule.
 */
import type { Json } from "../../conformance/answer.ts";
import { bool, byKey, integer, integers, listOf, number, objectOf, ruled, text, texts, textsByKey } from "../rules.ts";
import { acceptedSchemas, refusedSchemas, type Schemas } from "../schemas.ts";
import type { Sequence } from "../sequence.ts";

const schemas = {
  integer,
  number,
  bool,
  text,
  integers,
  texts,
  textsByKey,
  pair: objectOf({ a: integer, b: integer }),
  person: objectOf({ name: text, age: integer }),
  people: listOf(objectOf({ name: text, age: integer })),
  ports: byKey("name", { name: text, port: integer }),
  pairOfLists: objectOf({ left: integers, right: integers }, { required: ["left", "right"] }),
  matrix: listOf(integers),
  set: listOf(text, { "x-kubernetes-list-type": "set" }),
  time: { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  span: { type: "string", format: "duration" },
  bytes: { type: "string", format: "byte", maxLength: 64 },
  choice: { type: "string", enum: ["a", "long one"] },
  intOrText: { "x-kubernetes-int-or-string": true },
  anyText: { type: "string" },
  anyList: { type: "array", items: integer },
  anyMap: { type: "object", additionalProperties: integer },
  embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
} as const;

/** For each schema the rules, and for how many items each is too expensive. */
const limits: Readonly<Record<keyof typeof schemas, Readonly<Record<string, number>>>> = {
  integer: {
    "self > 0": 6_000_000,
    "self + 1 > 0": 4_000_000,
    "self > 0 && self < 5": 3_000_000,
    "self > 0 || self < 5": 3_000_000,
    "!(self > 0)": 4_000_000,
    "self > 0 ? self < 5 : self > -5": 3_000_000,
    "-self > 0": 4_000_000,
    "self in [1, 2, 3]": 857_143,
    "string(self) == '1'": 4_000_000,
    "double(self) > 1.5": 4_000_000,
  },
  number: {
    "int(self) > 1": 4_000_000,
    "self * 2.0 > 1.0": 4_000_000,
  },
  bool: {
    self: 12_000_000,
    "!self": 6_000_000,
  },
  text: {
    "self == 'a'": 6_000_000,
    "self != ''": 12_000_000,
    "self == self": 428_571,
    "self < 'b'": 6_000_000,
    "self + 'x' == 'ax'": 428_571,
    "size(self) > 1": 4_000_000,
    "self.startsWith('abc')": 6_000_000,
    "self.endsWith('abc')": 6_000_000,
    "self.contains('abc')": 441_176,
    "self.contains(self)": 17_647,
    "self.matches('^[a-z]+$')": 227_273,
    "self.matches('a')": 441_176,
    "self.find('[0-9]+') == ''": 227_273,
    "self.findAll('[0-9]+') == []": 189_873,
    "self.charAt(1) == 'b'": 4_000_000,
    "self.indexOf('a') == 0": 428_571,
    "self.lastIndexOf('a') == 0": 428_571,
    "self.lowerAscii() == 'a'": 428_571,
    "self.upperAscii() == 'A'": 428_571,
    "self.trim() == 'a'": 428_571,
    "self.substring(1) == 'a'": 428_571,
    "self.substring(1, 3) == 'a'": 428_571,
    "self.replace('a', 'b') == 'b'": 222_222,
    "self.replace('a', 'bb', 2) == 'b'": 222_222,
    "self.split('.').size() == 2": 217_391,
    "'%s'.format([self]) == 'a'": 937_500,
    "strings.quote(self) == 'a'": 428_571,
    "bytes(self).size() > 1": 416_667,
    "int(self) > 1": 4_000_000,
    "self in ['a', 'b', 'c']": 857_143,
    "type(self) == string": 416_667,
    "isURL(self)": 6_000_000,
    "url(self).getHost() == 'a'": 416_667,
    "url(self).getQuery().size() == 0": 400_000,
    "isIP(self)": 441_176,
    "ip(self).family() == 4": 416_667,
    "ip(self).isLoopback()": 428_571,
    "ip.isCanonical(self)": 227_273,
    "isCIDR(self)": 441_176,
    "cidr(self).prefixLength() == 8": 416_667,
    "cidr('192.168.0.0/16').containsIP(self)": 365_854,
    "cidr('192.168.0.0/16').containsCIDR(self)": 333_333,
    "cidr(self).masked() == cidr(self)": 214_286,
    "isQuantity(self)": 441_176,
    "quantity(self).isLessThan(quantity('1'))": 416_667,
    "quantity(self).add(quantity('1')) == quantity('2')": 384_615,
    "sign(quantity(self)) > 0": 416_667,
    "isSemver(self)": 441_176,
    "semver(self).major() == 1": 416_667,
    "semver(self).isLessThan(semver('1.0.0'))": 416_667,
    "format.dns1123Label().validate(self).hasValue()": 14_286,
    "format.uuid().validate(self).hasValue()": 14_286,
    "format.named(self).hasValue()": 4_000_000,
    "duration(self) > duration('1s')": 3_000_000,
    "timestamp(self) > timestamp('2001-01-01T00:00:00Z')": 3_000_000,
  },
  integers: {
    "size(self) > 1": 4_000_000,
    "self == [1, 2]": 1_000_000,
    "self[0] == 1": 6_000_000,
    "1 in self": 1_071_429,
    "self.all(x, x > 0)": 230_769,
    "self.all(x, true)": 375_000,
    "self.exists(x, x > 0)": 193_548,
    "self.exists_one(x, x > 0)": 277_778,
    "self.map(x, x * 2).size() > 0": 77_922,
    "self.map(x, x > 1, x * 2).size() > 0": 68_966,
    "self.filter(x, x > 0).size() > 0": 73_171,
    "self.all(x, self.all(y, x == y))": 21_429,
    "self.all(x, self.exists_one(y, x == y))": 26_087,
    "self.all(i, x, i < x)": 193_548,
    "self.transformList(i, x, x).size() > 0": 83_333,
    "self.transformMap(i, x, x).size() > 0": 162_162,
    "self.isSorted()": 1_071_429,
    "self.sum() > 1": 1_000_000,
    "self.min() > 1": 1_000_000,
    "self.max() > 1": 1_000_000,
    "self.indexOf(1) == 0": 1_000_000,
    "self.lastIndexOf(1) == 0": 1_000_000,
    "self.slice(0, 1).size() == 1": 789_474,
    "self.distinct().size() == 1": 56_075,
    "self.reverse().size() == 1": 500_000,
    "self.sort().size() == 1": 56_075,
    "self.first().hasValue()": 4_000_000,
    "self + self == [1]": 857_143,
  },
  texts: {
    "self.all(x, x == 'a')": 230_769,
    "self.all(x, x.matches('^a'))": 40_000,
    "self.join() == 'a'": 46_512,
    "self.join(',') == 'a'": 46_332,
    "self.all(x, self.exists_one(y, x == y))": 3922,
    "'a' in self": 1_071_429,
    "sets.contains(self, ['a'])": 545_455,
    "self.map(x, x + 'a').size() > 0": 30_000,
  },
  textsByKey: {
    "size(self) > 1": 4_000_000,
    "'a' in self": 6_000_000,
    "self['a'] == 'b'": 4_000_000,
    "self.all(k, k == 'a')": 285_714,
    "self.all(k, self[k] == 'a')": 166_667,
    "self.exists(k, v, v == 'a')": 193_548,
    "self.transformMap(k, v, v).size() > 0": 162_162,
    "self == {'a': 'b'}": 375_000,
  },
  pair: {
    "has(self.a)": 12_000_000,
    "has(self.a) && self.a > 1": 3_000_000,
    "self.a < self.b": 2_400_000,
    "self.?a.orValue(1) > 1": 3_000_000,
    "self.?a.hasValue()": 4_000_000,
    "self.?a.optMap(x, x > 1).orValue(true)": 600_000,
    "[has(self.a), has(self.b)].filter(x, x).size() == 1": 227_273,
    "{'a': self.a}.size() == 1": 352_941,
  },
  person: {
    "self.name == 'a' && self.age > 1": 2_000_000,
    "self.name.size() > self.age": 2_000_000,
  },
  people: {
    "self.sortBy(p, p.age).size() == 1": 31_579,
    "self.all(p, p.name.startsWith('a'))": 193_548,
    "self.all(p, has(p.name) && p.age > 1)": 166_667,
  },
  ports: {
    "self.exists(p, p.name == 'a')": 166_667,
  },
  pairOfLists: {
    "sets.contains(self.left, self.right)": 114_504,
    "sets.equivalent(self.left, self.right)": 58_537,
    "sets.intersects(self.left, self.right)": 114_504,
    "self.left == self.right": 2_400_000,
  },
  matrix: {
    "self.flatten().size() == 1": 500_000,
    "self.all(row, row.all(x, x > 0))": 21_429,
  },
  set: {
    "self == ['a']": 1_000_000,
  },
  time: {
    "self > timestamp('2001-01-01T00:00:00Z')": 4_000_000,
    "self.getFullYear() == 2001": 4_000_000,
    "self.getHours('Europe/Berlin') == 1": 4_000_000,
  },
  date: {
    "self > timestamp('2001-01-01T00:00:00Z')": 4_000_000,
  },
  span: {
    "self > duration('1s')": 4_000_000,
    "self.getSeconds() > 1": 4_000_000,
  },
  bytes: {
    "self == b'abc'": 6_000_000,
    "size(self) > 1": 4_000_000,
  },
  choice: {
    "self == 'a'": 6_000_000,
  },
  intOrText: {
    "type(self) == int": 38,
    "self == 1 || self == '1'": 3_000_000,
  },
  anyText: {
    "self == 'a'": 6_000_000,
    "self.matches('^[a-z]+$')": 19,
    "self.contains('a')": 38,
  },
  anyList: {
    "self.all(x, x > 0)": 2,
    "size(self) > 1": 4_000_000,
  },
  anyMap: {
    "self.all(k, self[k] > 0)": 4,
    "size(self) > 1": 4_000_000,
  },
  embedded: {
    "self.metadata.name == 'a'": 3_000_000,
    "self.kind == 'Pod'": 4_000_000,
  },
};

const tooLong: Schemas = Object.fromEntries(
  Object.entries(limits).flatMap(([name, rules]) =>
    Object.entries(rules).map(([rule, maxItems]): [string, Json] => [
      `${name}: ${rule}`,
      { type: "array", maxItems, items: ruled(schemas[name as keyof typeof schemas], rule) },
    ]),
  ),
);

const nested = (depth: number, items: Json): Json =>
  depth === 0 ? items : { type: "array", items: nested(depth - 1, items) };
const comparisons = { rule: "self.all(x, self.all(y, x == y))" };
const unbounded = listOf(text, { maxItems: undefined });

export const sequences: readonly Sequence[] = [
  ...refusedSchemas(tooLong),
  ...refusedSchemas({
    "a rule that compares all items of any list": ruled(unbounded, comparisons),
    "a rule that compares all items of a long list": ruled(listOf(integer, { maxItems: 5000 }), comparisons),
    "a rule in lists of lists without bounds": nested(3, ruled(text, "self.contains('a')")),
    "a rule in a map without bounds": { type: "object", additionalProperties: ruled(text, "self.matches('^(a|b)+$')") },
    "a range of any length": ruled(integer, "lists.range(self).size() == 1"),
    "a slice that goes backwards": ruled(integers, "self.slice(2, 1) == []"),
    "texts that are split and joined again": ruled(
      text,
      "self.split('.').map(part, part.upperAscii()).join('-') == 'A'",
    ),
    "names of a query": ruled(text, "url(self).getQuery().all(name, name.startsWith('x-'))"),
    "the values of two optional fields compared": ruled(
      objectOf({ a: text, b: text }),
      "self.?a.orValue('') == self.?b.orValue('')",
    ),
    "a message expression that costs too much": ruled(integer, {
      rule: "true",
      messageExpression: "'no: ' + string(self)",
    }),
    "rules that are too much together": ruled(
      listOf(integer, { maxItems: 1350 }),
      Array.from({ length: 11 }, () => comparisons),
    ),
  }),
  ...acceptedSchemas({
    "a rule that compares all items of a list that is not too long": ruled(
      listOf(integer, { maxItems: 1350 }),
      comparisons,
    ),
    "a rule that costs nothing in any list": nested(3, ruled(integer, "true")),
    "a rule on a text of any length": ruled({ type: "string" }, "self.matches('^[a-z]+$')"),
    "a rule on a list of any length": ruled({ type: "array", items: integer }, "self.all(x, x > 0)"),
    "a rule on a map of any size": ruled(
      { type: "object", additionalProperties: text },
      "self.all(key, key.startsWith('a'))",
    ),
    "a rule in a list of any length": { type: "array", items: ruled(integer, "self > 0") },
  }),
];
