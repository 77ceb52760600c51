/** Shapes for strategic merges: one with every combination of strategies in it, random ones, and those of built-in kinds. */
import { readFileSync } from "node:fs";
import type { MapShape, PatchDirective, Shape } from "@pintle/machinery";
import type { Dice } from "./dice.ts";

const text: Shape = { type: "scalar", scalar: "string" };
const number: Shape = { type: "scalar", scalar: "number" };

function map(fields: Record<string, Shape>, patch?: PatchDirective): MapShape {
  const declared = Object.entries(fields).map(([name, shape]) => [name, { shape }]);
  return { type: "map", fields: Object.fromEntries(declared), ...(patch && { patch }) };
}

function list(items: Shape, patch?: PatchDirective): Shape {
  return { type: "list", items, list: "atomic", ...(patch && { patch }) };
}

const byName: PatchDirective = { strategies: ["merge"], mergeKey: "name" };
const merged: PatchDirective = { strategies: ["merge"] };
const port = map({ port: number, name: text, on: { type: "scalar" } });

const retainKeys: PatchDirective = { strategies: ["retainKeys"] };

/** Every strategy on every type that can have it, nested ones included. */
export const allStrategies: MapShape = map({
  title: text,
  count: number,
  labels: { type: "map", values: text },
  anything: { type: "any" },
  tags: list(text, merged),
  numbers: list(number, merged),
  args: list(text),
  rules: list(map({ name: text, tags: list(text, merged) })),
  ports: list(port, { strategies: ["merge"], mergeKey: "port" }),
  config: map({ mode: text, tags: list(text, merged), inner: map({ size: number, ports: list(port, byName) }) }),
  replaced: map({ mode: text, inner: map({ size: number }) }, { strategies: ["replace"] }),
  retained: map({ type: text, rolling: map({ size: number }), tags: list(text, merged) }, retainKeys),
  both: map({ type: text, inner: map({ size: number }) }, { strategies: ["retainKeys", "replace"] }),
  items: list(map({ name: text, value: text, tags: list(text, merged), ports: list(port, byName) }), byName),
  volumes: list(map({ name: text, disk: map({ id: text }), empty: map({ size: number }) }), {
    strategies: ["merge", "retainKeys"],
    mergeKey: "name",
  }),
  refused: list(map({ name: text }), { strategies: ["replace"], mergeKey: "name" }),
});

/** What nobody should declare, and maps whose values have no directives. Merging most of it is an error. */
export const brokenStrategies: MapShape = map({
  title: text,
  groups: { type: "map", values: list(text) },
  keyless: list(map({ name: text }), merged),
  keyed: list(text, byName),
  nested: list(list(text), merged),
  undecided: list(text, { strategies: ["merge", "replace"] }),
});

export const builtInKinds = ["ConfigMap", "Deployment", "Node", "Pod", "Service", "ServiceAccount"] as const;

const shapes = new URL("../../packages/machinery/testdata/shapes/", import.meta.url);

export function shapeOfKind(kind: string): Shape {
  return JSON.parse(readFileSync(new URL(`${kind.toLowerCase()}.json`, shapes), "utf8"));
}

const someDirectives: (PatchDirective | undefined)[] = [
  undefined,
  merged,
  byName,
  byName,
  { strategies: ["replace"] },
  { strategies: ["retainKeys"] },
  { strategies: ["merge", "retainKeys"], mergeKey: "name" },
  { strategies: ["retainKeys", "replace"] },
];

/** A small shape of any kind. Its maps declare `name` often, since that is the merge key of its lists. */
export function rollShape(dice: Dice, depth = 3): MapShape {
  const fields: Record<string, Shape> = { name: text };
  for (const key of ["a", "b", "c"]) if (dice.chance(0.8)) fields[key] = rollField(dice, depth - 1);
  return map(fields, dice.pick([undefined, ...someDirectives]));
}

function rollField(dice: Dice, depth: number): Shape {
  if (depth <= 0) return dice.pick([text, number]);
  const roll = dice.below(10);
  if (roll < 2) return dice.pick([text, number]);
  if (roll < 3) return dice.pick<Shape>([{ type: "any" }, { type: "map", values: rollField(dice, depth - 1) }]);
  if (roll < 5) return rollShape(dice, depth);
  if (roll < 7) return list(dice.pick([text, number]), dice.pick([merged, merged, ...someDirectives]));
  return list(rollShape(dice, depth), dice.pick([byName, ...someDirectives]));
}
