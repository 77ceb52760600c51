/** The operators under measurement, built once and started as processes of their own. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type MeasuredProgram, startProgram } from "../runtime/measured-program.ts";
import type { OperatorAssignment } from "./programs/assignment.ts";

export type OperatorName = "ours" | "controller-runtime";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = `${root}.build/bench-operator`;
const binary = `${root}.build/bench-operator-controller-runtime`;

/** As one would publish a program: its modules in a few files, of which some are loaded when they are needed. */
export async function buildOurs(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    ...{ absWorkingDir: root, entryPoints: ["bench/operator/programs/ours.ts"], outdir: folder },
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", target: "node22", logLevel: "warning" },
    ...{ conditions: ["pintle-source"], outExtension: { ".js": ".mjs" } },
    // Libraries of others stay as they are: they are written for another way of loading modules.
    external: ["undici", "ws", "yaml", "re2js"],
  });
}

export function buildPeer(): void {
  const built = spawnSync("go", ["build", "-o", binary, "."], { cwd: `${root}bench/operator/peer`, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the operator on controller-runtime was not built\n${built.stderr}`);
}

/** The result, unless the operator comes to an end before. */
export async function whileRunning<Result>(operator: MeasuredProgram, work: Promise<Result>): Promise<Result> {
  const ended = operator.hear("that it ends");
  ended.catch(() => {});
  return (await Promise.race([work, ended])) as Result;
}

export function startOperator(name: OperatorName, assignment: OperatorAssignment): MeasuredProgram {
  const command = name === "ours" ? [process.execPath, `${folder}/ours.mjs`] : [binary];
  // What the programs of the runtime's bench are told besides is not for these.
  return startProgram(command, { ...assignment, task: "reconcile", run: "", count: 0 });
}
