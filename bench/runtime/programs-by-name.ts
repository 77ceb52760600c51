/** The programs under measurement by name, ready to be started: ours as published, its peers as their documents show them. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "../client/installed-packages.ts";
import type { Assignment } from "./programs/assignment.ts";

export const programNames = [
  "raw",
  "ours",
  "ours unlooked",
  "ours paged",
  "controller-runtime",
  "client-node",
] as const;
export type ProgramName = (typeof programNames)[number];

/** What is said to one of ours beside its task. */
export function variantOf(name: ProgramName): Pick<Assignment, "variant"> {
  if (name === "ours unlooked") return { variant: "unlooked" };
  return name === "ours paged" ? { variant: "paged" } : {};
}

export interface Programs extends Disposable {
  /** What to run, and its arguments. */
  commandOf(name: ProgramName): readonly string[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = `${root}.build/bench-controller-runtime`;

export async function createPrograms(): Promise<Programs> {
  mkdirSync(`${root}.build`, { recursive: true });
  const built = spawnSync("go", ["build", "-o", binary, "."], { cwd: `${root}bench/runtime/peers`, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the controller on controller-runtime was not built\n${built.stderr}`);
  const installed = await installPackages({
    folder: new URL("programs/", import.meta.url),
    files: ["assignment", "client-node", "key-line", "ours", "raw"],
    libraries: ["runtime"],
  });
  return {
    commandOf(name) {
      if (name === "controller-runtime") return [binary];
      const [file] = name.split(" ");
      return [process.execPath, "--expose-gc", `${installed.folder}/${file}.js`];
    },
    [Symbol.dispose]: () => installed[Symbol.dispose](),
  };
}
