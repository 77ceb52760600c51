/** Asks the Go program in this folder, which answers with Kubernetes' own libraries. Needs Go on the PATH. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Answer<Value = unknown> = { value: Value } | { error: string } | { panic: string };

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = `${root}.build/oracle`;

let built: Promise<void> | undefined;

/** The answers to the questions, in their order. */
export async function askOracle<Value = unknown>(part: string, inputs: readonly unknown[]): Promise<Answer<Value>[]> {
  built ??= Promise.resolve().then(build);
  await built;
  const questions = inputs.map((input) => JSON.stringify({ part, input })).join("\n");
  const lines = (await run(`${questions}\n`)).split("\n").filter((line) => line !== "");
  if (lines.length !== inputs.length) throw new Error(`oracle: ${inputs.length} questions, ${lines.length} answers`);
  return lines.map((line) => JSON.parse(line));
}

function build(): void {
  mkdirSync(`${root}.build`, { recursive: true });
  // Test files run side by side: each builds under a name of its own, and the last rename wins with the same content.
  const mine = `${binary}.${process.pid}`;
  const { status, stderr } = spawnSync("go", ["build", "-o", mine, "."], {
    cwd: `${root}test/oracle`,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`oracle: go build failed\n${stderr}`);
  renameSync(mine, binary);
}

function run(input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, { stdio: ["pipe", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else reject(new Error(`oracle: exit code ${code}`));
    });
    child.stdin.on("error", reject);
    child.stdin.end(input);
  });
}
