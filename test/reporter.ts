/** What a person wants to see of a test run: that it moves, what failed, what was skipped and why, the count, and which files took long. */
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

const testsPerDot = 50;
/** A file that takes longer than this is told: such files are what a run that is to be shorter begins with. */
const longSeconds = 20;

export async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  const skipped = new Map<string, number>();
  const filesBySeconds: [seconds: number, file: string][] = [];
  let seconds = 0;
  for await (const { type, data } of events) {
    if (type === "test:fail" && isTest(data)) {
      failed += 1;
      yield `\n✖ ${data.name} (${relative(process.cwd(), data.file ?? "")}:${data.line})\n${describe(data.details.error)}\n`;
    } else if (type === "test:pass" && isTest(data)) {
      if (data.skip !== undefined) count(skipped, typeof data.skip === "string" ? data.skip : "no reason given");
      else if (++passed % testsPerDot === 0) yield ".";
    } else if (type === "test:stderr") yield data.message;
    else if (type === "test:summary" && data.file === undefined) seconds = data.duration_ms / 1000;
    else if (type === "test:summary") filesBySeconds.push([data.duration_ms / 1000, data.file ?? ""]);
  }
  yield "\n";
  let skips = 0;
  for (const [reason, times] of skipped) {
    skips += times;
    yield `${times} skipped: ${reason}\n`;
  }
  for (const [took, file] of filesBySeconds.toSorted(([left], [right]) => right - left)) {
    if (took > longSeconds) yield `${took.toFixed(0)} s in ${relative(process.cwd(), file)}\n`;
  }
  yield `${passed} passed, ${failed} failed, ${skips} skipped\n`;
  yield `in ${seconds.toFixed(1)} s\n`;
}

function isTest({ details }: { details: { type?: string | undefined } }): boolean {
  return details.type !== "suite";
}

function describe(error: Error): string {
  const cause = error.cause ?? error;
  return inspect(cause, { depth: 6 }).replace(/^/gm, "  ");
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

// biome-ignore lint/style/noDefaultExport: node --test-reporter takes the default export.
export default report;
