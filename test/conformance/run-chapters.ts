/**
 * Runs chapters against a server.
 *
 * Chapters of one profile share a server, two files at a time. A file that fails runs once more on a fresh server; when it passes there, it
 * is flaky, and a flaky file fails the run too: it is a bug to fix now.
 */
import { relative } from "node:path";
import { type Chapter, filesOf, type Profile } from "./chapters.ts";
import type { ServerDescription } from "./client.ts";
import { isFailure, type Outcome, runFile } from "./run-file.ts";

/** Starts a server of this profile; it is gone when it is disposed of. */
export type StartServer = (profile: Profile) => Promise<ServerDescription & AsyncDisposable>;

export interface Run {
  readonly outcomes: readonly Outcome[];
  /** The files that passed on a fresh server after they failed on a shared one. */
  readonly flaky: readonly string[];
}

const filesAtOnce = 2;

export async function runChapters(start: StartServer, chapters: readonly Chapter[]): Promise<Run> {
  const outcomes: Outcome[] = [];
  for (const profile of new Set(chapters.map((chapter) => chapter.profile))) {
    await using server = await start(profile);
    outcomes.push(
      ...(await runOn(
        server,
        chapters.filter((chapter) => chapter.profile === profile),
      )),
    );
  }
  const flaky: string[] = [];
  for (const { chapter, file } of outcomes.filter(isFailure)) {
    await using server = await start(chapter.profile);
    if (!isFailure(await runFile(server, chapter, file))) flaky.push(file);
  }
  return { outcomes, flaky };
}

async function runOn(server: ServerDescription, chapters: readonly Chapter[]): Promise<Outcome[]> {
  const work = chapters.flatMap((chapter) => filesOf(chapter).map((file) => ({ chapter, file })));
  const outcomes: Outcome[] = [];
  const workers = Array.from({ length: filesAtOnce }, async () => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      const outcome = await runFile(server, next.chapter, next.file);
      outcomes.push(outcome);
      const mark = isFailure(outcome) ? "✖" : "✔";
      console.log(`${mark} ${titleOf(outcome)}: ${outcome.passed} passed, ${outcome.failed} failed`);
      if (isFailure(outcome)) console.log(outcome.output);
    }
  });
  await Promise.all(workers);
  return outcomes;
}

/** Says what failed and what was flaky, once more and with the reasons: the end of a log is what people see. Gives whether all is well. */
export function summarise({ outcomes, flaky }: Run): boolean {
  const failures = outcomes.filter(isFailure);
  for (const outcome of failures)
    console.log(`${flaky.includes(outcome.file) ? "flaky" : "failed"}: ${titleOf(outcome)}\n${outcome.output}`);
  const sum = (key: "passed" | "failed") => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return failures.length === 0 && outcomes.length > 0;
}

function titleOf({ chapter, file }: Outcome): string {
  return `${chapter.title} (${relative(process.cwd(), file)})`;
}
