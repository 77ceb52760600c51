/** Reads, compares, writes and removes the files of a folder of manifests; see `writeManifests`. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "@pintle/machinery";
import type { ManifestFiles } from "./manifests-of.ts";
import type { WrittenManifests } from "./write-manifests.ts";
import { generatedBy } from "./yaml-text.ts";

export async function bringFiles(folder: string, files: ManifestFiles): Promise<WrittenManifests> {
  for (const path of files.keys()) checkPath(path);
  const tops = new Set([...files.keys()].map((path) => path.split("/", 1)[0] ?? ""));
  const found = new Map<string, string>();
  for (const top of tops)
    for (const path of await filesUnder(folder, top)) found.set(path, await readText(folder, path));
  const foreign = [...files.keys()].filter((path) => !isGenerated(found.get(path) ?? generatedBy)).sort();
  if (foreign.length > 0) throw notOurs(folder, foreign);

  const written = [...files.keys()].filter((path) => found.get(path) !== files.get(path));
  for (const path of written) await replace(join(folder, path), files.get(path) ?? "");
  const removed = [...found.keys()].filter((path) => !files.has(path) && isGenerated(found.get(path) ?? "")).sort();
  for (const path of removed) await rm(join(folder, path));
  return { written, unchanged: [...files.keys()].filter((path) => !written.includes(path)), removed };
}

/** By its beginning: somebody may quote the words further down. */
function isGenerated(text: string): boolean {
  return text.slice(0, 200).includes(generatedBy);
}

async function filesUnder(folder: string, top: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(folder, top), { recursive: true, withFileTypes: true });
    const base = join(folder, "x").length - 1;
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(base).replaceAll("\\", "/"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function readText(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), "utf8");
}

/** A file beside it takes its place in one step. */
async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.new`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function checkPath(path: string): void {
  const isWithin = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (isWithin && path.includes("/") && !path.includes("\\")) return;
  throw new UsageError(
    "PINTLE_MANIFEST_PATH_INVALID",
    `${JSON.stringify(path)} is no path of a manifest: write it as "config/default/kustomization.yaml"`,
  );
}

function notOurs(folder: string, paths: readonly string[]): UsageError {
  return new UsageError(
    "PINTLE_MANIFEST_NOT_OURS",
    `${paths.join(", ")} in ${folder} were not generated and are left as they are: move them elsewhere, then try again`,
  );
}
