/** Objects that were stored before a rule or a bound came: what their updates may leave as it was, and what not. */
import { byKey, integer, integers, listOf, mapOf, objectOf, ruled, text, texts, tightened } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const even = { rule: "self % 2 == 0", message: "must be even" };
const evenInteger = ruled(integer, even);
const short = { type: "string", maxLength: 2 };
const port = { name: text, port: integer, note: text };
const evenPort = { ...port, port: evenInteger };
const loose = listOf(objectOf(port));
const sized = objectOf({ size: integer, note: text });

export const sequences: readonly Sequence[] = [
  tightened("ratcheting: rules", {
    value: [
      integer,
      evenInteger,
      [
        [1, 1],
        [1, 2],
        [1, undefined],
      ],
      [
        [1, 3],
        [2, 3],
        [undefined, 3],
      ],
    ],
    field: [
      sized,
      objectOf({ size: evenInteger, note: text }),
      [[{ size: 1 }, { size: 1, note: "x" }]],
      [[{ size: 1 }, { size: 3, note: "x" }]],
    ],
    parent: [
      sized,
      ruled(sized, { rule: "!has(self.size) || self.size > 5", message: "too small" }),
      [
        [{ size: 1 }, { size: 1 }],
        [{ size: 1 }, { size: 6, note: "x" }],
      ],
      [[{ size: 1 }, { size: 1, note: "x" }]],
    ],
    keyed: [
      byKey("name", port),
      byKey("name", evenPort),
      [
        [
          [{ name: "a", port: 1 }],
          [
            { name: "b", port: 2 },
            { name: "a", port: 1, note: "x" },
          ],
        ],
      ],
      [
        [[{ name: "a", port: 1 }], [{ name: "b", port: 1 }]],
        [[{ name: "a", port: 1 }], [{ name: "a", port: 3 }]],
      ],
    ],
    unkeyed: [
      loose,
      listOf(objectOf(evenPort)),
      [[[{ name: "a", port: 1 }], [{ name: "a", port: 1 }]]],
      [
        [
          [{ name: "a", port: 1 }],
          [
            { name: "a", port: 1 },
            { name: "b", port: 2 },
          ],
        ],
        [[{ name: "a", port: 1 }], [{ name: "a", port: 1, note: "x" }]],
      ],
    ],
    map: [
      mapOf(integer),
      mapOf(evenInteger),
      [
        [{ a: 1 }, { a: 1, b: 2 }],
        [{ a: 1 }, {}],
      ],
      [
        [{ a: 1 }, { a: 3 }],
        [{ a: 1 }, { b: 1 }],
      ],
    ],
    list: [
      integers,
      ruled(integers, { rule: "self.isSorted()", message: "must be sorted" }),
      [
        [
          [2, 1],
          [2, 1],
        ],
        [
          [2, 1],
          [1, 2],
        ],
      ],
      [
        [
          [2, 1],
          [2, 1, 0],
        ],
      ],
    ],
    set: [
      listOf(integer, { "x-kubernetes-list-type": "set" }),
      listOf(evenInteger, { "x-kubernetes-list-type": "set" }),
      [
        [
          [1, 2],
          [1, 2],
        ],
      ],
      [[[1], [1, 2]]],
    ],
    transition: [
      integer,
      ruled(integer, { rule: "self >= oldSelf", message: "must grow" }),
      [
        [5, 5],
        [5, 6],
      ],
      [[5, 4]],
    ],
    optional: [
      integer,
      ruled(integer, { rule: "oldSelf.hasValue() || self > 5", optionalOldSelf: true }),
      [[1, 2]],
      [[undefined, 2]],
    ],
  }),
  tightened("ratcheting: schemas", {
    maxLength: [
      text,
      short,
      [
        ["abc", "abc"],
        ["abc", "ab"],
      ],
      [
        ["abc", "abd"],
        ["a", "abc"],
      ],
    ],
    enum: [
      text,
      { type: "string", enum: ["a"] },
      [
        ["x", "x"],
        ["x", "a"],
      ],
      [["x", "y"]],
    ],
    pattern: [text, { type: "string", pattern: "^a" }, [["x", "x"]], [["x", "xx"]]],
    maximum: [integer, { type: "integer", maximum: 5 }, [[9, 9]], [[9, 8]]],
    format: [text, { type: "string", format: "ipv4" }, [["x", "x"]], [["x", "y"]]],
    required: [sized, { ...sized, required: ["note"] }, [[{ size: 1 }, { size: 1 }]], [[{ size: 1 }, { size: 2 }]]],
    maxItems: [
      texts,
      { ...texts, maxItems: 1 },
      [
        [
          ["a", "b"],
          ["a", "b"],
        ],
        [["a", "b"], ["a"]],
      ],
      [
        [
          ["a", "b"],
          ["a", "c"],
        ],
      ],
    ],
    items: [
      texts,
      listOf(short, { "x-kubernetes-list-type": "atomic" }),
      [[["abc"], ["abc"]]],
      [[["abc"], ["abc", "a"]]],
    ],
    keyed: [
      byKey("name", { name: text, note: text }),
      byKey("name", { name: text, note: short }),
      [[[{ name: "a", note: "abc" }], [{ name: "b" }, { name: "a", note: "abc" }]]],
      [
        [[{ name: "a", note: "abc" }], [{ name: "a", note: "abcd" }]],
        [[{ name: "a", note: "abc" }], [{ name: "b", note: "abc" }]],
      ],
    ],
    map: [mapOf(text), mapOf(short), [[{ a: "abc" }, { a: "abc", b: "x" }]], [[{ a: "abc" }, { b: "abc" }]]],
    minProperties: [
      mapOf(text),
      { ...mapOf(text), minProperties: 2 },
      [[{ a: "x" }, { a: "x" }]],
      [[{ a: "x" }, { a: "y" }]],
    ],
    type: [
      { "x-kubernetes-int-or-string": true },
      text,
      [
        ["1", "2"],
        [1, "1"],
        [1, 1],
      ],
      [[1, 2]],
    ],
    oneOf: [
      sized,
      { ...sized, oneOf: [{ required: ["size"] }, { required: ["note"] }] },
      [
        [
          { size: 1, note: "a" },
          { size: 1, note: "a" },
        ],
      ],
      [
        [
          { size: 1, note: "a" },
          { size: 2, note: "a" },
        ],
      ],
    ],
    duplicates: [
      texts,
      listOf(text, { "x-kubernetes-list-type": "set" }),
      [
        [
          ["a", "a"],
          ["a", "a"],
        ],
        [["a", "a"], ["a"]],
        [
          ["a", "a"],
          ["a", "a", "b"],
        ],
      ],
      [[["a"], ["a", "a"]]],
    ],
    null: [
      { ...text, nullable: true },
      text,
      [
        [null, "a"],
        [null, null],
      ],
      [],
    ],
    pruned: [
      objectOf({ a: text, b: text }),
      objectOf({ a: text }),
      [
        [
          { a: "x", b: "y" },
          { a: "x", b: "y" },
        ],
      ],
      [],
    ],
  }),
];
