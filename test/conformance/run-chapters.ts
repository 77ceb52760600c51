/**
 * Runs chapters against a server.
 *
 * Chapters of one profile share a server, two files at a time. A file that fails runs once more on a fresh server; when it passes there, it
 * is flaky. On a server of ours that fails the run: whoever is right only now and then is wrong. The real server cannot be wrong, so there
 * it is the test that asks too much of its timing: that is told, and the run goes on.
 */
import { relative } from "node:path";
import { forEachFile, isFailure } from "../run-test-file.ts";
import { type Chapter, filesOf, type Profile } from "./chapters.ts";
import type { ServerDescription } from "./client.ts";
import { type Outcome, runFile } from "./run-file.ts";

/** Starts a server of this profile; it is gone when it is disposed of. */
export type StartServer = (profile: Profile) => Promise<ServerDescription & AsyncDisposable>;

export interface Run {
  /** The last of each file. */
  readonly outcomes: readonly Outcome[];
  /** How files failed that passed on a fresh server. */
  readonly flaky: readonly Outcome[];
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
  const flaky: Outcome[] = [];
  for (const [index, first] of outcomes.entries()) {
    if (!isFailure(first)) continue;
    await using server = await start(first.chapter.profile);
    const second = await runFile(server, first.chapter, first.file);
    outcomes[index] = second;
    if (!isFailure(second)) flaky.push(first);
  }
  return { outcomes, flaky };
}

async function runOn(server: ServerDescription, chapters: readonly Chapter[]): Promise<Outcome[]> {
  const work = chapters.flatMap((chapter) => filesOf(chapter).map((file) => ({ chapter, file })));
  const outcomes: Outcome[] = [];
  await forEachFile(work, filesAtOnce, async ({ chapter, file }) => {
    const outcome = await runFile(server, chapter, file);
    outcomes.push(outcome);
    const mark = isFailure(outcome) ? "✖" : "✔";
    console.log(`${mark} ${titleOf(outcome)}: ${outcome.passed} passed, ${outcome.failed} failed`);
    if (isFailure(outcome)) console.log(outcome.output);
  });
  return outcomes;
}

/** Says what failed and what was flaky, once more and with the reasons: the end of a log is what people see. Gives whether all is well. */
export function summarise({ outcomes, flaky }: Run, isJudge: boolean): boolean {
  const failures = outcomes.filter(isFailure);
  for (const outcome of failures) console.log(`failed: ${titleOf(outcome)}\n${outcome.output}`);
  for (const outcome of flaky) console.log(`flaky: ${titleOf(outcome)}\n${outcome.output}`);
  const sum = (key: "passed" | "failed") => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return failures.length === 0 && outcomes.length > 0 && (isJudge || flaky.length === 0);
}

function titleOf({ chapter, file }: Outcome): string {
  return `${chapter.title} (${relative(process.cwd(), file)})`;
}
