/**
 * Sources of other projects, as Go's module proxy has them: fetched once into Go's module cache, the very bytes that are named
 * here by their hash, and never a part of this repository.
 */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

export interface GoModule {
  readonly path: string;
  readonly version: string;
  /** What `go.sum` would have. */
  readonly sum: string;
}

interface Download {
  readonly Path: string;
  readonly Dir?: string;
  readonly Sum?: string;
  readonly Error?: string;
}

/** A module is in neither the cache nor reach. The proxy is needed once; then the cache is enough. */
export class ModuleOutOfReachError extends Error {}

/** The folder of each module by its path. Throws where one cannot be had, and where it has other bytes than those named. */
export function fetchGoModules(modules: readonly GoModule[]): Map<string, string> {
  const wanted = modules.map(({ path, version }) => `${path}@${version}`);
  const { stdout } = spawnSync("go", ["mod", "download", "-json", ...wanted], {
    cwd: tmpdir(),
    encoding: "utf8",
    // The hashes stand here, so that nobody has to be asked for them.
    env: { ...process.env, GOFLAGS: "-mod=mod", GOSUMDB: "off", GOWORK: "off" },
    maxBuffer: 1 << 26,
  });
  // One object after the other, without anything between them.
  const downloads: Download[] = JSON.parse(`[${stdout.trim().replaceAll(/^\}\n\{/gm, "},\n{")}]`);
  return new Map(modules.map((module) => [module.path, folderOf(module, downloads)]));
}

function folderOf({ path, version, sum }: GoModule, downloads: readonly Download[]): string {
  const found = downloads.find(({ Path }) => Path === path);
  if (!found?.Dir || found.Error) {
    const reason = found?.Error ?? "go said nothing about it";
    throw new ModuleOutOfReachError(
      `the Go module ${path}@${version} cannot be had: ${reason.trim()}. It is fetched once; set GOPROXY to a proxy in reach`,
    );
  }
  if (found.Sum !== sum) throw new Error(`${path}@${version} has the hash ${found.Sum}, but ${sum} was agreed on`);
  return found.Dir;
}
