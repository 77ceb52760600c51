/** The lines of a program that goes on, one at a time, with a limit on the waiting so that a missing line fails instead of hanging. */
import type { Readable } from "node:stream";

const patienceMs = 15_000;

/** Gives a function that waits for the next line of any of the streams. */
export function readLines(title: string, ...streams: readonly Readable[]): (withinMs?: number) => Promise<string> {
  const waiting: string[] = [];
  const seen: string[] = [];
  let wake = () => {};
  for (const stream of streams) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      waiting.push(...lines);
      wake();
    });
  }

  return async (withinMs = patienceMs) => {
    const deadline = performance.now() + withinMs;
    while (waiting.length === 0) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new Error(`no line within ${withinMs} ms from ${title}, after:\n${seen.join("\n")}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, leftMs);
      await promise;
      clearTimeout(timer);
    }
    const line = waiting.shift() as string;
    seen.push(line);
    return line;
  };
}
