/** Rules with objects to hold them against, drawn from the grammar: mostly well typed, on objects that lack what they may lack. */
import { leaves, ofVariable, productions, ruledSchema, type Sort } from "./cel-grammar.ts";
import { createDice, type Dice } from "./dice.ts";

export interface RuleCase {
  readonly source: string;
  readonly minor: number;
  readonly schema: object;
  readonly variables: { readonly self: object; readonly oldSelf: object };
}

const sorts = Object.keys(productions) as Sort[];
/** A production of another sort now and then makes rules that do not compile. */
const misfit = 0.008;

export function ruleCases(count: number, seed = 42): RuleCase[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => ({
    source: expression(dice, dice.pick(["bool", "bool", "any"] as const), 1 + dice.below(3), new Map()),
    minor: dice.chance(0.85) ? 36 : 27 + dice.below(9),
    schema: ruledSchema,
    variables: { self: drawObject(dice), oldSelf: drawObject(dice) },
  }));
}

function expression(dice: Dice, wanted: Sort, depth: number, variables: ReadonlyMap<string, Sort>): string {
  const sort = dice.chance(misfit) ? dice.pick(sorts) : wanted;
  const own = [...variables].flatMap(([name, of]) => [
    ...(of === sort ? [name] : []),
    ...(ofVariable[of]?.[sort] ?? []).map((suffix) => name + suffix),
  ]);
  if (own.length > 0 && dice.chance(depth > 0 ? 0.3 : 0.7)) return dice.pick(own);
  if (depth <= 0) return dice.pick(leaves[sort]);
  return expand(dice, dice.pick(productions[sort]), depth, variables);
}

function expand(dice: Dice, template: string, depth: number, variables: ReadonlyMap<string, Sort>): string {
  return template.replaceAll(/\$(\w+)(?:\((\w+: \w+(?:, \w+: \w+)*)\))?/g, (_, sort: Sort, bound?: string) => {
    const inner = new Map(variables);
    for (const pair of bound?.split(", ") ?? []) {
      const [name = "", of = ""] = pair.split(": ");
      inner.set(name, of as Sort);
    }
    const drawn = expression(dice, sort, depth - 1 - dice.below(2), inner);
    // Operators inside operators keep their operands; whoever is called on needs no parentheses.
    return /^[\w.'[\](){}]+$/.test(drawn) && !drawn.startsWith("-") ? drawn : `(${drawn})`;
  });
}

const texts = ["", "a", "abc", "b", "é€😀", "10Mi", "1.2.3", "x,y", "10.0.0.1", "5m", "A-b", "12", "app"];
const numbers = [0, 1, 2, 3, 5, -7, 100, 2 ** 31, Number.MAX_SAFE_INTEGER];

function drawObject(dice: Dice): object {
  const text = () => dice.pick(texts);
  const number = () => dice.pick(numbers);
  const some = <Item>(draw: () => Item, max = 4) => Array.from({ length: dice.below(max + 1) }, draw);
  const optional = {
    note: text,
    ratio: () => dice.pick([0, 0.5, 2, -1.25, 1e21]),
    on: () => dice.chance(0.5),
    data: () => Buffer.from(text()).toString("base64").slice(0, 12),
    since: () => dice.pick(["2024-01-31T10:00:00Z", "1999-12-31T23:59:59.123456789Z", "2024-06-01T00:00:00+02:00"]),
    wait: () => dice.pick(["1h", "90s", "-1m30s", "0s", "1.5h"]),
    port: () => dice.pick<number | string>([80, "50%", "http", 0]),
    numbers: () => some(number),
    ratios: () => some(() => dice.pick([0, 1, 0.5, -2.5])),
    words: () => some(text),
    labels: () => Object.fromEntries(some(() => [dice.pick(["app", "a", "b", ""]), text()] as const)),
    one: () => Object.fromEntries(some(() => [dice.pick(["a", "b"]), number()] as const, 1)),
    rows: () => some(() => row()),
    spec: () => drawOptional({ replicas: number, image: text, mode: text }),
  };
  const row = () => ({ key: text(), ...drawOptional({ size: number, tags: () => some(text, 3) }) });
  const drawOptional = (fields: Record<string, () => unknown>) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(() => dice.chance(0.8))
        .map(([name, draw]) => [name, draw()]),
    );
  return { name: text(), count: number(), ...drawOptional(optional) };
}
