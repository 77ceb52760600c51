/** What those are told who use a deprecated version: the definition's own words, or which version to use instead. */
import { formatGroupVersion } from "@pintle/machinery";
import { compareVersions } from "../discovery/compare-versions.ts";
import type { Definition, DefinitionVersion } from "./definition.ts";

export function deprecationOf({ spec }: Definition, version: DefinitionVersion): string | undefined {
  if (!version.deprecated) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const { group, names } = spec;
  const told = `${formatGroupVersion({ group, version: version.name })} ${names.kind} is deprecated`;
  const [newest] = spec.versions
    .filter(({ served, deprecated }) => served && !deprecated)
    .map(({ name }) => name)
    .filter((name) => compareVersions(name, version.name) < 0)
    .sort(compareVersions);
  if (newest === undefined) return told;
  return `${told}; use ${formatGroupVersion({ group, version: newest })} ${names.kind}`;
}
