/** Rules drawn along a schema: what can be asked of each sort of value, and what cannot. */
import type { StructuralSchema, ValidationRule } from "@pintle/schema";
import type { Dice } from "./dice.ts";

/** As rules see the names of the seeded schemas; the last two they cannot say. */
const escaped: ReadonlyMap<string, string> = new Map([
  ["d-e", "d__dash__e"],
  ["namespace", "__namespace__"],
  ["x.y/z", "x__dot__y__slash__z"],
  ["a__b", "a__underscores__b"],
  ["if", "__if__"],
  ["1st", "_1st"],
  ["with space", "with__space"],
]);

/** `$` stands for the value. */
const questions: Readonly<Record<string, readonly string[]>> = {
  string: [
    "$ == 'a'", "$.size() < 5", "$.matches('^a+')", "$ in ['a', 'b']", "$.startsWith('a')", "$.contains($)", "$ < 'b'",
    "$.split(',').all(p, p.size() < 3)", "($ + 'a').endsWith($)", "$.lowerAscii() == $", "isIP($)", "'%s'.format([$]) == ''",
    "quantity($).isLessThan(quantity('1'))", "url($).getHost() == ''", "$.replace('a', 'bb') != ''", "$.find('a+') == 'a'",
    "!format.dns1123Label().validate($).hasValue()", "semver('1.2.3').major() > 0", "$.charAt(0) == 'a'", "int($) > 3",
  ],
  integer: ["$ > 1", "$ % 2 == 0", "$ in [1, 2]", "$ + 1 < 10", "$ < 1.5", "-$ < 3", "string($) == '1'", "[$, 1].max() > 3"],
  number: ["$ > 1.5", "$ < 1", "$ / 2.0 == 1.0", "double(1) < $", "int($) == 1"],
  boolean: ["$", "!$", "$ == true", "$ || !$"],
  timestamp: ["$ > timestamp('2020-01-01T00:00:00Z')", "$.getFullYear() > 1", "$ - $ < duration('1h')", "string($) == ''"],
  duration: ["$ < duration('1h')", "$.getSeconds() > 1", "$ + $ == $"],
  bytes: ["$ == b'a'", "size($) > 1", "string($) == 'a'"],
  dyn: ["$ == 'a' || $ == 1", "type($) == string", "string($) == 'a'", "$ > 1", "$.matches('a')", "size($) < 3", "$.a.b == 1"],
  array: [
    "size($) > 1", "$ == $", "$.map(i, i).size() > 0", "$.all(i, $.exists(j, i == j))", "$ + $ == $", "$.all(n, i, n >= 0)",
    "$.all(i, $.all(j, $.all(k, i == k)))", "$.exists_one(i, i == $[0])", "sets.contains($, $)", "$.filter(i, true).size() < 3",
    "$.indexOf($[0]) == 0", "$[0] in $", "$.sortBy(i, 1).size() > 1", "$.slice(0, 1) == []", "$.flatten().size() > 0",
  ],
  map: [
    "size($) > 1", "'a' in $", "$.all(k, k.size() > 1)", "$ == $", "$.exists(k, $[k] == $['a'])", "$.all(k, v, v == $[k])",
    "$.map(k, k).size() < 3", "$.transformMap(k, v, v) == $", "has($.a)", "$.all(k, $.all(l, k == l))",
  ],
  object: ["$ == $", "has($.a)", "$.nope == 1", "$ in [$]", "dyn($) == dyn(1)", "type($) == type($)"],
}; // biome-ignore format: lists

/** What no value takes, or what gives no boolean. */
const mistakes = [
  "$", "1", "$ == [1]", "$.nope", "nope", "nope($)", "$.all(x, 1)", "size(1) > 0", "int('a') == 1", "$ + 1 == true", "$.namespace",
  "duration('x') > duration('1s')", "timestamp('x') > timestamp('y')", "'a'.matches('(')", "[1, 'a'] == []", "'a'", "$ == 'a' && 1",
  "{'a': 1, 1: 2} == {}", "$.map(x, x, x, x)", "has($)", "$.all(1, true)", "'%d'.format(['a']) == ''", "$ == nope.a.b", "Object{} == $", "google.protobuf.Int64Value{} == $",
  "google.protobuf.StringValue{value: $} == 'a'", "google.protobuf.BoolValue{value: true}", "google.protobuf.Int64Value == $",
  "[google.protobuf.Int64Value{}, null] == [$]", "google.protobuf.UInt64Value{value: 1} == $", "google.protobuf.Int32Value{nope: $} > 1",
  "$ ? true : 1", "dyn($)", "-'a' == 1", "uint(-1) > 1u", "uint('a') == 1u", "double('x') > 1.0", "bool('x')", "'a'.find('(') == ''", "'a'.findAll('[') == []", "let == 1", "$.find('[') == ''", "$ ==", "$ = 1", "($", "'a", "$ and true", "$.", "[$ 1]", "[$][0].b",
  "optional.of($) == $", "oldSelf.orValue(1) == 1", "bool", "type(1)", "null", "$ == null", "1 == 1u", "b'\\xff' == '\\xff'",
]; // biome-ignore format: a list

export function drawRule(dice: Dice, schema: StructuralSchema, isRoot: boolean): ValidationRule {
  const resource = isRoot && dice.chance(0.2) ? "self.metadata.name == 'a' && self.kind != self.apiVersion && " : "";
  const question = resource + drawQuestion(dice, schema, "self", 2);
  if (dice.chance(0.7)) return { rule: question };
  if (dice.chance(0.5)) {
    return {
      rule: dice.pick(["self == oldSelf", `${question} || self != oldSelf`, question.replaceAll("self", "oldSelf")]),
    };
  }
  const optional = [
    "!oldSelf.hasValue()",
    "oldSelf.orValue(self) == self",
    `oldSelf.optMap(o, o == self).orValue(true)`,
  ];
  return { rule: `${dice.pick(optional)} || ${question}`, optionalOldSelf: dice.chance(0.9) };
}

export function drawText(dice: Dice, schema: StructuralSchema): string {
  const value = drawValue(dice, schema, "self", 3);
  return dice.pick([
    "'fixed'", " ", "1", `'is ' + string(${value})`, value, `'%s'.format([${value}])`, "self.nope", "'a' + 1", `${value} == 1 ? 'a' : 'b'`,
    `[1, 2].map(i, string(i)).join(',')`, `string(size(${value}))`, `${value}.map(i, 'a').join(',')`, "oldSelf == self ? 'a' : 'b'",
  ]); // biome-ignore format: a list
}

function drawQuestion(dice: Dice, schema: StructuralSchema, value: string, depth: number): string {
  if (dice.chance(0.08)) return fill(dice.pick(mistakes), value);
  const below = depth > 0 && dice.chance(0.75) ? drawBelow(dice, schema, value, depth) : undefined;
  const sort = dice.chance(0.03) ? dice.pick(Object.keys(questions)) : sortOf(schema);
  const question = below ?? fill(dice.pick(questions[sort] ?? ["true"]), value);
  if (depth < 1 || dice.chance(0.8)) return question;
  const other = drawQuestion(dice, schema, value, depth - 1);
  return dice.pick([
    `(${question}) && (${other})`,
    `${question} || ${other}`,
    `(${question}) ? (${other}) : true`,
    `!(${question})`,
  ]);
}

/** A question about something inside the value. */
function drawBelow(dice: Dice, schema: StructuralSchema, value: string, depth: number): string | undefined {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length > 0) {
    const [name, part] = dice.pick(fields);
    const field = escaped.get(name) ?? name;
    const inner = drawQuestion(dice, part, `${value}.${field}`, depth - 1);
    return dice.chance(0.3) ? `!has(${value}.${field}) || ${inner}` : inner;
  }
  const items = schema.items as StructuralSchema | undefined;
  const variable = `v${depth}`;
  if (items) {
    const macro = dice.pick(["all", "exists", "exists_one"]);
    if (dice.chance(0.2)) return drawQuestion(dice, items, `${value}[0]`, depth - 1);
    return `${value}.${macro}(${variable}, ${drawQuestion(dice, items, variable, depth - 1)})`;
  }
  if (typeof schema.additionalProperties !== "object") return undefined;
  const values = schema.additionalProperties;
  return dice.chance(0.5)
    ? `${value}.all(${variable}, ${drawQuestion(dice, values, `${value}[${variable}]`, depth - 1)})`
    : `${value}.all(k${depth}, ${variable}, ${drawQuestion(dice, values, variable, depth - 1)})`;
}

function drawValue(dice: Dice, schema: StructuralSchema, value: string, depth: number): string {
  const properties = Object.entries(schema.properties ?? {});
  if (depth <= 0 || properties.length === 0) return value;
  const [name, part] = dice.pick(properties);
  return drawValue(dice, part, `${value}.${escaped.get(name) ?? name}`, depth - 1);
}

function sortOf({ type, format, additionalProperties, ...schema }: StructuralSchema): string {
  if (schema["x-kubernetes-int-or-string"]) return "dyn";
  if (type === "string" && format === "byte") return "bytes";
  if (type === "string" && format === "duration") return "duration";
  if (type === "string" && (format === "date" || format === "date-time")) return "timestamp";
  if (type === "object" && additionalProperties) return "map";
  return type ?? "dyn";
}

function fill(question: string, value: string): string {
  return question.replaceAll("$", () => value);
}
