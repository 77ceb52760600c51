/** Which helms charts are installed with: those of the modules in the folder `helm`. `make real` builds them where Go is on the PATH. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("./helm/", import.meta.url));
const cache = `${process.env.XDG_CACHE_HOME ?? `${homedir()}/.cache`}/pintle`;

export interface Helm {
  readonly version: string;
  readonly path: string;
  readonly module: string;
}

/** All that are asked for, whether they are built or not. */
export const helms: readonly Helm[] = [
  ...readFileSync(`${modules}go.mod`, "utf8").matchAll(/^\s(helm\.sh\/helm\/v\d+) v(\S+)$/gm),
].map(([, module = "", version = ""]) => ({ version, path: `${cache}/helm-${version}`, module }));

export function hasHelms(): boolean {
  return helms.every(({ path }) => existsSync(path));
}

export function buildHelms(): void {
  for (const { version, path, module } of helms) {
    if (existsSync(path)) continue;
    console.log(`helm ${version}: building`);
    mkdirSync(cache, { recursive: true });
    // A second build at the same time ends in the same rename, so neither sees half a program.
    const mine = `${path}.${process.pid}`;
    const args = ["build", "-ldflags=-s -w", "-o", mine, `${module}/cmd/helm`];
    const { status, stderr } = spawnSync("go", args, { cwd: modules, encoding: "utf8" });
    if (status !== 0) throw new Error(`helm ${version}: go build failed\n${stderr}`);
    renameSync(mine, path);
  }
}
