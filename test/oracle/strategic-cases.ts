/**
 * Objects, changed objects and patches that fit a shape, mostly: a few values have the wrong type, some items lack their
 * merge key, some directives are nonsense. Patches are made from the object that they will meet, so that they meet something.
 */
import {
  copyJson,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type ListShape,
  type MapShape,
  type Shape,
} from "@pintle/machinery";
import type { Dice } from "./dice.ts";

const words = ["a", "b", "c", "d", "e"];
const numbers = [1, 2, 3, 10, 80];
const oddities: JsonValue[] = [
  null,
  "x",
  5,
  true,
  {},
  [],
  [null],
  ["a", 1],
  [["a"]],
  { a: 1 },
  ["a"],
  [{}],
  1.5,
  [1.5, 2],
];

/** What a case may hold besides the ordinary. */
export interface Mood {
  /** How often something odd turns up: in most cases never, since one oddity ends a merge. */
  readonly odd: number;
  /** Lists may repeat scalars or merge keys. Not both in a diff: there upstream's order depends on how its arrays grew. */
  readonly repeats: "scalars" | "maps" | "all";
}

export function rollMood(dice: Dice, repeats: Mood["repeats"]): Mood {
  return { odd: dice.chance(0.75) ? 0 : 0.04, repeats };
}

function pickOddity(dice: Dice): JsonValue {
  return copyJson(dice.pick(oddities));
}

export function rollValue(dice: Dice, shape: Shape, mood: Mood): JsonValue {
  if (dice.chance(mood.odd)) return pickOddity(dice);
  switch (shape.type) {
    case "scalar":
      return rollScalar(dice, shape.scalar);
    case "any":
      return dice.pick<JsonValue>([{ a: "a" }, { a: { b: 1 } }, { a: ["b"] }, "a", ["a"]]);
    case "list":
      return rollList(dice, shape, mood);
    case "map":
      return rollObject(dice, shape, mood);
  }
}

export function rollObject(dice: Dice, shape: MapShape, mood: Mood): JsonObject {
  const object: JsonObject = {};
  for (const [key, inner] of rollFields(dice, shape)) object[key] = rollValue(dice, inner, mood);
  return object;
}

function rollFields(dice: Dice, shape: MapShape): [string, Shape][] {
  const declared = Object.entries(shape.fields ?? {}).map(([key, field]): [string, Shape] => [key, field.shape]);
  const isLarge = declared.length > 8;
  const fields = declared.filter(([key]) => dice.chance(isLarge ? 5 / declared.length : key === "name" ? 0.9 : 0.6));
  const { values } = shape;
  if (values !== undefined) for (const word of words) if (dice.chance(0.4)) fields.push([word, values]);
  return fields;
}

function rollScalar(dice: Dice, scalar: string | undefined): JsonValue {
  if (scalar === "boolean") return dice.chance(0.5);
  if (scalar === "number" || (scalar === undefined && dice.chance(0.5))) return dice.pick(numbers);
  return dice.pick(words);
}

function rollList(dice: Dice, shape: ListShape, mood: Mood): JsonArray {
  const mergeKey = shape.patch?.mergeKey;
  const isLong = dice.chance(0.02) && (mergeKey !== undefined || shape.items.type === "scalar");
  const length = isLong ? 22 : dice.below(5);
  const list: JsonArray = [];
  for (let index = 0; index < length; index += 1) {
    const item = rollValue(dice, shape.items, mood);
    // Repeated merge keys are for short lists alone: upstream's sort mixes up those of long ones.
    const mayRepeat = !isLong && (mood.repeats === "all" || (mood.repeats === "maps") === isJsonObject(item));
    const isUnique = !(mayRepeat && dice.chance(0.1));
    if (mergeKey !== undefined && isJsonObject(item)) {
      if (isLong || !dice.chance(mood.odd)) item[mergeKey] = rollKey(dice, shape, isUnique ? index : dice.below(3));
    } else if (isUnique && typeof item === "string") {
      list.push(`${words[(index * 3) % 5]}${index > 4 ? index : ""}`);
      continue;
    }
    list.push(item);
  }
  return dice.shuffle(list);
}

function rollKey(dice: Dice, shape: ListShape, index: number): JsonValue {
  const key = shape.items.type === "map" ? shape.items.fields?.[shape.patch?.mergeKey ?? ""]?.shape : undefined;
  const isNumber = key?.type === "scalar" && key.scalar === "number";
  if (isNumber) return numbers[index] ?? index * 100;
  return dice.chance(0.01) ? index : (words[index] ?? `w${index}`);
}

/** The object after somebody has edited it. */
export function rollModified(dice: Dice, shape: Shape, value: JsonValue, mood: Mood): JsonValue {
  if (dice.chance(mood.odd)) return rollValue(dice, shape, { ...mood, odd: 0.3 });
  if (shape.type === "map" && isJsonObject(value)) return modifyMap(dice, shape, value, mood);
  if (shape.type === "list" && Array.isArray(value)) return modifyList(dice, shape, value, mood);
  return dice.chance(0.5) ? value : rollValue(dice, shape, mood);
}

function modifyMap(dice: Dice, shape: MapShape, object: JsonObject, mood: Mood): JsonObject {
  const modified: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    if (dice.chance(0.15)) continue;
    const inner = shape.fields?.[key]?.shape ?? shape.values;
    const isTouched = inner !== undefined && dice.chance(0.5);
    modified[key] = isTouched ? rollModified(dice, inner, value, mood) : value;
  }
  if (dice.chance(0.3))
    for (const [key, inner] of rollFields(dice, shape)) modified[key] ??= rollValue(dice, inner, mood);
  return modified;
}

function modifyList(dice: Dice, shape: ListShape, list: JsonArray, mood: Mood): JsonArray {
  const mergeKey = shape.patch?.mergeKey;
  let items = list.filter(() => dice.chance(0.8));
  items = items.map((item) => {
    if (!dice.chance(0.4)) return item;
    const modified = rollModified(dice, shape.items, item, mood);
    const keepsKey = mergeKey !== undefined && isJsonObject(modified) && isJsonObject(item) && mergeKey in item;
    return keepsKey ? { ...modified, [mergeKey]: item[mergeKey] as JsonValue } : modified;
  });
  if (dice.chance(0.4) && items.length < 6) items.push(...rollList(dice, shape, mood).slice(0, 2));
  return dice.chance(0.3) ? dice.shuffle(items) : items;
}

/** A patch written by hand: parts of an edited object, with directives. */
export function rollPatch(dice: Dice, shape: MapShape, original: JsonObject, mood: Mood): JsonObject {
  const edited = modifyMap(dice, shape, { ...rollObject(dice, shape, mood), ...original }, mood);
  return patchFromMap(dice, shape, edited, mood);
}

function patchFromMap(dice: Dice, shape: MapShape, edited: JsonObject, mood: Mood): JsonObject {
  const patch: JsonObject = {};
  for (const [key, value] of Object.entries(edited)) {
    if (dice.chance(0.3)) continue;
    const inner = shape.fields?.[key]?.shape ?? shape.values;
    patch[key] = dice.chance(0.1) ? null : patchFromValue(dice, inner, value, mood);
    if (inner?.type === "list" || dice.chance(mood.odd / 4)) addListDirectives(dice, patch, key, value, inner, mood);
  }
  if (dice.chance(0.03)) patch.$patch = dice.pick<JsonValue>(["delete", "replace", "replace", "merge", "odd", 5, null]);
  if (dice.chance(shape.patch?.strategies.includes("retainKeys") ? 0.4 : mood.odd / 4))
    addRetainKeys(dice, patch, edited, mood);
  return patch;
}

function patchFromValue(dice: Dice, shape: Shape | undefined, value: JsonValue, mood: Mood): JsonValue {
  if (shape?.type === "map" && isJsonObject(value)) return patchFromMap(dice, shape, value, mood);
  if (shape?.type !== "list" || !Array.isArray(value)) return value;
  const mergeKey = shape.patch?.mergeKey;
  const items = value.map((item) => {
    if (shape.items.type !== "map" || !isJsonObject(item)) return item;
    const patch = patchFromMap(dice, shape.items, item, mood);
    if (mergeKey !== undefined && mergeKey in item && !dice.chance(mood.odd))
      patch[mergeKey] = item[mergeKey] as JsonValue;
    if (mergeKey === undefined || !dice.chance(0.15)) return patch;
    const directive = dice.chance(mood.odd) ? dice.pick<JsonValue>(["merge", "odd", 5, null, {}]) : "delete";
    return { ...patch, $patch: directive };
  });
  if (shape.items.type === "map" && dice.chance(0.04))
    items.splice(dice.below(items.length + 1), 0, { $patch: "replace" });
  return items.filter(() => dice.chance(0.8));
}

function addRetainKeys(dice: Dice, patch: JsonObject, edited: JsonObject, mood: Mood): void {
  const keys = Object.keys(patch).filter((key) => !key.startsWith("$") && !dice.chance(mood.odd));
  const others = Object.keys(edited).filter((key) => dice.chance(0.3) && !keys.includes(key));
  patch.$retainKeys = dice.chance(mood.odd) ? pickOddity(dice) : [...keys, ...others];
}

function addListDirectives(
  dice: Dice,
  patch: JsonObject,
  key: string,
  edited: JsonValue,
  shape: Shape | undefined,
  mood: Mood,
): void {
  const isList = shape?.type === "list" && Array.isArray(edited);
  if (isList && shape.items.type === "scalar" && dice.chance(0.3)) {
    patch[`$deleteFromPrimitiveList/${key}`] = dice.chance(mood.odd) ? pickOddity(dice) : rollList(dice, shape, mood);
  } else if (dice.chance(mood.odd / 2))
    patch[`$deleteFromPrimitiveList/${key}`] = dice.pick([edited, pickOddity(dice)]);
  if (!isList || !dice.chance(0.35)) {
    if (dice.chance(mood.odd / 2)) patch[dice.pick([`$setElementOrder/${key}`, "$setElementOrder"])] = pickOddity(dice);
    return;
  }
  if (patch[key] === null || dice.chance(0.2)) delete patch[key];
  const mergeKey = shape.patch?.mergeKey;
  const order = dice.chance(0.9) ? edited : dice.shuffle(edited);
  patch[`$setElementOrder/${key}`] = order
    .filter(() => !dice.chance(0.04))
    .map((item) => {
      if (mergeKey === undefined || !isJsonObject(item) || !(mergeKey in item)) return item;
      return { [mergeKey]: item[mergeKey] as JsonValue };
    });
}
