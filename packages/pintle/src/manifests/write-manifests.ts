/**
 * Brings generated files into a folder. Whoever looks finds each file as it was or as it is now, never half of it; files that somebody has written by hand
 * are never touched, and if one is in the way nothing is written at all; generated ones that are not needed any more go.
 */
import type { ManifestFiles } from "./manifests-of.ts";

export interface WrittenManifests {
  /** Paths within the folder, as for the others. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

export async function writeManifests(folder: string, files: ManifestFiles): Promise<WrittenManifests> {
  const { bringFiles } = await import("./bring-files.ts");
  return await bringFiles(folder, files);
}
