/** Tools that a user's machine may lack. A test that needs one is skipped with a word on what is missing, never silently. */
import { spawnSync } from "node:child_process";

const probes = {
  go: ["go", "version"],
} as const;

export type Tool = keyof typeof probes;

const found = new Map<Tool, boolean>();

/**
 * The reason to skip a test that needs the tool, or `false` when it is there: `test("…", { skip: missing("go") }, …)`.
 * Where `PINTLE_REQUIRE` names the tool, as CI does, its absence is an error instead.
 */
export function missing(tool: Tool): string | false {
  if (isInstalled(tool)) return false;
  const required = (process.env.PINTLE_REQUIRE ?? "").split(",").includes(tool);
  if (required)
    throw new Error(`PINTLE_REQUIRE names "${tool}", which is not on the PATH: install it, or leave it out`);
  return `${tool} is not on the PATH`;
}

function isInstalled(tool: Tool): boolean {
  let there = found.get(tool);
  if (there === undefined) {
    const [command, ...args] = probes[tool];
    there = spawnSync(command, args, { stdio: "ignore" }).status === 0;
    found.set(tool, there);
  }
  return there;
}
