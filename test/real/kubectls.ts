/** Which kubectls the tests speak with: unmodified ones, as many versions as the machine has. */
import { readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findProgram } from "./binaries.ts";

/**
 * The paths that `PINTLE_KUBECTLS` lists, separated as the PATH is. Without it the judge's own, the one on the PATH, and the
 * `kubectl.1.*` beside the place that one resolves to, where installers of several versions put them.
 */
export function findKubectls(environment: NodeJS.ProcessEnv = process.env): string[] {
  if (environment.PINTLE_KUBECTLS !== undefined) return environment.PINTLE_KUBECTLS.split(delimiter).filter(Boolean);
  const own = findProgram("kubectl");
  const onPath = (environment.PATH ?? "")
    .split(delimiter)
    .map((folder) => resolved(join(folder, "kubectl")))
    .find((path) => path !== undefined);
  const beside = onPath === undefined ? [] : versionsBeside(onPath);
  return [...new Set([own, onPath, ...beside].filter((path) => path !== undefined))];
}

function versionsBeside(kubectl: string): string[] {
  const folder = dirname(kubectl);
  return readdirSync(folder)
    .filter((name) => /^kubectl\.1\.\d+/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
