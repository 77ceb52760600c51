/** Settings that other rules rely on, and what users install. */
import type { Rule, SourceFile } from "./repository.ts";

/** Biome checks these itself; a rule that somebody switched off would be missed by nobody else. */
const reliedOn: Record<string, string[]> = {
  complexity: ["noExcessiveLinesPerFunction"],
  correctness: ["noUnusedImports", "noUnusedVariables"],
  style: [
    "noDefaultExport",
    "noNonNullAssertion",
    "noRestrictedGlobals",
    "noRestrictedImports",
    "useFilenamingConvention",
  ],
  suspicious: ["noExplicitAny"],
};
const maxFunctionLines = 70;
const bannedGlobals = ["setTimeout", "setInterval", "setImmediate", "performance"];

export const biomeRulesAreOn: Rule = (files) => {
  const config = parsed(files, "biome.json");
  const rules = config?.linter?.rules ?? {};
  const off = Object.entries(reliedOn).flatMap(([group, names]) =>
    names
      .filter((name) => levelOf(rules[group]?.[name]) !== "error")
      .map((name) => `biome.json: ${group}/${name} is not an error. The style relies on it.`),
  );
  const maxLines = rules.complexity?.noExcessiveLinesPerFunction?.options?.maxLines;
  if (maxLines !== maxFunctionLines)
    off.push(`biome.json: functions may have ${maxLines} lines instead of ${maxFunctionLines}.`);
  const denied = rules.style?.noRestrictedGlobals?.options?.deniedGlobals ?? {};
  const allowed = bannedGlobals.filter((name) => !Object.hasOwn(denied, name));
  return [...off, ...allowed.map((name) => `biome.json: the global ${name} is not denied.`)];
};

const strictness = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

export const compilerIsStrict: Rule = (files) => {
  const options = parsed(files, "tsconfig.base.json")?.compilerOptions ?? {};
  return Object.keys(strictness)
    .filter((name) => options[name] !== true)
    .map((name) => `tsconfig.base.json: ${name} is not on.`);
};

/** Versions are exact, so that two installs of one commit are the same. Peers are ranges by nature. */
export const versionsAreExact: Rule = (files) =>
  manifests(files).flatMap(({ path, manifest }) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))
      .map(([name, version]) => `${path}: ${name} is "${version}". Pin an exact version.`),
  );

const scriptsOnInstall = ["preinstall", "install", "postinstall", "prepare"];

export const packagesInstallQuietly: Rule = (files) =>
  manifests(files).flatMap(({ path, manifest }) =>
    scriptsOnInstall
      .filter((name) => manifest.scripts?.[name] !== undefined)
      .map((name) => `${path}: runs a script on ${name}. What users install runs nothing.`),
  );

/** Every published package is found the same way: its sources in this repository, its build everywhere else. */
export const packagesAreUniform: Rule = (files) =>
  manifests(files)
    .filter(({ path, manifest }) => path.startsWith("packages/") && manifest.private !== true)
    .flatMap(({ path, manifest }) => {
      const wrong: string[] = [];
      if (manifest.license !== "Apache-2.0") wrong.push("license is not Apache-2.0");
      if (manifest.type !== "module") wrong.push("type is not module");
      if (manifest.engines?.node !== ">=22.19") wrong.push("engines.node is not >=22.19");
      const hasCommand = files.some((file) => file.path.startsWith(path.replace("package.json", "bin/")));
      const shipped = hasCommand ? '["bin","dist"]' : '["dist"]';
      if (JSON.stringify(manifest.files) !== shipped) wrong.push(`files is not ${shipped}`);
      for (const [name, entry] of Object.entries<object>(manifest.exports ?? {})) {
        const conditions = Object.keys(entry).join(" ");
        if (conditions !== "pintle-source types default") {
          wrong.push(`exports["${name}"] has the conditions "${conditions}" instead of "pintle-source types default"`);
        }
      }
      return wrong.map((what) => `${path}: ${what}.`);
    });

/** Registries differ from machine to machine; the integrity hashes are what pins the content. */
export const lockfilesHaveNoAddresses: Rule = (files) =>
  files
    .filter(({ path }) => /(^|\/)package-lock\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const addresses = text.match(/"resolved": "\w+:\/\//g)?.length ?? 0;
      return addresses > 0
        ? [`${path}: ${addresses} download addresses. Lock again with the repository's .npmrc.`]
        : [];
    });

// biome-ignore lint/suspicious/noExplicitAny: configuration is read defensively, key by key.
type Configuration = any;

function parsed(files: readonly SourceFile[], path: string): Configuration {
  const file = files.find((candidate) => candidate.path === path);
  return file && JSON.parse(file.text);
}

function levelOf(rule: Configuration): string | undefined {
  return typeof rule === "string" ? rule : rule?.level;
}

function manifests(files: readonly SourceFile[]): { path: string; manifest: Configuration }[] {
  return files
    .filter(({ path }) => path === "package.json" || /^packages\/[^/]+\/package\.json$/.test(path))
    .map(({ path, text }) => ({ path, manifest: JSON.parse(text) }));
}
