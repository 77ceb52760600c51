/**
 * Runs chapters against a server: `node run.ts real [chapter …]`. A run of all chapters is compared with docs/compatibility.md, or
 * written there with `--write`.
 *
 * Chapters of one profile share a server, two files at a time. A file that fails runs once more on a fresh server; when it passes there, it
 * is reported as flaky, and a flaky file fails the run too: it is a bug to fix now.
 */
import { relative } from "node:path";
import type { ControlPlane } from "../real/control-plane.ts";
import { type Chapter, chapters, filesOf, type Profile, servers } from "./chapters.ts";
import { documentRun } from "./compatibility.ts";
import { isFailure, type Outcome, runFile } from "./run-file.ts";

const filesAtOnce = 2;

async function main([name = "real", ...rest]: string[]): Promise<number> {
  const write = rest.includes("--write");
  const wanted = rest.filter((word) => word !== "--write");
  const start = servers[name];
  if (start === undefined) throw new Error(`there is no server "${name}": ${Object.keys(servers).join(", ")}`);
  const unknown = wanted.filter((chapter) => !chapters.some((known) => known.name === chapter));
  if (unknown.length > 0)
    throw new Error(`there is no chapter ${unknown.join(", ")}: ${chapters.map((known) => known.name).join(", ")}`);
  const chosen = chapters.filter((chapter) => wanted.length === 0 || wanted.includes(chapter.name));
  const begin = performance.now();
  const outcomes: Outcome[] = [];
  for (const profile of new Set(chosen.map((chapter) => chapter.profile))) {
    outcomes.push(...(await runProfile(name, start, profile, chosen)));
  }
  const flaky = await runAgain(name, start, outcomes.filter(isFailure));
  const code = summarise(outcomes, flaky, (performance.now() - begin) / 1000);
  if (chosen.length < chapters.length || documentRun(name, outcomes, write)) return code;
  console.log("docs/compatibility.md says otherwise: run `make compatibility`");
  return 1;
}

async function runProfile(
  name: string,
  start: (profile: Profile) => Promise<ControlPlane>,
  profile: Profile,
  chosen: readonly Chapter[],
): Promise<Outcome[]> {
  await using plane = await start(profile);
  const work = chosen
    .filter((chapter) => chapter.profile === profile)
    .flatMap((chapter) => filesOf(chapter).map((file) => ({ chapter, file })));
  const outcomes: Outcome[] = [];
  const workers = Array.from({ length: filesAtOnce }, async () => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      const outcome = await runFile({ name, ...plane }, next.chapter, next.file);
      outcomes.push(outcome);
      const mark = isFailure(outcome) ? "✖" : "✔";
      console.log(
        `${mark} ${next.chapter.title} (${label(next.file)}): ${outcome.passed} passed, ${outcome.failed} failed`,
      );
      if (isFailure(outcome)) console.log(outcome.output);
    }
  });
  await Promise.all(workers);
  return outcomes;
}

/** The files that pass on a fresh server after they failed on a shared one. */
async function runAgain(
  name: string,
  start: (profile: Profile) => Promise<ControlPlane>,
  failures: Outcome[],
): Promise<string[]> {
  const flaky: string[] = [];
  for (const { chapter, file } of failures) {
    await using plane = await start(chapter.profile);
    if (!isFailure(await runFile({ name, ...plane }, chapter, file))) flaky.push(file);
  }
  return flaky;
}

function summarise(outcomes: readonly Outcome[], flaky: readonly string[], seconds: number): number {
  const failures = outcomes.filter(isFailure);
  for (const { chapter, file } of failures) {
    console.log(`${flaky.includes(file) ? "flaky" : "failed"}: ${chapter.title} (${label(file)})`);
  }
  const sum = (key: "passed" | "failed") => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  console.log(`${outcomes.length} files in ${seconds.toFixed(0)} s`);
  return failures.length > 0 || outcomes.length === 0 ? 1 : 0;
}

function label(file: string): string {
  return relative(process.cwd(), file);
}

process.exitCode = await main(process.argv.slice(2));
