/** Imports point down only: the picture in docs/ARCHITECTURE.md as a table. */
import { posix } from "node:path";
import { importsOf, isShipped, isTypeScript, packageOf, type Rule, type SourceFile } from "./repository.ts";

const below = {
  machinery: [],
  cel: ["machinery"],
  kinds: ["machinery"],
  schema: ["cel", "machinery"],
  client: ["schema", "kinds", "machinery"],
  runtime: ["client", "schema", "kinds", "machinery"],
  pintle: ["runtime", "client", "schema", "kinds", "machinery"],
  apiserver: ["schema", "kinds", "cel", "machinery"],
  controlplane: ["apiserver", "schema", "kinds", "cel", "machinery"],
  testing: ["pintle", "runtime", "client", "controlplane", "apiserver", "schema", "kinds", "cel", "machinery"],
  cli: ["testing", "pintle", "runtime", "client", "controlplane", "apiserver", "schema", "kinds", "cel", "machinery"],
} satisfies Record<string, string[]>;

type PackageName = keyof typeof below;

/** A package imports the packages below it, and every package stands in the picture. */
export const layersPointDown: Rule = (files) =>
  files.filter(isTypeScript).flatMap((file) => {
    const from = packageOf(file);
    if (from === undefined) return [];
    if (!isKnown(from))
      return [`${file.path}: package "${from}" has no layer. Add it to test/tidy/layers.ts and the docs.`];
    return importsOf(file).flatMap(({ specifier, line }) => {
      const to = workspacePackage(specifier);
      if (to === undefined || to === from || (below[from] as string[]).includes(to)) return [];
      return [`${file.path}:${line}: ${from} imports ${to}, which is not below it. Move what both need further down.`];
    });
  });

/** `src/internal/` belongs to its package, and nobody reaches into another package by a path. */
export const internalIsClosed: Rule = (files) =>
  files.filter(isTypeScript).flatMap((file) =>
    importsOf(file).flatMap(({ specifier, line }) => {
      const at = `${file.path}:${line}`;
      if (/^(@pintle\/[^/]+|pintle)\/(src|dist|.*internal)(\/|$)/.test(specifier)) {
        return [`${at}: "${specifier}" is inside a package. Import what its index exports.`];
      }
      if (!specifier.startsWith(".")) return [];
      const target = posix.join(posix.dirname(file.path), specifier);
      const owner = packageOf({ path: target, text: "" });
      if (owner === undefined || owner === packageOf(file)) return [];
      return [`${at}: "${specifier}" reaches into packages/${owner}. Import "${packageName(owner)}" instead.`];
    }),
  );

/** zod is for those who declare resources; the servers never load it. */
export const zodStaysOutside: Rule = (files) =>
  files.filter(isShipped).flatMap((file) =>
    importsOf(file)
      .filter(({ specifier }) => specifier === "zod" || specifier.startsWith("zod/"))
      .filter(() => !/^packages\/(pintle\/|schema\/src\/zod[./])/.test(file.path))
      .map(({ line }) => `${file.path}:${line}: only pintle and @pintle/schema/zod import zod.`),
  );

/** What the lowest layer may take from Node: keys and signatures are computed, not read from anywhere. */
const pureModules: readonly { readonly folder: string; readonly specifier: string }[] = [
  { folder: "/", specifier: "node:buffer" },
  { folder: "/certificates/", specifier: "node:crypto" },
  { folder: "/certificates/", specifier: "node:net" },
];

/** The lowest layer does no I/O: the files that implement the seams for a real process are the only way out. */
export const machineryIsPure: Rule = (files) =>
  files.filter(isShipped).flatMap((file) => {
    if (packageOf(file) !== "machinery" || file.path.includes("/seams/process-")) return [];
    return importsOf(file)
      .filter(({ specifier }) => specifier.startsWith("node:") && !isPureModule(file.path, specifier))
      .map(
        ({ specifier, line }) =>
          `${file.path}:${line}: machinery imports "${specifier}". Take what it does as a parameter.`,
      );
  });

function isPureModule(path: string, specifier: string): boolean {
  return pureModules.some((allowed) => path.includes(allowed.folder) && specifier === allowed.specifier);
}

/** What a package imports stands in its package.json, so that it also works when installed alone. */
export const importsAreDeclared: Rule = (files) =>
  files.filter(isShipped).flatMap((file) => {
    const name = packageOf(file);
    const manifest = files.find(({ path }) => path === `packages/${name}/package.json`);
    const declared = manifest ? declaredIn(manifest) : new Set<string>();
    return importsOf(file)
      .map(({ specifier, line }) => ({ line, target: moduleName(specifier) }))
      .filter(({ target }) => target !== undefined && !declared.has(target))
      .map(({ target, line }) => `${file.path}:${line}: "${target}" is not in packages/${name}/package.json.`);
  });

/** The command carries the packages of this repository in its bundle: users do not install them. */
function declaredIn(manifest: SourceFile): Set<string> {
  const { name, dependencies, peerDependencies, optionalDependencies, devDependencies } = JSON.parse(manifest.text);
  const bundled = name === "@pintle/cli" ? devDependencies : {};
  return new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies, ...bundled })]);
}

function isKnown(name: string): name is PackageName {
  return Object.hasOwn(below, name);
}

function packageName(folder: string): string {
  return folder === "pintle" ? "pintle" : `@pintle/${folder}`;
}

function workspacePackage(specifier: string): string | undefined {
  if (specifier === "pintle" || specifier.startsWith("pintle/")) return "pintle";
  return /^@pintle\/([^/]+)/.exec(specifier)?.[1];
}

function moduleName(specifier: string): string | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
