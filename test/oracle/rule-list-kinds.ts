/** Lists, sets, map-lists and maps with rules on them; what they hold may have rules of its own. */
import type { JsonValue } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import type { Dice } from "./dice.ts";
import type { Kind } from "./rule-kinds.ts";

function drawMany(dice: Dice, values: readonly JsonValue[], isSet: boolean): JsonValue[] {
  const drawn = Array.from({ length: dice.below(4) }, () => dice.pick(values));
  return isSet ? [...new Set(drawn)] : drawn;
}

function list(items: StructuralSchema, values: readonly JsonValue[], rules: readonly string[], type?: string): Kind {
  return {
    schema: { type: "array", maxItems: 5, items, ...(type && { "x-kubernetes-list-type": type }) },
    draw: (dice) => drawMany(dice, values, type === "set"),
    rules: [...rules, "self == oldSelf", "self.size() > 1", "size(oldSelf) <= size(self)"],
    messages: ["'of ' + string(self.size())", "string(self[0])"],
  };
}

const atomicLists: readonly Kind[] = [
  list(
    { type: "integer" },
    [1, 2, 3, 0, -1],
    [
      ...[
        "self.all(x, x > 0)",
        "self[1] == self[0]",
        "self.sum() > 3",
        "self.isSorted()",
        "self.exists_one(x, x == 1)",
      ],
      ...[
        "1 in self",
        "self.map(x, x * 2) == [2, 4]",
        "(self + self).size() == 2",
        "self.indexOf(1) == 0",
        "self.min() == 1",
      ],
      ...[
        "sets.contains(self, [1])",
        "self.exists(x, 10 / x > 3)",
        "self.all(i, x, i < 2 || x == 0)",
        "self + [5] == [1, 5]",
      ],
      ...["self[?0].orValue(7) == 7", "self.filter(x, x > 1).size() > 0", "dyn(self) == dyn([1, 2])", "self == [1.0]"],
      ...[
        "self + dyn([1.0]) == [1]",
        "dyn(self) + dyn([1u]) == dyn(self)",
        "dyn(self) == dyn('a')",
        "self[?0] == self[?1]",
      ],
      ...["dyn(self)[1u] == 1", "dyn(self)[1.0] == 1", "dyn(self)['a'] == 1", "dyn(self)[?'a'] == optional.none()"],
      ...[
        "[self, [1]].exists(x, x == [1])",
        "(self + [null])[0] == 1",
        "self.sort() == self",
        "self.reverse() == self",
      ],
      ...["'%s'.format([self]) == ''", "self.slice(0, 1) == [1]", "self.first() == optional.of(1)", "1.0 in dyn(self)"],
    ],
  ),
  list(
    { type: "string", nullable: true, maxLength: 9 },
    ["a", "b", null],
    [
      ...[
        "self.all(x, x != 'a')",
        "self[0].size() == 1",
        "'a' in self",
        "self.join(',') == 'a,b'",
        "self.exists(x, x.startsWith('b'))",
      ],
    ],
  ),
  list(
    { type: "number" },
    [1, 1.5, 2, 0],
    ["self.sum() > 2.0", "self == [1.0, 1.5]", "1.0 in self", "self.max() == 2.0"],
  ),
];

const textSet = list(
  { type: "string", maxLength: 9 },
  ["a", "b", "c"],
  [
    ...["self == ['b', 'a']", "'a' in self", "self.all(x, x in oldSelf)", "['a', 'b'] == self", "self.isSorted()"],
    ...[
      "(self + ['z']).size() == 2",
      "self == ['z']",
      "self + oldSelf == oldSelf + self",
      "[self, ['b', 'a']].all(x, x == self)",
    ],
    ...[
      "[['b', 'a'], self].all(x, self == x)",
      "self[?0] == optional.of('a')",
      "[] + self == ['b', 'a']",
      "self + [] == ['b']",
    ],
  ],
  "set",
);
const integerSet = list({ type: "integer" }, [1, 2, 3], ["self == [2, 1]", "self.sum() > 2", "2 in self"], "set");
const numberSet = list({ type: "number" }, [1, 1.5, 2], ["self == [1.5, 1.0]", "self == [1.5]", "1.0 in self"], "set");

/** Upstream remembers what it adds to a set in the set itself, so that rules on the set see what others added; of a field, it does not. */
function union(set: Kind, rules: readonly string[]): Kind {
  return {
    schema: { type: "object", properties: { s: set.schema }, required: ["s"] },
    draw: (dice) => ({ s: set.draw(dice) }),
    rules,
    messages: ["string((self.s + self.s).size())"],
  };
}

const sets: readonly Kind[] = [
  ...[textSet, integerSet, numberSet],
  union(textSet, [
    ...[
      "(self.s + ['a', 'z']).size() == 3",
      "(self.s + ['z']) == ['z', 'a']",
      "self.s + oldSelf.s == oldSelf.s + self.s",
    ],
    ...["(self.s + ['a'] + ['b']).size() == 2", "['a'] + self.s == self.s", "(self.s + self.s)[0] == 'a'"],
  ]),
  union(integerSet, ["self.s + [2] == [2, 1]", "(self.s + [1])[0] == 1"]),
  union(numberSet, ["(self.s + [1.0]).size() == 2", "self.s + oldSelf.s == self.s", "self.s + [1.5] == self.s"]),
];

const portSchema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 9 },
    port: { type: "integer" },
    since: { type: "string", format: "date-time" },
  },
  required: ["name"],
} as const satisfies StructuralSchema;

function drawPorts(dice: Dice): JsonValue {
  return dice
    .shuffle(["a", "b", "c"])
    .slice(0, dice.below(4))
    .map((name) => ({
      name,
      ...(dice.chance(0.8) && { port: dice.pick([1, 2, 3]) }),
      ...(dice.chance(0.3) && { since: dice.pick(["2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00"]) }),
    }));
}

const mapLists: readonly Kind[] = [["name"], ["name", "port"]].map((keys) => ({
  schema: {
    type: "array",
    maxItems: 5,
    items: {
      ...portSchema,
      ...(keys.length === 1 ? {} : { properties: { ...portSchema.properties, port: { type: "integer", default: 1 } } }),
      "x-kubernetes-validations": [
        { rule: "!has(self.port) || !has(oldSelf.port) || self.port >= oldSelf.port" },
        { rule: "self.port > 1" },
      ],
    },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
  },
  draw: drawPorts,
  rules: [
    ...[
      "self.all(x, x.port > 0)",
      "self == oldSelf",
      "(self + oldSelf).size() == self.size()",
      "self + oldSelf == oldSelf",
    ],
    ...[
      "self.exists(x, x.name == 'a' && x.port == 1)",
      "self.map(x, x.name).isSorted()",
      "self[0].since == self[1].since",
    ],
    ...[
      "self.all(x, oldSelf.exists(o, o.name == x.name))",
      "self.filter(x, has(x.since)).size() > 0",
      "self[0] == self[1]",
    ],
  ],
  messages: ["self.map(x, x.name).join(',')", "string(self[0].port)"],
}));

export const listKinds: readonly Kind[] = [...atomicLists, ...sets, ...mapLists];

const keys = ["a", "b", "in", "x-y"];

export function mapKind(values: Kind): Kind {
  return {
    schema: { type: "object", maxProperties: 5, additionalProperties: values.schema },
    draw: (dice) => Object.fromEntries(keys.filter(() => dice.chance(0.5)).map((key) => [key, values.draw(dice)])),
    rules: [
      ...["self['a'] == self['b']", "has(self.a)", "self == oldSelf", "'a' in self", "self.size() > 1"],
      ...["self.exists_one(k, k == 'x-y')", "self.filter(k, k in oldSelf).size() > 1", "self[?'a'] == self[?'b']"],
      ...["self.all(k, self[k] == self['a'])", "self.exists(k, v, v == self['b'])", "[self] == [oldSelf]"],
      ...["self.all(k, k in oldSelf)", "self.?a.hasValue()", "dyn(self).a == dyn(oldSelf).a", "has(oldSelf.a)"],
      ...["self.transformList(k, v, k).size() > 1", "oldSelf.filter(k, k in self && self[k] == oldSelf[k]).size() > 0"],
    ],
    messages: ["'of ' + string(self.size())", "self.map(k, k)[7]"],
  };
}
