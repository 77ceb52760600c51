/** Amounts by the name of what they are of, as limits, requests and quotas have them. Nothing that is given is changed. */
import {
  addQuantity,
  compareQuantity,
  compareUtf8,
  formatQuantity,
  InvalidScalarError,
  isZeroQuantity,
  type JsonObject,
  negateQuantity,
  parseQuantity,
  type Quantity,
  quantityFromJson,
  signOfQuantity,
} from "@pintle/machinery";
import { objectAt } from "../../builtin/json-fields.ts";

export type ResourceList = ReadonlyMap<string, Quantity>;

export const noResources: ResourceList = new Map();
export const oneUnit: Quantity = parseQuantity("1");
export const zero: Quantity = parseQuantity("0");

/** The amounts at a path of an object. */
export function readResources(object: JsonObject, path: string): ResourceList {
  const found = Object.entries(objectAt(object, path));
  if (found.length === 0) return noResources;
  return new Map(
    found.flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" || typeof value === "bigint"
        ? [[name, quantityFromJson(value)] as const]
        : [],
    ),
  );
}

/** By name, because maps are written in that order. */
export function writeResources(list: ResourceList): JsonObject {
  return Object.fromEntries(sortedNames(list).map((name) => [name, formatQuantity(list.get(name) ?? zero)]));
}

/** `cpu=1,memory=1Gi` */
export function formatResources(list: ResourceList): string {
  return sortedNames(list)
    .map((name) => `${name}=${formatQuantity(list.get(name) ?? zero)}`)
    .join(",");
}

export function sortedNames(list: ReadonlyMap<string, unknown>): string[] {
  return [...list.keys()].sort(compareUtf8);
}

export function addResources(left: ResourceList, right: ResourceList): ResourceList {
  return combine(left, right, addAmounts);
}

export function maxResources(left: ResourceList, right: ResourceList): ResourceList {
  return combine(left, right, (one, other) => (compareQuantity(other, one) > 0 ? other : one));
}

/** What is more on the left; nothing gets below zero. */
export function excessResources(left: ResourceList, right: ResourceList): ResourceList {
  const names = new Set([...left.keys(), ...right.keys()]);
  return new Map(
    [...names].map((name) => {
      const excess = addAmounts(left.get(name) ?? zero, negateQuantity(right.get(name) ?? zero));
      return [name, signOfQuantity(excess) > 0 ? excess : zero];
    }),
  );
}

/** Of two that are too far apart to be added exactly, such as 1 and `1e20000`, the one that matters. */
function addAmounts(left: Quantity, right: Quantity): Quantity {
  try {
    return addQuantity(left, right);
  } catch (error) {
    if (!(error instanceof InvalidScalarError)) throw error;
    return left.exponent > right.exponent ? left : right;
  }
}

/** Those that the test lets pass. */
export function filterResources(
  list: ResourceList,
  test: (name: string, amount: Quantity) => boolean,
): ReadonlyMap<string, Quantity> {
  return new Map([...list].filter(([name, amount]) => test(name, amount)));
}

export function withoutZeros(list: ResourceList): ResourceList {
  return filterResources(list, (_, amount) => !isZeroQuantity(amount));
}

export function equalResources(left: ResourceList, right: ResourceList): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([name, amount]) => {
    const other = right.get(name);
    return other !== undefined && compareQuantity(amount, other) === 0;
  });
}

function combine(
  left: ResourceList,
  right: ResourceList,
  merge: (one: Quantity, other: Quantity) => Quantity,
): ResourceList {
  if (right.size === 0) return left;
  const combined = new Map(left);
  for (const [name, amount] of right) {
    const other = combined.get(name);
    combined.set(name, other === undefined ? amount : merge(other, amount));
  }
  return combined;
}
