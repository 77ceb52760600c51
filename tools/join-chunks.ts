/**
 * Puts everything that an export of a package loads at once into one file, which esbuild's splitting leaves in a dozen: to look for a file takes longer
 * than what is in most of them. The files that it was in stay, for what is loaded later, and hand on what the one file has: nothing is there twice.
 */
import { writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { build, type Metafile } from "esbuild";

export interface BuiltFiles {
  /** Which the paths in the metafile start from. */
  readonly root: string;
  readonly outputs: Metafile["outputs"];
}

/** The entry is a path in the metafile, and the joined file an absolute one. */
export async function joinChunks({ root, outputs }: BuiltFiles, entry: string, joined: string): Promise<void> {
  const paths = [...loadedAtOnce(outputs, entry)];
  const parts = paths.map((path, index) => {
    const exported = outputs[path]?.exports ?? [];
    return { file: resolve(root, path), names: exported.map((name) => ({ name, unique: `${name}_${index}` })) };
  });
  const lines = parts.map(({ file, names }) =>
    handOn(
      file,
      names.map(({ name, unique }) => `${name} as ${unique}`),
    ),
  );
  const files = new Set(parts.map(({ file }) => file));
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: root },
    ...{ bundle: true, write: false, format: "esm", platform: "node", target: "node22", packages: "external" },
    logLevel: "warning",
    plugins: [
      {
        name: "loaded-later",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
            const target = resolve(resolveDir, path);
            return files.has(target) ? { path: target } : { path: pathFrom(joined, target), external: true };
          }),
      },
    ],
  });
  for (const { contents } of outputFiles) writeFileSync(joined, contents);
  for (const { file, names } of parts) {
    writeFileSync(
      file,
      `${handOn(
        pathFrom(file, joined),
        names.map(({ name, unique }) => `${unique} as ${name}`),
      )}\n`,
    );
  }
}

function handOn(from: string, names: readonly string[]): string {
  return `export { ${names.join(", ")} } from ${JSON.stringify(from)};`;
}

/** As a module writes it. */
function pathFrom(file: string, target: string): string {
  const path = relative(dirname(file), target);
  return path.startsWith(".") ? path : `./${path}`;
}

function loadedAtOnce(outputs: Metafile["outputs"], path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
    if (kind === "import-statement" && !external) loadedAtOnce(outputs, next, found);
  }
  return found;
}
