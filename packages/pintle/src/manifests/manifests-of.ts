/**
 * The files with which a program is installed, from what it declares: bases for kustomize under `config/`, a Helm chart under `chart/`.
 *
 * ```ts
 * const files = await manifestsOf([modelBoxes], { name: "modelbox", image: "registry.example.com/modelbox:1.0.0" });
 * await writeManifests(".", files);
 * ```
 *
 * The same declarations give the same files, byte for byte. A program that runs loads nothing of what is needed for it.
 */
import { checkProgramParts, type ProgramParts } from "../run/program-parts.ts";
import { checkManifestOptions, type ManifestOptions } from "./manifest-options.ts";

/** Texts by paths, whose parts are parted by slashes. */
export type ManifestFiles = ReadonlyMap<string, string>;

export async function manifestsOf(parts: ProgramParts, options: ManifestOptions): Promise<ManifestFiles> {
  const settings = checkManifestOptions(options);
  const checked = checkProgramParts(parts);
  const { manifestFiles } = await import("./manifest-files.ts");
  return await manifestFiles(checked, settings);
}
