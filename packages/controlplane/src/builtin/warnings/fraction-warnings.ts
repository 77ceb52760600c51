/** Amounts of bytes that are not whole. */
import { getOwn, type JsonObject, parseQuantity, quantityMilliValue, quoteGo } from "@pintle/machinery";

export function fractionWarnings(amounts: JsonObject, path: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const amount = getOwn(amounts, name);
    if (typeof amount !== "string" || BigInt(quantityMilliValue(parseQuantity(amount))) % 1000n === 0n) return [];
    return [`${path}[${name}]: fractional byte value ${quoteGo(amount)} is invalid, must be an integer`];
  });
}
