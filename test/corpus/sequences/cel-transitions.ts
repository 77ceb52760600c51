/** Rules about changes: `oldSelf`, where it can be used, `optionalOldSelf`, and rules that an update need not meet. */
import { byKey, changes, integer, integers, listOf, objectOf, text, texts, textsByKey } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const ports = byKey("name", { name: text, port: integer });
const immutable = { rule: "self == oldSelf", message: "field is immutable" };
const set = { "x-kubernetes-list-type": "set" };
const person = objectOf({ name: text, age: integer });

export const sequences: readonly Sequence[] = [
  changes("transitions: what may become of a value", {
    immutable: [
      text,
      immutable,
      [
        ["a", "a"],
        [undefined, "a"],
        ["a", undefined],
      ],
      [
        ["a", "b"],
        ["a", ""],
      ],
    ],
    growing: [
      integer,
      "self >= oldSelf",
      [
        [1, 2],
        [2, 2],
      ],
      [[2, 1]],
    ],
    oneStep: [
      integer,
      "self - oldSelf <= 1",
      [
        [1, 2],
        [5, 1],
      ],
      [[1, 3]],
    ],
    phases: [
      text,
      "oldSelf == 'Pending' || (oldSelf == 'Running' && self in ['Running', 'Done']) || self == oldSelf",
      [
        ["Pending", "Done"],
        ["Running", "Done"],
        ["Done", "Done"],
      ],
      [
        ["Done", "Running"],
        ["Running", "Pending"],
      ],
    ],
    appendOnly: [
      texts,
      "size(self) >= size(oldSelf) && lists.range(3).all(i, i >= size(oldSelf) || self[i] == oldSelf[i])",
      [[["a"], ["a", "b"]]],
      [
        [["a", "b"], ["a"]],
        [["a"], ["b", "a"]],
      ],
    ],
    keepsKeys: [
      textsByKey,
      "oldSelf.all(key, key in self)",
      [[{ a: "1" }, { a: "2", b: "1" }]],
      [[{ a: "1" }, { b: "1" }]],
    ],
    keepsMembers: [listOf(text, set), "oldSelf.all(x, x in self)", [[["a"], ["b", "a"]]], [[["a"], ["b"]]]],
    keepsPorts: [
      ports,
      "oldSelf.all(x, self.exists(y, x.name == y.name))",
      [[[{ name: "a" }], [{ name: "b" }, { name: "a" }]]],
      [[[{ name: "a" }], [{ name: "b" }]]],
    ],
    onceSet: [
      person,
      "!has(oldSelf.name) || has(self.name)",
      [
        [{}, { name: "a" }],
        [{ name: "a" }, { name: "b" }],
      ],
      [[{ name: "a" }, {}]],
    ],
    sameOrUnset: [
      person,
      "has(oldSelf.name) == has(self.name)",
      [[{}, {}]],
      [
        [{}, { name: "a" }],
        [{ name: "a" }, {}],
      ],
    ],
    message: [
      integer,
      { rule: "self > oldSelf", messageExpression: "'%d is not more than %d'.format([self, oldSelf])" },
      [[1, 2]],
      [[2, 1]],
    ],
    reason: [text, { ...immutable, reason: "FieldValueForbidden" }, [["a", "a"]], [["a", "b"]]],
  }),
  changes("transitions: rules inside of lists and maps", {
    keyed: [
      byKey("name", { name: text, port: { ...integer, "x-kubernetes-validations": [immutable] } }),
      "size(self) > 0",
      [
        [
          [{ name: "a", port: 1 }],
          [
            { name: "b", port: 2 },
            { name: "a", port: 1 },
          ],
        ],
        [[{ name: "a", port: 1 }], [{ name: "b", port: 9 }]],
      ],
      [[[{ name: "a", port: 1 }], [{ name: "b" }, { name: "a", port: 2 }]]],
    ],
    keyedItems: [
      { ...ports, items: { ...ports.items, "x-kubernetes-validations": [immutable] } },
      "true",
      [
        [[{ name: "a", port: 1 }], [{ name: "a", port: 1 }]],
        [[{ name: "a", port: 1 }], []],
      ],
      [
        [[{ name: "a", port: 1 }], [{ name: "a", port: 2 }]],
        [[{ name: "a" }], [{ name: "a", port: 2 }]],
      ],
    ],
    mapValues: [
      { type: "object", maxProperties: 5, additionalProperties: { ...text, "x-kubernetes-validations": [immutable] } },
      "true",
      [
        [{ a: "1" }, { a: "1", b: "2" }],
        [{ a: "1" }, {}],
      ],
      [[{ a: "1" }, { a: "2" }]],
    ],
    nested: [
      objectOf({ inner: objectOf({ value: { ...text, "x-kubernetes-validations": [immutable] } }) }),
      "true",
      [
        [{ inner: { value: "a" } }, { inner: {} }],
        [{}, { inner: { value: "a" } }],
      ],
      [[{ inner: { value: "a" } }, { inner: { value: "b" } }]],
    ],
  }),
  changes("transitions: rules that run without an old value", {
    optional: [
      text,
      { rule: "oldSelf.hasValue() ? self == oldSelf.value() : self == 'new'", optionalOldSelf: true },
      [
        ["new", "new"],
        [undefined, "new"],
      ],
      [
        ["new", "old"],
        [undefined, "old"],
      ],
    ],
    optionalMapped: [
      integer,
      { rule: "oldSelf.optMap(o, self >= o).orValue(true)", optionalOldSelf: true },
      [
        [1, 2],
        [undefined, 5],
      ],
      [[2, 1]],
    ],
    required: [text, { rule: "self == oldSelf", optionalOldSelf: false }, [[undefined, "a"]], [["a", "b"]]],
    onlyAtCreation: [
      text,
      { rule: "oldSelf.hasValue() || self.startsWith('new-')", optionalOldSelf: true },
      [["new-a", "b"]],
      [[undefined, "b"]],
    ],
    setOnceOnParent: [
      person,
      {
        rule: "oldSelf.optMap(old, !has(old.name) || (has(self.name) && self.name == old.name)).orValue(true)",
        optionalOldSelf: true,
      },
      [
        [{}, { name: "a" }],
        [{ name: "a" }, { name: "a", age: 1 }],
      ],
      [
        [{ name: "a" }, { name: "b" }],
        [{ name: "a" }, {}],
      ],
    ],
  }),
  changes("transitions: beside other rules", {
    both: [
      integer,
      ["self % 2 == 0", "self > oldSelf"],
      [[2, 4]],
      [
        [4, 2],
        [2, 3],
        [4, 3],
      ],
    ],
    unchangedList: [
      integers,
      ["self.all(x, x > 0)", "size(self) >= size(oldSelf)"],
      [[[1], [1, 2]]],
      [
        [[1, 2], [1]],
        [[1, 2], [0]],
      ],
    ],
  }),
];
