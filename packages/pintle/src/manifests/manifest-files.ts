/** All files of a program. Whoever loads this also loads what builds definitions, webhooks and YAML: it is for the time before a program runs. */
import type { ProgramParts } from "../run/program-parts.ts";
import { chartFiles } from "./chart-files.ts";
import { kustomizeFiles } from "./kustomize-files.ts";
import type { ManifestSettings } from "./manifest-options.ts";
import { programObjectsOf } from "./program-objects.ts";
import { loadYamlWriter } from "./yaml-text.ts";

export async function manifestFiles(parts: ProgramParts, settings: ManifestSettings): Promise<Map<string, string>> {
  const write = await loadYamlWriter();
  const objects = programObjectsOf(parts, settings);
  return new Map([...kustomizeFiles(objects, settings.samples, write), ...chartFiles(parts, settings, write)]);
}
