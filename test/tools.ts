/** Tools that a user's machine may lack. A test that needs one is skipped with a word on what is missing, never silently. */
import { spawnSync } from "node:child_process";
import { findProgram } from "./real/binaries.ts";
import { hasHelms } from "./real/helms.ts";
import { findKubectls } from "./real/kubectls.ts";

/** How to see that a tool is there, and what to do when it is not. */
const tools = {
  go: {
    isThere: () => spawnSync("go", ["version"], { stdio: "ignore" }).status === 0,
    missing: "go is not on the PATH",
  },
  etcd: { isThere: () => findProgram("etcd") !== undefined, missing: "etcd is not here: run `make real`" },
  helm: { isThere: hasHelms, missing: "helm is not here: run `make real` with Go on the PATH" },
  kubectl: { isThere: () => findKubectls().length > 0, missing: "no kubectl is here: run `make real`" },
  real: {
    isThere: () => findProgram("kube-apiserver") !== undefined && findProgram("etcd") !== undefined,
    missing: "the real kube-apiserver is not here: run `make real`",
  },
} as const;

export type Tool = keyof typeof tools;

const found = new Map<Tool, boolean>();

/**
 * The reason to skip a test that needs the tool, or `false` when it is there: `test("…", { skip: missing("go") }, …)`.
 * Where `PINTLE_REQUIRE` names the tool, as CI does, its absence is an error instead.
 */
export function missing(tool: Tool): string | false {
  if (!found.has(tool)) found.set(tool, tools[tool].isThere());
  if (found.get(tool)) return false;
  const required = (process.env.PINTLE_REQUIRE ?? "").split(",").includes(tool);
  if (required) throw new Error(`PINTLE_REQUIRE names "${tool}": ${tools[tool].missing}`);
  return tools[tool].missing;
}
