/** The value of an expression as those get it who asked for it: lists and objects of the input are arrays and JSON objects again. */
import { setOwn } from "@pintle/machinery";
import { createCelMap, isCelMap, isMapValue } from "./cel-map.ts";
import { CelOptional, type CelValue } from "./cel-value.ts";
import { DeclaredList, DeclaredMap, type JsonMap, PreservedJson } from "./declared-value.ts";
import { type Outcome, valueOrThrow } from "./failure.ts";

/** What is in them has been read by its type. Throws where something is not of its type; what needs no change stays the value it was. */
export function plainValue(outcome: Outcome): CelValue {
  const value = valueOrThrow(outcome);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return plainList(value);
  if (value instanceof DeclaredList) return plainList(value.items());
  if (value instanceof DeclaredMap) return plainObject(value.json, (name) => value.findProperty(name));
  if (value instanceof PreservedJson) return value.json;
  if (value instanceof CelOptional) return value.value === undefined ? value : new CelOptional(plainValue(value.value));
  if (!isMapValue(value)) return value;
  if (!isCelMap(value)) return plainObject(value, () => undefined);
  return createCelMap(Array.from(value.entries(), ([key, entry]) => [key, plainValue(entry)] as const));
}

function plainList(list: readonly CelValue[]): CelValue {
  const plain = list.map(plainValue);
  return plain.some((item, index) => item !== list[index]) ? plain : list;
}

/** By the names in the JSON; what nobody declared stays as it is. */
function plainObject(json: JsonMap, read: (name: string) => Outcome | undefined): CelValue {
  const plain: { [name: string]: CelValue } = {};
  let isChanged = false;
  for (const name of Object.keys(json)) {
    const value = json[name];
    if (value === undefined) continue;
    const entry = plainValue(read(name) ?? value);
    isChanged ||= entry !== value;
    setOwn(plain, name, entry);
  }
  return isChanged ? plain : json;
}
