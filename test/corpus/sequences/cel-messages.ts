/** What is said when a rule fails: messages, their expressions, reasons and field paths, and the order of several errors. */
import { byKey, integer, listOf, objectOf, objects, rules, text, texts, textsByKey } from "../rules.ts";
import type { Sequence } from "../sequence.ts";

const small = "self < 10";
const range = objectOf({ min: integer, max: integer }, { required: ["min", "max"] });
const fieldOf = (fieldPath: string) => ({ rule: "false", message: "wrong", fieldPath });

export const sequences: readonly Sequence[] = [
  rules("messages: where they come from", {
    none: [integer, small, [1], [10]],
    message: [integer, { rule: small, message: "must be small" }, [1], [10]],
    trimmed: [integer, { rule: small, message: "  must be small  " }, [1], [10]],
    expression: [integer, { rule: small, messageExpression: "'%d is not small'.format([self])" }, [1], [10]],
    expressionWins: [
      integer,
      { rule: small, message: "must be small", messageExpression: "'no: %d'.format([self])" },
      [1],
      [10],
    ],
    expressionFails: [
      integer,
      { rule: small, message: "must be small", messageExpression: "string(1 / (self - 10))" },
      [1],
      [10, 11],
    ],
    expressionFailsAlone: [integer, { rule: small, messageExpression: "string(1 / (self - 10))" }, [1], [10]],
    expressionIsEmpty: [text, { rule: "false", messageExpression: "self" }, [], ["", " ", "a"]],
    expressionHasLines: [text, { rule: "false", messageExpression: "self" }, [], ["a\nb", "a\rb"]],
    expressionIsLong: [texts, { rule: "false", messageExpression: "self[0] + self[0]" }, [], [["x".repeat(64)]]],
    lines: [integer, { rule: "self < 10 &&\nself > 0", message: "between" }, [1], [10]],
    unicode: [text, { rule: "self != 'ä'", message: "kein „ä“" }, ["a"], ["ä"]],
    runtimeError: [integer, { rule: "10 / self > 1", message: "must divide ten" }, [2], [0, 10]],
  }),
  rules("messages: reasons", {
    invalid: [integer, { rule: small, reason: "FieldValueInvalid" }, [1], [10]],
    forbidden: [integer, { rule: small, reason: "FieldValueForbidden" }, [1], [10]],
    required: [integer, { rule: small, reason: "FieldValueRequired" }, [1], [10]],
    duplicate: [integer, { rule: small, reason: "FieldValueDuplicate" }, [1], [10]],
    forbiddenMessage: [integer, { rule: small, reason: "FieldValueForbidden", message: "must be small" }, [1], [10]],
    requiredMessage: [
      range,
      { rule: "self.min > 0", reason: "FieldValueRequired", message: "say min", fieldPath: ".min" },
      [{ min: 1, max: 2 }],
      [{ min: 0, max: 2 }],
    ],
    duplicateText: [text, { rule: "self != 'a'", reason: "FieldValueDuplicate", message: "taken" }, ["b"], ["a"]],
    requiredList: [texts, { rule: "size(self) > 0", reason: "FieldValueRequired", message: "say some" }, [["a"]], [[]]],
  }),
  rules("messages: field paths", {
    field: [
      range,
      { rule: "self.min <= self.max", message: "must not be less than min", fieldPath: ".max" },
      [{ min: 1, max: 2 }],
      [{ min: 2, max: 1 }],
    ],
    bracketed: [objectOf({ "a-b": text, c: text }), fieldOf("['a-b']"), [], [{ "a-b": "x" }]],
    deep: [objectOf({ a: objectOf({ b: text }) }), fieldOf(".a.b"), [], [{ a: { b: "x" } }, {}]],
    key: [textsByKey, fieldOf(".some"), [], [{ some: "x" }]],
    keyInBrackets: [textsByKey, fieldOf("['example.com/a']"), [], [{ "example.com/a": "x" }]],
    listField: [objectOf({ names: texts }), fieldOf(".names"), [], [{ names: ["a"] }]],
    escaped: [objectOf({ "it's": text }), fieldOf("['it\\'s']"), [], [{ "it's": "x" }]],
  }),
  rules("messages: where values and paths appear", {
    text: [text, "false", [], ["a", ""]],
    integer: [integer, "false", [], [0, -5]],
    number: [{ type: "number" }, "false", [], [1.5]],
    boolean: [{ type: "boolean" }, "false", [], [true]],
    list: [texts, "false", [], [["a"], []]],
    map: [textsByKey, "false", [], [{ a: "b" }, {}]],
    object: [range, "false", [], [{ min: 1, max: 2 }]],
    listItem: [
      listOf({ ...text, "x-kubernetes-validations": [{ rule: "self != 'bad'" }] }),
      "true",
      [["a"]],
      [["a", "bad", "bad"]],
    ],
    keyedItem: [
      {
        ...byKey("name", { name: text }),
        items: { ...byKey("name", { name: text }).items, "x-kubernetes-validations": [{ rule: "self.name != 'bad'" }] },
      },
      "true",
      [[{ name: "a" }]],
      [[{ name: "a" }, { name: "bad" }]],
    ],
    mapValue: [
      {
        type: "object",
        maxProperties: 5,
        additionalProperties: { ...text, "x-kubernetes-validations": [{ rule: "self != 'bad'" }] },
      },
      "true",
      [{ a: "a" }],
      [{ "a.b": "bad" }, { a: "bad" }],
    ],
    intOrText: [{ "x-kubernetes-int-or-string": true }, "self == 1 || self == '1'", [1, "1"], [2, "2"]],
    preserved: [
      { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: text } },
      "self.a != 'x'",
      [{ a: "y", b: 1 }],
      [{ a: "x", b: 1 }, {}],
    ],
    enum: [{ type: "string", enum: ["a", "b"] }, "self != 'b'", ["a"], ["b", "c"]],
    manyRules: [
      integer,
      ["self > 0", { rule: "self > 1", message: "second" }, "self / 0 == 1", "self > 3"],
      [],
      [0, 5],
    ],
  }),
  objects(
    "messages: rules on the whole object",
    {
      type: "object",
      "x-kubernetes-validations": [
        { rule: "self.metadata.name.size() < 12", message: "the name is too long" },
        { rule: "!has(self.metadata.generateName)", message: "no generated names" },
        { rule: "self.kind == 'Widget' && self.apiVersion.endsWith('/v1')", message: "other kinds" },
        { rule: "!has(self.spec.replicas) || !has(self.status) || self.status.ready <= self.spec.replicas" },
      ],
      properties: {
        spec: objectOf({ replicas: integer }),
        status: objectOf({ ready: integer }, { required: ["ready"] }),
      },
      required: ["spec"],
    },
    [{ spec: {} }, { spec: { replicas: 2 }, status: { ready: 2 } }],
    [{ metadata: { name: "fails-a-long-name" }, spec: {} }, { spec: { replicas: 1 }, status: { ready: 2 } }, {}],
  ),
  objects(
    "messages: rules are not asked when the schema is not met",
    {
      type: "object",
      properties: {
        spec: objectOf(
          { a: { ...integer, maximum: 5, "x-kubernetes-validations": [{ rule: "self != 3" }] }, b: text },
          { required: ["a"], "x-kubernetes-validations": [{ rule: "has(self.b)", message: "say b" }] },
        ),
      },
    },
    [{ spec: { a: 1, b: "" } }, {}],
    [{ spec: { a: 1 } }, { spec: { a: 6 } }, { spec: { b: "x" } }, { spec: { a: "x", b: "" } }, { spec: { a: 3 } }],
  ),
];
