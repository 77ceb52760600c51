/** Asks the Go program in this folder, which answers with Kubernetes' own libraries. Needs Go on the PATH. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Answer<Value = unknown> = { value: Value } | { error: string } | { panic: string };

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = `${root}test/oracle`;

let built: Promise<string> | undefined;

/** The answers to the questions, in their order. */
export async function askOracle<Value = unknown>(part: string, inputs: readonly unknown[]): Promise<Answer<Value>[]> {
  built ??= Promise.resolve().then(build);
  const binary = await built;
  const questions = inputs.map((input) => JSON.stringify({ part, input }, writeBigint)).join("\n");
  const lines = (await run(binary, `${questions}\n`)).split("\n").filter((line) => line !== "");
  if (lines.length !== inputs.length) throw new Error(`oracle: ${inputs.length} questions, ${lines.length} answers`);
  return lines.map((line) => JSON.parse(line));
}

/** The library of TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Integers beyond 2^53 are bigints, and are written as the integers they are. */
function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJSON(String(value)) : value;
}

/** The program is named after its sources, so that it is built once for all test files and again when they change. */
function build(): string {
  const sources = globSync("{*.go,go.mod,go.sum}", { cwd: folder }).sort();
  const hash = createHash("sha256");
  for (const name of sources) hash.update(name).update(readFileSync(`${folder}/${name}`));
  const binary = `${root}.build/oracle-${hash.digest("hex").slice(0, 16)}`;
  if (existsSync(binary)) return binary;
  mkdirSync(`${root}.build`, { recursive: true });
  // Test files run side by side: each builds under a name of its own, and the last rename wins with the same content.
  const mine = `${binary}.${process.pid}`;
  const { status, stderr } = spawnSync("go", ["build", "-o", mine, "."], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`oracle: go build failed\n${stderr}`);
  renameSync(mine, binary);
  return binary;
}

function run(binary: string, input: string): Promise<string> {
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
