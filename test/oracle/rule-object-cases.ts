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
    return { schema, object, old, ...(dice.chance(0.2) && { isStatusUpdate: true }) };
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
  ];
}

function listOfObjects(items: Kind, dice: Dice): Kind {
  return {
    schema: { type: "array", maxItems: 4, items: ruled(dice, items) },
    draw: (drawer) => Array.from({ length: drawer.below(3) }, () => items.draw(drawer)),
    rules: ["self == oldSelf", "self[0] == self[1]", "self.all(x, x == self[0])", "self.size() == 1"],
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
  "self == self",
];

function decorated(
  dice: Dice,
  rule: string,
  messages: readonly string[],
  schema: StructuralSchema = {},
): ValidationRule {
  // Upstream's answer depends on the order of a map where an object without a schema is compared with one that has fields of none.
  const hasUnknown = schema.type === undefined || JSON.stringify(schema).includes("preserve-unknown-fields");
  const isOptional = !hasUnknown && dice.chance(0.12);
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
