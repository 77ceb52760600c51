/** Reads the indexes of an indexed Job as they are written down, `1,3-5,7`, for what is wrong with them. */
import { quoteGo } from "@pintle/machinery";

interface Interval {
  readonly first: number;
  readonly last: number;
}

/** How many indexes there are, or what is wrong with them. */
export function countIndexes(text: string, completions: number): number | string {
  let total = 0;
  let last: number | undefined;
  for (const part of text === "" ? [] : text.split(",")) {
    const interval = readInterval(part, completions);
    if (typeof interval === "string") return interval;
    if (last !== undefined && last >= interval.first) {
      return `non-increasing order, previous: ${last}, current: ${interval.first}`;
    }
    total += interval.last - interval.first + 1;
    last = interval.last;
  }
  return total;
}

function readInterval(text: string, completions: number): Interval | string {
  const limits = text.split("-");
  if (limits.length > 2) {
    return `the fragment ${quoteGo(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${quoteGo(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${quoteGo(limit)}`;
    numbers.push(Number(limit));
  }
  const [first = 0, last = first] = numbers;
  if (numbers.length > 1 && first >= last) return `non-increasing order, previous: ${first}, current: ${last}`;
  return { first, last };
}

/** The first index that stands in both; those that cannot be read are passed over. */
export function findSharedIndex(completed: string, failed: string, completions: number): number | undefined {
  const read = (text: string): Interval[] =>
    text === ""
      ? []
      : text.split(",").flatMap((part) => {
          const interval = readInterval(part, completions);
          return typeof interval === "string" ? [] : [interval];
        });
  const [one, other] = [read(completed), read(failed)];
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const [done, lost] = [one[left], other[right]];
    if (done === undefined || lost === undefined) return undefined;
    if (done.first <= lost.last && lost.first <= done.last) return Math.max(done.first, lost.first);
    if (done.first <= lost.first) left += 1;
    else right += 1;
  }
  return undefined;
}
