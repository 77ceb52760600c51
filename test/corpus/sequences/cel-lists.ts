/** Rules with lists and maps: macros, comprehensions of two variables, Kubernetes' and CEL's list functions, sets. */
import {
  byKey,
  integer,
  integers,
  listOf,
  mapOf,
  number,
  objectOf,
  results,
  rules,
  text,
  texts,
  textsByKey,
} from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const pair = objectOf({ left: integers, right: integers }, { required: ["left", "right"] });
const ports = byKey("name", { name: text, port: integer });
const matrix = listOf(integers);
const people = listOf(objectOf({ name: text, age: integer }, { required: ["name", "age"] }));

export const sequences: readonly Sequence[] = [
  rules("lists: macros", {
    all: [integers, "self.all(x, x > 0)", [[], [1, 2]], [[1, 0]]],
    exists: [integers, "self.exists(x, x == 2)", [[1, 2]], [[], [1]]],
    existsOne: [integers, "self.exists_one(x, x == 2)", [[1, 2]], [[2, 2], []]],
    map: [integers, "self.map(x, x * 2) == [2, 4]", [[1, 2]], [[2, 1]]],
    mapFiltered: [integers, "self.map(x, x > 1, x * 2) == [4]", [[1, 2]], [[1, 2, 3]]],
    filter: [integers, "self.filter(x, x % 2 == 0).size() == 2", [[1, 2, 4]], [[1, 2]]],
    nested: [matrix, "self.all(row, row.exists(x, x == 0))", [[[0], [1, 0]], []], [[[0], [1]], [[]]]],
    errorThatIsCovered: [
      integers,
      "self.exists(x, 10 / x == 5)",
      [
        [0, 2],
        [2, 0],
      ],
      [[0], [1]],
    ],
    errorInAll: [integers, "self.all(x, 10 / x < 5)", [[5]], [[0, 1], [0, 5], [1]]],
    uniqueNames: [listOf(text), "self.all(x, self.exists_one(y, x == y))", [["a", "b"]], [["a", "b", "a"]]],
    mapKeys: [textsByKey, "self.all(key, key.startsWith('app.'))", [{}, { "app.a": "1" }], [{ a: "1" }]],
    mapValues: [textsByKey, "self.exists(key, self[key] == 'yes')", [{ a: "no", b: "yes" }], [{ a: "no" }, {}]],
    mapToKeys: [textsByKey, "self.map(key, key) == ['a']", [{ a: "1" }], [{ b: "1" }]],
  }),
  rules("lists: places, operators and equality", {
    first: [integers, "self[0] == 1", [[1, 2]], [[2, 1], []]],
    last: [integers, "self[self.size() - 1] == 3", [[1, 3]], [[3, 1], []]],
    negativePlace: [integers, "self[-1] == 3", [], [[3]]],
    contains: [integers, "2 in self", [[1, 2]], [[1], []]],
    equal: [integers, "self == [1, 2]", [[1, 2]], [[2, 1], [1]]],
    concatenated: [integers, "(self + [9]).size() == 2", [[1]], [[1, 2]]],
    setEqual: [
      listOf(text, { "x-kubernetes-list-type": "set" }),
      "self == ['a', 'b']",
      [
        ["a", "b"],
        ["b", "a"],
      ],
      [["a"], ["a", "c"]],
    ],
    setUnion: [
      listOf(text, { "x-kubernetes-list-type": "set" }),
      "(self + ['a', 'b']).size() == 3",
      [["a", "c"], ["c"]],
      [["c", "d"], ["a"]],
    ],
    keyedUnion: [ports, "(self + self).size() == self.size()", [[{ name: "a" }, { name: "b" }], []], []],
    keyIn: [textsByKey, "'a' in self", [{ a: "" }], [{ b: "a" }, {}]],
    keyIndex: [textsByKey, "self['a'] == '1'", [{ a: "1" }], [{ a: "2" }, {}]],
    keySelected: [textsByKey, "has(self.a) && self.a == '1'", [{ a: "1" }], [{}, { a: "2" }]],
    mapEqual: [textsByKey, "self == {'a': '1', 'b': '2'}", [{ b: "2", a: "1" }], [{ a: "1" }]],
    mapSize: [textsByKey, "self.size() < 2", [{}, { a: "" }], [{ a: "", b: "" }]],
    list: [mapOf(integers), "self.all(key, self[key].size() > 0)", [{ a: [1] }, {}], [{ a: [] }]],
  }),
  rules("lists: comprehensions of two variables", {
    all: [
      integers,
      "self.all(i, x, x >= i)",
      [
        [0, 1],
        [5, 5],
      ],
      [[0, 0]],
    ],
    exists: [integers, "self.exists(i, x, i == x)", [[9, 1]], [[1, 0], []]],
    existsOne: [integers, "self.existsOne(i, x, i == x)", [[9, 1]], [[0, 1]]],
    transformList: [integers, "self.transformList(i, x, x * 10 + i) == [10, 21]", [[1, 2]], [[2, 1]]],
    transformListFiltered: [integers, "self.transformList(i, x, i > 0, x) == [2]", [[1, 2]], [[2], [1, 2, 3]]],
    transformMap: [integers, "self.transformMap(i, x, x * 2) == {0: 2}", [[1]], [[1, 2], []]],
    transformMapFiltered: [integers, "self.transformMap(i, x, x > 1, x).size() == 1", [[1, 2]], [[1]]],
    transformMapEntry: [
      texts,
      "self.transformMapEntry(i, x, {x: i}) == {'a': 0, 'b': 1}",
      [["a", "b"]],
      [
        ["b", "a"],
        ["a", "a"],
      ],
    ],
    transformMapEntryFiltered: [
      texts,
      "self.transformMapEntry(i, x, x != '', {x: i}).size() == 1",
      [["", "a"]],
      [[""]],
    ],
    overMap: [textsByKey, "self.all(k, v, k == v)", [{ a: "a" }, {}], [{ a: "b" }]],
    existsInMap: [textsByKey, "self.exists(k, v, v == 'yes')", [{ a: "yes" }], [{ a: "no" }]],
    mapToMap: [textsByKey, "self.transformMap(k, v, v + '!') == {'a': 'b!'}", [{ a: "b" }], [{ a: "c" }]],
    mapTurned: [
      textsByKey,
      "self.transformMapEntry(k, v, {v: k}) == {'b': 'a'}",
      [{ a: "b" }],
      [{ b: "a" }, { a: "b", c: "b" }],
    ],
    mapToList: [textsByKey, "self.transformList(k, v, k + v) == ['ab']", [{ a: "b" }], [{ b: "a" }]],
  }),
  rules("lists: Kubernetes' own functions", {
    isSorted: [integers, "self.isSorted()", [[], [1], [1, 2, 2]], [[2, 1]]],
    isSortedText: [
      texts,
      "self.isSorted()",
      [
        ["a", "b"],
        ["B", "a"],
      ],
      [["a", "B"]],
    ],
    sum: [integers, "self.sum() == 6", [[1, 2, 3], [6]], [[1], []]],
    sumOfNumbers: [listOf(number), "self.sum() > 1.0", [[0.6, 0.5]], [[0.1], []]],
    sumOfDurations: [texts, "self.map(x, duration(x)).sum() == duration('90m')", [["1h", "30m"]], [["1h"], ["soon"]]],
    min: [integers, "self.min() == 1", [[3, 1, 2]], [[2], []]],
    max: [integers, "self.max() == 3", [[3, 1, 2]], [[2], []]],
    minOfTexts: [texts, "self.min() == 'a'", [["b", "a"]], [["b"]]],
    indexOf: [integers, "self.indexOf(2) == 1", [[1, 2, 2]], [[2], []]],
    lastIndexOf: [integers, "self.lastIndexOf(2) == 2", [[1, 2, 2]], [[1, 2], []]],
    indexOfAbsent: [texts, "self.indexOf('x') == -1", [["a"], []], [["x"]]],
  }),
  rules("lists: CEL's list extension", {
    slice: [
      integers,
      "self.slice(1, 3) == [2, 3]",
      [[1, 2, 3, 4]],
      [
        [1, 2],
        [1, 3, 2],
      ],
    ],
    flatten: [
      matrix,
      "self.flatten() == [1, 2, 3]",
      [
        [[1], [2, 3]],
        [[1, 2, 3], []],
      ],
      [[[1]]],
    ],
    flattenDeep: [listOf(matrix), "self.flatten(2) == [1, 2]", [[[[1], [2]]]], [[[[2]]]]],
    distinct: [
      integers,
      "self.distinct() == [1, 2]",
      [
        [1, 2, 1],
        [1, 2],
      ],
      [[2, 1]],
    ],
    reverse: [integers, "self.reverse() == [2, 1]", [[1, 2]], [[2, 1]]],
    sort: [integers, "self.sort() == [1, 2, 3]", [[3, 1, 2]], [[1, 2]]],
    sortTexts: [texts, "self.sort() == ['B', 'a']", [["a", "B"]], [["a", "b"]]],
    sortBy: [
      people,
      "self.sortBy(p, p.age)[0].name == 'ann'",
      [
        [
          { name: "bob", age: 9 },
          { name: "ann", age: 3 },
        ],
      ],
      [[{ name: "bob", age: 9 }], []],
    ],
    range: [integer, "self in lists.range(3)", [0, 2], [3, -1]],
    first: [integers, "self.first() == optional.of(1)", [[1, 2]], [[2], []]],
    last: [integers, "self.last().orValue(0) == 2", [[1, 2]], [[1], []]],
  }),
  rules("lists: sets", {
    contains: [
      pair,
      "sets.contains(self.left, self.right)",
      [
        { left: [1, 2], right: [2] },
        { left: [], right: [] },
      ],
      [{ left: [1], right: [2] }],
    ],
    equivalent: [
      pair,
      "sets.equivalent(self.left, self.right)",
      [{ left: [1, 2, 2], right: [2, 1] }],
      [{ left: [1], right: [1, 2] }],
    ],
    intersects: [
      pair,
      "sets.intersects(self.left, self.right)",
      [{ left: [1, 2], right: [2, 3] }],
      [
        { left: [1], right: [2] },
        { left: [], right: [] },
      ],
    ],
    literal: [texts, "sets.contains(['http', 'https'], self)", [["http"], []], [["ftp"]]],
  }),
  results("lists: what functions give", {
    sum: [integers, "string(self.sum())", [[], [1, 2]]],
    max: [integers, "string(self.max())", [[-3, 2], []]],
    minOfTexts: [texts, "self.min()", [["b", "B", "ä"]]],
    range: [integer, "string(lists.range(3)[self])", [2, 3]],
    sliced: [integer, "string([1, 2, 3].slice(self, 2).size())", [0, 2, 3, -1]],
    overflow: [
      integers,
      "string(self.sum())",
      [
        [4611686018427388000, 4611686018427388000],
        [1, -1],
      ],
    ],
    duplicateKey: [
      texts,
      "string(self.transformMapEntry(i, x, {x: i}).size())",
      [
        ["a", "a"],
        ["a", "b"],
      ],
    ],
    noKey: [textsByKey, "self['a']", [{ a: "1" }, { b: "1" }]],
    noPlace: [texts, "self[2]", [["a"], ["a", "b", "c"]]],
  }),
];
