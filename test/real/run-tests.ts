/**
 * `node run-tests.ts [FILE …]` runs the tests that need the real control plane, two files at a time, each with planes of its own. A file that
 * fails runs once more, alone: what passes then was flaky, which is told with its first failure. Nothing else differs between the two runs
 * but how busy the machine is, and how fast the real server is on a busy machine is not ours to promise.
 */
import { globSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Counts, forEachFile, isFailure, runTestFile } from "../run-test-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const filesAtOnce = 2;

async function run(file: string): Promise<Counts> {
  const begin = performance.now();
  const counts = await runTestFile(file);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const mark = isFailure(counts) ? "✖" : "✔";
  console.log(`${mark} ${relative(root, file)}: ${counts.passed} passed, ${counts.failed} failed, in ${seconds} s`);
  return counts;
}

async function main(files: readonly string[]): Promise<boolean> {
  const first = new Map<string, Counts>();
  await forEachFile(files, filesAtOnce, async (file) => void first.set(file, await run(file)));
  const last = new Map(first);
  for (const [file, counts] of first) {
    if (!isFailure(counts)) continue;
    const again = await run(file);
    last.set(file, again);
    console.log(`${isFailure(again) ? "failed" : "flaky"}: ${relative(root, file)}\n${counts.output}`);
  }
  const counted = [...last.values()];
  const sum = (key: "passed" | "failed") => counted.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return counted.length > 0 && !counted.some(isFailure);
}

const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked : globSync("test/*/*.real-test.ts", { cwd: root }).map((file) => root + file);
process.exitCode = (await main(files.toSorted())) ? 0 : 1;
