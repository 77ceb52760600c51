/** Runs one file of a chapter against a server, in a process of its own, and counts. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { Chapter } from "./chapters.ts";
import type { ServerDescription } from "./client.ts";

export interface Outcome {
  readonly file: string;
  readonly chapter: Chapter;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const reporter = fileURLToPath(new URL("../reporter.ts", import.meta.url));

export async function runFile(server: ServerDescription, chapter: Chapter, file: string): Promise<Outcome> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-conformance-`);
  const { name, url, ca, tokens, clientCa, proxyCa, kubeconfig } = server;
  const description: ServerDescription = { name, url, ca, tokens, clientCa, proxyCa, kubeconfig };
  writeFileSync(`${folder}/server.json`, JSON.stringify(description), { mode: 0o600 });
  try {
    // Tests that start a server of their own start it from the sources, too.
    const output = await runNode(["--conditions=pintle-source", "--test", `--test-reporter=${reporter}`, file], {
      PINTLE_SERVER: `${folder}/server.json`,
    });
    const [, passed = "0", failed = "1"] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
    return { file, chapter, passed: Number(passed), failed: Number(failed), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runNode(args: string[], environment: Record<string, string>): Promise<string> {
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
export function isFailure({ passed, failed }: Outcome): boolean {
  return failed > 0 || passed === 0;
}
