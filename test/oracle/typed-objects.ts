/** JSON texts of built-in kinds, drawn from their types: right ones, and ones with something odd that a decoder meets in real life. */
import { type FieldRow, typeNamed } from "@pintle/kinds/tables";
import type { Dice } from "./dice.ts";

const texts = ["", "a", "web", "b\u2028<&>", "ünï🐙", "tcp", '"\\', "TCP"];
const times = ["2026-01-02T15:04:05Z", "2026-01-02T15:04:05+02:00", "1969-12-31T23:59:59.5Z", "2026-02-30T00:00:00Z"];
const quantities = ["1", "1000m", "1Gi", "0.5", "1e3", "100Mi", "1.5Gi", "2000", "0", "-1", "1 Gi", "abc"];
const durations = ["1h", "90s", "1.5ms", "0", "soon"];
const numbers = [
  "0",
  "1",
  "-1",
  "80",
  "2147483647",
  "2147483648",
  "9007199254740993",
  "9223372036854775808",
  "1.0",
  "1.5",
  "1e2",
];
/** What may stand in place of a schema. */
const schemaOrs = new Map([
  ["apiextensions/v1.JSONSchemaPropsOrArray", ['[{"type":"string"},{}]']],
  ["apiextensions/v1.JSONSchemaPropsOrBool", ["true", "false"]],
  ["apiextensions/v1.JSONSchemaPropsOrStringArray", ['["a"]']],
]);
const wrong = ["1", '"x"', "true", "[]", "{}", "null", "1.5"];

/** How large a share of the values is odd, in what way. */
export interface Oddity {
  readonly wrong: number;
  readonly twice: number;
  readonly unknown: number;
  readonly null: number;
}

/** A text that is an object of the type, but for what is odd. */
export function rollTypedText(dice: Dice, type: string, odd: Oddity): string {
  return rollStruct(dice, type, 0, odd);
}

/** The fields of a type, those of inlined structs among them. */
function fieldsOf(type: string): FieldRow[] {
  const fields = typeNamed(type)?.fields ?? [];
  return fields.flatMap((field) => (field.isInline ? fieldsOf(field.type) : [field]));
}

function rollStruct(dice: Dice, struct: string, depth: number, odd: Oddity): string {
  const members: string[] = [];
  // Deeper structs have fewer fields, so that texts end.
  const share = [1, 0.5, 0.4, 0.3, 0.2, 0.12, 0.06][depth] ?? 0.02;
  for (const { name: key, type } of fieldsOf(struct)) {
    if (key === "kind" || key === "apiVersion" ? depth === 0 : !dice.chance(share)) continue;
    members.push(`${JSON.stringify(key)}:${rollValue(dice, type, depth + 1, odd)}`);
    if (dice.chance(odd.twice)) members.push(`${JSON.stringify(key)}:${rollValue(dice, type, depth + 1, odd)}`);
  }
  if (dice.chance(odd.unknown)) members.push('"unheardOf":{"a":[1,{"b":null}],"a":2}');
  return `{${dice.shuffle(members).join(dice.chance(0.25) ? ", " : ",")}}`;
}

function rollValue(dice: Dice, type: string, depth: number, odd: Oddity): string {
  if (dice.chance(odd.wrong)) return dice.pick(wrong);
  if (dice.chance(odd.null)) return "null";
  const items = type.startsWith("[]") ? type.slice(2) : typeNamed(type)?.items;
  if (items !== undefined) {
    return `[${Array.from({ length: dice.below(3) }, () => rollValue(dice, items, depth, odd)).join(",")}]`;
  }
  if (type.startsWith("map[]")) {
    const keys = ["b", "a", "c/d"].slice(dice.below(4));
    return `{${keys.map((key) => `"${key}":${rollValue(dice, type.slice(5), depth, odd)}`).join(",")}}`;
  }
  const inPlace = schemaOrs.get(type);
  if (inPlace !== undefined) return dice.pick([...inPlace, '{"type":"string"}']);
  return type.includes(".") ? rollStruct(dice, type, depth, odd) : rollScalar(dice, type, odd);
}

function rollScalar(dice: Dice, scalar: string, odd: Oddity): string {
  // The odd ones stand at the end of each list.
  const usual = <Item>(items: readonly Item[], last: number) =>
    dice.chance(odd.wrong) ? dice.pick(items) : dice.pick(items.slice(0, -last));
  switch (scalar) {
    case "string":
      return JSON.stringify(dice.pick(texts));
    case "bytes":
      // Go's protobuf tells bytes that are empty from none, which its JSON does not.
      return JSON.stringify(usual(["AP8=", "aGVsbG8=", "aGVs\nbG8=", "AP9=", "***", "AP8", "A"], 3));
    case "bool":
      return dice.pick(["true", "false"]);
    case "int32":
      return usual(numbers, 6);
    case "int64":
      return usual(numbers, 4);
    case "float64":
      return dice.pick(["0", "1", "1.5", "1e2", "-3"]);
    case "Time":
      return JSON.stringify(usual(times, 1));
    case "MicroTime":
      return JSON.stringify(
        usual(["2026-01-02T15:04:05.123456Z", "2026-01-02T15:04:05.000000+01:00", "2026-01-02T15:04:05Z"], 1),
      );
    case "Duration":
      return JSON.stringify(usual(durations, 1));
    case "Quantity":
      return dice.chance(0.2) ? usual(numbers, 4) : JSON.stringify(usual(quantities, 2));
    case "IntOrString":
      return dice.chance(0.5) ? JSON.stringify(dice.pick(["25%", "http", ""])) : usual(numbers, 6);
    default:
      return dice.pick(['{"z":1,"a":[true,null,1.5]}', "{}", '"text"', "7"]);
  }
}
