/** Seeded schemas with rules, objects of them, and objects that those replace. */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import type { StructuralSchema, ValidationRule } from "@pintle/schema";
import { createDice, type Dice } from "./dice.ts";
import { integerKind, type Kind, scalarKinds, textKind } from "./rule-kinds.ts";
import { listKinds, mapKind } from "./rule-list-kinds.ts";

export interface RuleObjectCase {
  readonly schema: StructuralSchema;
  readonly object: JsonObject;
  readonly old?: JsonObject;
  readonly isStatusUpdate?: boolean;
}

/** Most have to be escaped in rules, each in another way. */
const fieldNames = ["x", "y", "namespace", "a-b", "c.d", "e/f", "g__h", "1st", "constructor"];
const celNames: ReadonlyMap<string, string> = new Map([
  ["namespace", "__namespace__"],
  ["a-b", "a__dash__b"],
  ["c.d", "c__dot__d"],
  ["e/f", "e__slash__f"],
  ["g__h", "g__underscores__h"],
]);

/** As many objects of one schema: Kubernetes takes long to compile rules. */
export function seededRuleObjects(seed: number, count: number): RuleObjectCase[] {
  const dice = createDice(seed);
  const spec = objectKind(dice, 2);
  const status = objectKind(dice, 1);
  const schema: StructuralSchema = {
    type: "object",
    properties: { spec: ruled(dice, spec), status: ruled(dice, status) },
    ...(dice.chance(0.3) && { "x-kubernetes-validations": [decorated(dice, dice.pick(rootRules), [])] }),
  };
  const draw = (): JsonObject => ({
    ...typeMeta(dice),
    spec: spec.draw(dice),
    ...(dice.chance(0.5) && { status: status.draw(dice) }),
  });
  return Array.from({ length: count }, () => {
    const object = draw();
    if (dice.chance(0.35)) return { schema, object: spoiled(dice, object) };
    const old = changed(dice, object, draw());
    const stored = dice.chance(0.4) ? storedBefore(dice, object, old) : { object, old };
    return { schema, ...stored, ...(dice.chance(0.2) && { isStatusUpdate: true }) };
  });
}

function typeMeta(dice: Dice): JsonObject {
  const metadata = {
    name: "w",
    ...(dice.chance(0.3) && { generateName: "w-" }),
    ...(dice.chance(0.5) && { labels: { a: "b" } }),
  };
  return { apiVersion: "example.com/v1", kind: "Widget", metadata };
}

const rootRules = [
  "self.metadata.name == 'w'",
  "self.metadata.name.startsWith('x')",
  "has(self.metadata.generateName)",
  "self.kind == 'Gadget'",
  "self == oldSelf",
  "self.spec == oldSelf.spec",
  "has(self.status) || !has(oldSelf.status)",
  "self.apiVersion.endsWith('v1') && has(self.spec)",
];

function drawKind(dice: Dice, depth: number): Kind {
  const sort = dice.below(depth > 0 ? 10 : 5);
  if (sort < 4) return dice.pick(scalarKinds);
  if (sort < 7) return dice.pick(listKinds);
  if (sort === 7) return mapKind(withRules(dice, dice.pick([...scalarKinds, ...listKinds])));
  if (sort === 8) return dice.chance(0.5) ? embeddedKind : listOfObjects(objectKind(dice, depth - 1), dice);
  return objectKind(dice, depth - 1);
}

function withRules(dice: Dice, kind: Kind): Kind {
  return { ...kind, schema: ruled(dice, kind) };
}

function objectKind(dice: Dice, depth: number): Kind {
  const names = dice.shuffle(fieldNames).slice(0, 1 + dice.below(4));
  const fields = names.map((name) => ({ name, kind: drawKind(dice, depth) }));
  const keepsUnknown = dice.chance(0.15);
  const schema: StructuralSchema = {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, kind }) => [
        name,
        dice.chance(0.15) ? { ...ruled(dice, kind), nullable: true } : ruled(dice, kind),
      ]),
    ),
    ...(keepsUnknown && { "x-kubernetes-preserve-unknown-fields": true }),
  };
  return {
    schema,
    draw: (drawer) => ({
      ...Object.fromEntries(
        fields
          .filter(() => drawer.chance(0.8))
          .map(({ name, kind }) => [name, drawer.chance(0.04) ? null : kind.draw(drawer)]),
      ),
      ...(keepsUnknown && drawer.chance(0.5) && { unknown: drawer.pick([1, 2, { a: [1] }]) }),
    }),
    rules: names.filter((name) => name !== "1st").flatMap((name) => rulesOnField(celNames.get(name) ?? name)),
    messages: ["'an object'"],
  };
}

function rulesOnField(name: string): string[] {
  return [
    `has(self.${name})`,
    `self.${name} == oldSelf.${name}`,
    `!has(oldSelf.${name}) || has(self.${name})`,
    `self.?${name} == oldSelf.?${name}`,
    "self == oldSelf",
    `self.?${name}.hasValue() || true`,
    `[self].all(s, has(s.${name}))`,
    `self.?${name}.hasValue()`,
    `self.${name} != oldSelf.${name}`,
    `[self, oldSelf].exists(s, has(s.${name}))`,
    `[self.?${name}, oldSelf.?${name}].exists_one(o, o.hasValue())`,
    `dyn(self).${name} == dyn(oldSelf).${name}`,
    `dyn(self)[?'${name}'] == optional.none()`,
    `'${name}' in dyn(self)`,
    `[self.${name}] == [oldSelf.${name}]`,
    `{'a': self} == {'a': oldSelf}`,
    `self in [oldSelf]`,
    `self.${name} in [self.${name}]`,
    `optional.of(self).?${name} == self.?${name}`,
    `optional.ofNonZeroValue(self.${name}).hasValue()`,
    `type(self) == type(oldSelf) && type(self.${name}) != string`,
    `(has(self.${name}) ? self : oldSelf).?${name}.hasValue()`,
    `self.?${name}.optMap(v, [v] == [self.${name}]).orValue(false)`,
    `dyn(self) == dyn(1) || has(self.${name})`,
  ];
}

function listOfObjects(items: Kind, dice: Dice): Kind {
  return {
    schema: { type: "array", maxItems: 4, items: ruled(dice, items) },
    draw: (drawer) => Array.from({ length: drawer.below(3) }, () => items.draw(drawer)),
    rules: [
      ...["self == oldSelf", "self[0] == self[1]", "self.all(x, x == self[0])", "self.size() == 1"],
      ...["self[?0] == self[?1]", "self[?0].hasValue()", "self.exists(x, x in oldSelf)", "self.map(x, x) == oldSelf"],
      ...["self.filter(x, x == self[0]) == self", "self + oldSelf == oldSelf + self", "[self] == [oldSelf]"],
      ...["self.all(i, x, x == oldSelf[i])", "self.distinct().size() == 1", "self.first() == self.last()"],
      ...["self.all(x, true)", "self.indexOf(self[0]) == 0", "sets.contains(self, oldSelf)", "oldSelf[0] in self"],
    ],
    messages: ["string(self.size())"],
  };
}

const embeddedKind: Kind = {
  schema: {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  },
  draw: (dice) => ({
    apiVersion: "v1",
    kind: dice.pick(["Pod", "Node"]),
    metadata: { name: dice.pick(["a", "b"]), ...(dice.chance(0.5) && { labels: { a: dice.pick(["a", "b"]) } }) },
    ...(dice.chance(0.5) && { spec: { x: dice.below(2) } }),
  }),
  rules: [
    ...["self.kind == 'Pod'", "self.metadata.name == 'a'", "has(self.metadata.generateName)", "self == oldSelf"],
    ...["self.metadata == oldSelf.metadata", "has(self.spec)", "self.spec == oldSelf.spec"],
  ],
  messages: ["self.kind + ' ' + self.metadata.name"],
};

function ruled(dice: Dice, { schema, rules, messages }: Kind): StructuralSchema {
  if (rules.length === 0 || dice.chance(0.3)) return schema;
  const picked = Array.from({ length: 1 + dice.below(2) }, () => decorated(dice, dice.pick(rules), messages, schema));
  return { ...schema, "x-kubernetes-validations": picked };
}

const oddMessages = ["''", "'  '", "'a\\nb'", "'  padded '", `'${"é".repeat(2_561)}'`, `'${"é".repeat(2_560)}'`];
const reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
const optionalRules = [
  "oldSelf.hasValue() ? self == oldSelf.value() : true",
  "oldSelf.optMap(o, o == self).orValue(false)",
  "oldSelf.orValue(self) == self",
  "oldSelf.value() == self",
  "self == oldSelf.value()",
  "[self] == [oldSelf.value()]",
  "optional.of(self) == oldSelf",
  "oldSelf == optional.of(self)",
  "[oldSelf].all(o, o == oldSelf)",
  "oldSelf.optFlatMap(o, optional.of(o)) == oldSelf",
  "type(oldSelf.value()) == type(self)",
  "oldSelf.or(optional.of(self)).value() == self",
  "self == self",
];

function decorated(
  dice: Dice,
  rule: string,
  messages: readonly string[],
  schema: StructuralSchema = {},
): ValidationRule {
  const isOptional = dice.chance(0.12);
  const [field] = Object.keys(schema.properties ?? {});
  const messageExpression = dice.pick([...messages, ...messages, ...oddMessages]);
  return {
    rule: isOptional ? dice.pick(optionalRules) : rule,
    ...(isOptional && { optionalOldSelf: true }),
    ...(dice.chance(0.3) && { message: dice.pick(["must be so", "  must  be so ", 'not "this"']) }),
    ...(dice.chance(0.35) && { messageExpression }),
    ...(dice.chance(0.3) && { reason: dice.pick(reasons) }),
    ...(field !== undefined && dice.chance(0.3) && { fieldPath: `['${field}']` }),
  };
}

/** An old object in which some parts are as in the new one. */
function changed(dice: Dice, value: JsonObject, other: JsonObject): JsonObject {
  const old: { [name: string]: JsonValue } = { ...value };
  for (const name of Object.keys(other)) {
    const [mine, theirs] = [value[name], other[name]];
    if (dice.chance(0.4)) continue;
    if (isObject(mine) && isObject(theirs) && dice.chance(0.8)) old[name] = changed(dice, mine, theirs);
    else if (theirs !== undefined) old[name] = theirs;
  }
  return old;
}

/** Objects stored before their schema changed: a part of them, kept or only in the old one, is not of its type. */
function storedBefore(dice: Dice, object: JsonObject, old: JsonObject): { object: JsonObject; old: JsonObject } {
  const field = dice.pick(["spec", "spec", "status"]);
  const isKept = dice.chance(0.75);
  const [part, oldPart] = [object[field], old[field]];
  if (!isObject(oldPart) || !isObject(part)) return { object, old };
  const stored = withStranger(dice, isKept ? part : oldPart);
  if (!isKept) return { object, old: { ...old, [field]: stored } };
  const isAll = dice.chance(0.5) || !isObject(stored);
  return {
    object: { ...object, [field]: stored },
    old: { ...old, [field]: isAll ? stored : { ...oldPart, ...strangeFields(part, stored) } },
  };
}

/** The fields in which an object is not as it was. */
function strangeFields(part: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(stored).filter(([name, value]) => value !== part[name]));
}

const strangers: readonly JsonValue[] = [
  ...[
    1,
    -0.5,
    true,
    "text",
    "2020-01-01",
    "a+b/",
    [],
    [1],
    ["x", null],
    [[1]],
    [{ name: 1 }],
    {},
    { a: 1 },
    { x: { y: null } },
  ],
  null,
];

/** Another value somewhere in a value. */
function withStranger(dice: Dice, value: JsonValue): JsonValue {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.8)) {
    const at = dice.below(value.length);
    return value.map((item, index) => (index === at ? withStranger(dice, item) : item));
  }
  if (isObject(value) && Object.keys(value).length > 0 && dice.chance(0.85)) {
    const name = dice.pick(Object.keys(value));
    return { ...value, [name]: withStranger(dice, value[name] ?? null) };
  }
  return dice.pick(strangers);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function spoiled(dice: Dice, object: JsonObject): JsonObject {
  return dice.chance(0.2) ? { ...object, spec: { ...(object.spec as JsonObject), x: { z: [1] }, y: "?" } } : object;
}

/** Values that are too much for their rules: of one call, or of the object. */
export function costlyRuleObject(seed: number): RuleObjectCase {
  const dice = createDice(seed);
  const values = Array.from({ length: 10 + dice.below(60) }, (_, index) => index);
  const rule = dice.pick([
    "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))",
    "self.all(a, self.all(b, a + b >= 0))",
    "self.all(a, self.all(b, self.all(c, self.all(d, a + b + c + d >= 0))))",
  ]);
  const rules = Array.from({ length: 1 + dice.below(12) }, () => ({
    rule,
    ...(dice.chance(0.3) && { message: "too much" }),
  }));
  const message = {
    rule: "false",
    messageExpression: "string(self.filter(a, self.all(b, self.all(c, a + b + c >= 0))).size())",
  };
  const list = {
    type: "array",
    items: integerKind.schema,
    "x-kubernetes-validations": dice.chance(0.5) ? rules : [message, ...rules, message],
  };
  const spec = { type: "object", properties: { list, text: textKind.schema } };
  return { schema: { type: "object", properties: { spec } }, object: { ...typeMeta(dice), spec: { list: values } } };
}
