/** What a further plane takes in a process that has one: the command's way of being built, so that the first is as fast as it gets. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { median } from "../measure.ts";

export interface PlaneStart {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface PlaneStarts {
  /** With the loading of its code. */
  readonly first: PlaneStart;
  /** The median of those that came after it. */
  readonly further: PlaneStart;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const outdir = `${root}.build/bench-controlplane`;

export async function buildPlanesProgram(): Promise<string> {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ["bench/controlplane/planes-in-one-process.ts"],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    conditions: ["pintle-source"],
    external: ["re2js", "yaml"],
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  return `${outdir}/planes-in-one-process.mjs`;
}

export function startPlanes(program: string, furtherPlanes: number): PlaneStarts {
  const told = execFileSync(process.execPath, [program, String(furtherPlanes)], { encoding: "utf8" });
  const [first, ...further]: PlaneStart[] = told
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  if (!first || further.length !== furtherPlanes) throw new Error(`not all planes have started: ${told}`);
  return {
    first,
    further: { ms: median(further.map(({ ms }) => ms)), cpuMs: median(further.map(({ cpuMs }) => cpuMs)) },
  };
}
