/** Amounts of bytes that are not whole. */
import { getOwn, type JsonObject, quoteGo } from "@pintle/machinery";
import { isWholeAmount } from "../whole-amount.ts";

export function fractionWarnings(amounts: JsonObject, path: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const amount = getOwn(amounts, name);
    if (typeof amount !== "string" || isWholeAmount(amount)) return [];
    return [`${path}[${name}]: fractional byte value ${quoteGo(amount)} is invalid, must be an integer`];
  });
}
