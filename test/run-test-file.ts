/** Runs one file of tests in a process of its own, and counts. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const reporter = fileURLToPath(new URL("reporter.ts", import.meta.url));

export async function runTestFile(file: string, environment: Readonly<Record<string, string>> = {}): Promise<Counts> {
  // Tests that start a server of their own start it from the sources, too.
  const output = await runNode(
    ["--conditions=pintle-source", "--test", `--test-reporter=${reporter}`, file],
    environment,
  );
  const [, passed = "0", failed = "1"] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed), output };
}

function runNode(args: string[], environment: Readonly<Record<string, string>>): Promise<string> {
  // A test runner that finds itself inside another one reports to it instead of to us.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...inherited, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** A file in which nothing passed is a failure too: a skipped judge proves nothing. */
export function isFailure({ passed, failed }: Pick<Counts, "passed" | "failed">): boolean {
  return failed > 0 || passed === 0;
}

/** So many files at a time. */
export async function forEachFile<File>(
  files: readonly File[],
  atOnce: number,
  run: (file: File) => Promise<void>,
): Promise<void> {
  const waiting = [...files];
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  });
  await Promise.all(workers);
}
