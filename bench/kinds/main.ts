/**
 * How long the compiler takes for a program of one line that uses a built-in kind, against kubernetes-types, which has nothing but
 * types. The run fails when a bar is missed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BenchRow, compare, printRows } from "../measure.ts";

const bar = 1.2;
const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const folder = `${root}.build/bench-kinds-${process.pid}`;

// What users install is built; the sources would be another program.
if (!existsSync(`${root}packages/kinds/dist/index.d.ts`) || !existsSync(`${root}packages/machinery/dist/index.d.ts`))
  throw new Error("packages/kinds has not been built: run `make packaging`");

const peer = writeProgram("peer", "kubernetes-types/apps/v1.js");
const imports = {
  "import from @pintle/kinds": "@pintle/kinds",
  "import from @pintle/kinds/apps/v1": "@pintle/kinds/apps/v1",
};
try {
  const rows: BenchRow[] = [];
  for (const [name, specifier] of Object.entries(imports)) {
    const ours = writeProgram(specifier.replaceAll(/\W+/g, "-"), specifier);
    rows.push(
      await compare(
        name,
        () => checkMillis(ours),
        () => checkMillis(peer),
        bar,
      ),
    );
  }
  console.log(
    `${"tsc on one line: CPU, milliseconds".padEnd(52)}${"ours".padStart(10)}${"peer".padStart(10)}${"ratio".padStart(9)}`,
  );
  printRows(rows);
  process.exitCode = rows.some(({ ratio }) => ratio > bar) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

function writeProgram(name: string, specifier: string): string {
  const program = `${folder}/${name}`;
  mkdirSync(program, { recursive: true });
  writeFileSync(
    `${program}/main.ts`,
    `import type { Deployment } from "${specifier}";\nexport declare const web: Deployment;\n`,
  );
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(`${program}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  return program;
}

/** CPU of the compiler and all it starts, which Node does not tell. */
function checkMillis(program: string): number {
  const script = 'TIMEFORMAT="%U %S"; time node "$0" -p "$1"';
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, tsc, program], { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout + stderr);
  const [user, system] = stderr.trim().split(" ").map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 1_000;
}
