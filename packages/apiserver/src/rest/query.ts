/** Reads parameters of a query as Go reads them, with its words for what it cannot read. Of a parameter given twice the first counts. */
import { ApiError, quoteGo } from "@pintle/machinery";

const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n];

export function queryText(query: URLSearchParams, name: string): string {
  return query.get(name) ?? "";
}

/** Anything but `false` and `0` is true; absent is `undefined`. */
export function queryBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : text !== "0" && text.toLowerCase() !== "false";
}

/** A whole number of 64 bits, or `undefined` where there is none. Throws a BadRequest. */
export function queryInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  const parsing = `strconv.ParseInt: parsing ${quoteGo(text)}:`;
  if (!/^[+-]?[0-9]+$/.test(text)) throw ApiError.badRequest(`${parsing} invalid syntax`);
  const number = BigInt(text);
  if (number < minInt64 || number > maxInt64) throw ApiError.badRequest(`${parsing} value out of range`);
  return Number(number);
}
