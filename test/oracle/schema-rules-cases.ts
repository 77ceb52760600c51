/**
 * Seeded definitions with rules: schemas of every sort of value, and rules drawn along them. Most rules fit; some are of the wrong type,
 * too expensive, about old values that cannot be found, or declared carelessly.
 */
import type { JsonValue } from "@pintle/machinery";
import type { StructuralSchema, ValidationRule } from "@pintle/schema";
import { createDice, type Dice } from "./dice.ts";
import { drawRule, drawText } from "./schema-rule-grammar.ts";

type Draft = { -readonly [Keyword in keyof StructuralSchema]?: StructuralSchema[Keyword] };

/** Names as they stand in schemas; rules see some of them escaped, and some not at all. */
const names = ["a", "b", "c", "items", "d-e", "namespace", "x.y/z", "a__b", "if", "1st", "with space", "constructor"];

export function seededRules(seed: number): { schema: StructuralSchema; status: boolean } {
  const dice = createDice(seed);
  const schema: Draft = { ...drawObject(dice, 3), type: "object" };
  delete schema.additionalProperties;
  schema.properties ??= { a: { type: "integer" } };
  if (dice.chance(0.2)) schema.properties = { ...schema.properties, ...drawMeta(dice) };
  const root = addRules(dice, schema, 0.4, true);
  return { schema: root, status: dice.chance(0.2) };
}

function drawMeta(dice: Dice): { [name: string]: StructuralSchema } {
  const name: Draft = { type: "string", maxLength: 10 };
  if (dice.chance(0.5)) name["x-kubernetes-validations"] = [drawRule(dice, name, false)];
  const metadata: Draft = { type: "object", properties: dice.chance(0.7) ? { name } : {} };
  return dice.chance(0.3) ? { metadata, kind: { type: "string" } } : { metadata };
}

/** Rules of a schema see what is below it, so they are drawn on the way up. */
function addRules(dice: Dice, schema: Draft, probability: number, isRoot = false): StructuralSchema {
  const result: Draft = { ...schema };
  const inner = (part: StructuralSchema) => addRules(dice, part, probability / 2);
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, part]) => {
      const isMeta = isRoot && ["metadata", "kind", "apiVersion"].includes(name);
      return [name, isMeta ? part : inner(part)] as const;
    });
    result.properties = Object.fromEntries(entries);
  }
  if (schema.items && !Array.isArray(schema.items)) result.items = inner(schema.items as StructuralSchema);
  if (typeof schema.additionalProperties === "object") result.additionalProperties = inner(schema.additionalProperties);
  if (dice.chance(probability)) {
    const rules = Array.from({ length: 1 + dice.below(3) }, () =>
      declare(dice, drawRule(dice, result, isRoot), result),
    );
    result["x-kubernetes-validations"] = rules;
  }
  return result;
}

/** What may stand beside a rule. */
function declare(dice: Dice, rule: ValidationRule, schema: StructuralSchema): ValidationRule {
  const declared: { -readonly [Key in keyof ValidationRule]: ValidationRule[Key] } = { ...rule };
  if (dice.chance(0.15)) declared.message = dice.pick(["m", "must be", "must be", " ", "a\nb", " padded "]);
  if (dice.chance(0.2)) declared.messageExpression = drawText(dice, schema);
  if (dice.chance(0.1)) declared.reason = dice.pick([...reasons, ...reasons, "Strange", ""]);
  if (dice.chance(0.15)) declared.fieldPath = drawFieldPath(dice, schema);
  if (dice.chance(0.03)) declared.optionalOldSelf = dice.chance(0.5);
  if (dice.chance(0.03)) declared.rule = dice.pick(["", " ", `${rule.rule}\n`, `${rule.rule} &&\n true`]);
  return declared;
}

const reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

function drawFieldPath(dice: Dice, schema: StructuralSchema): string {
  if (dice.chance(0.2)) {
    return dice.pick([
      "a",
      ".",
      "..",
      " ",
      ".a.",
      ".a\n",
      "[a]",
      "['a'",
      ".nope",
      "['\\q']",
      ".a[0]",
      "['a'].b",
      ".'a'",
    ]);
  }
  let text = "";
  let at: StructuralSchema | undefined = schema;
  for (let steps = 1 + dice.below(3); at && steps > 0; steps -= 1) {
    const known: readonly string[] = Object.keys(at.properties ?? {});
    const name: string = known.length > 0 && dice.chance(0.9) ? dice.pick(known) : dice.pick(names);
    text += dice.chance(0.4) || /[.[\]]/.test(name) ? `['${name}']` : `.${name}`;
    const values: StructuralSchema | boolean | undefined = at.additionalProperties;
    at = at.properties ? at.properties[name] : typeof values === "object" ? values : undefined;
  }
  return text;
}

function drawSchema(dice: Dice, depth: number): Draft {
  const schema =
    depth > 0 && dice.chance(0.55) ? dice.pick([drawObject, drawList, drawMap])(dice, depth) : drawScalar(dice);
  if (dice.chance(0.1)) schema.nullable = true;
  if (dice.chance(0.12)) addDefault(dice, schema);
  return schema;
}

const formattedTexts = ["2020-01-01", "2020-01-01T00:00:00Z", "1h", "YQ==", "http://a", "x"];

/** Rules are held against defaults, too. */
function addDefault(dice: Dice, schema: Draft): void {
  if (schema["x-kubernetes-int-or-string"]) schema.default = dice.pick<JsonValue>([1, "a"]);
  else if (schema.type === "string") schema.default = dice.pick(schema.format ? formattedTexts : ["a", "bb", ""]);
  else if (schema.type === "integer") schema.default = dice.below(3);
  else if (schema.type === "number") schema.default = dice.pick([0, 1.5]);
  else if (schema.type === "boolean") schema.default = dice.chance(0.5);
  else if (schema.type === "array") schema.default = [];
  else if (schema.type === "object" && !schema["x-kubernetes-embedded-resource"]) schema.default = {};
}

function drawObject(dice: Dice, depth: number): Draft {
  const chosen = dice.shuffle(names).slice(0, 1 + dice.below(4));
  const schema: Draft = {
    type: "object",
    properties: Object.fromEntries(chosen.map((name) => [name, drawSchema(dice, depth - 1)])),
  };
  if (dice.chance(0.4)) schema.required = dice.shuffle(chosen).slice(0, 1 + dice.below(2));
  if (dice.chance(0.1)) schema["x-kubernetes-preserve-unknown-fields"] = true;
  if (dice.chance(0.1)) schema["x-kubernetes-map-type"] = dice.pick(["atomic", "granular"]);
  if (depth < 3 && dice.chance(0.1)) schema["x-kubernetes-embedded-resource"] = true;
  return schema;
}

const limits = [0, 1, 5, 10, 10, 50, 50, 100, 1_000, 20_000];

function drawList(dice: Dice, depth: number): Draft {
  const schema: Draft = { type: "array", items: drawSchema(dice, depth - 1) };
  if (dice.chance(0.65)) schema.maxItems = dice.pick(limits);
  if (dice.chance(0.3)) {
    const properties = { a: { type: "string", maxLength: 10 }, b: drawSchema(dice, depth - 1) };
    schema.items = { type: "object", required: ["a"], properties };
    Object.assign(schema, { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] });
  } else if (dice.chance(0.2)) {
    schema.items = { type: dice.pick(["string", "integer"]) };
    schema["x-kubernetes-list-type"] = "set";
  }
  return schema;
}

function drawMap(dice: Dice, depth: number): Draft {
  const schema: Draft = { type: "object", additionalProperties: drawSchema(dice, depth - 1) };
  if (dice.chance(0.65)) schema.maxProperties = dice.pick(limits);
  return schema;
}

function drawScalar(dice: Dice): Draft {
  const schema: Draft = { type: dice.pick(["string", "string", "integer", "number", "boolean"]) };
  if (dice.chance(0.1)) {
    const whole: Draft = { "x-kubernetes-int-or-string": true };
    return dice.chance(0.5) ? { ...whole, maxLength: dice.pick(limits) } : whole;
  }
  if (dice.chance(0.04)) return { "x-kubernetes-preserve-unknown-fields": true };
  if (schema.type !== "string") return schema;
  if (dice.chance(0.3)) schema.format = dice.pick(["byte", "date", "date-time", "duration", "uri", "password"]);
  if (dice.chance(0.5)) schema.maxLength = dice.pick(limits);
  if (dice.chance(0.15)) schema.enum = dice.shuffle(["a", "bb", "ccc", "日本"]).slice(0, 2);
  return schema;
}
