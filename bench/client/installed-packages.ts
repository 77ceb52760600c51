/** A folder with the packages as they are published, so that what is measured is what users install. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { bundledLibraries, bundleLibrary } from "../../tools/bundle-libraries.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface InstalledPackages extends Disposable {
  /** Where the tasks stand, from which the packages are found. */
  readonly folder: string;
}

/** What runs with them: modules of a folder. */
export interface Tasks {
  readonly folder: URL;
  readonly files: readonly string[];
  /** Packages beside those of every client. */
  readonly libraries?: readonly string[];
}

export async function installPackages({ folder: tasks, files, libraries = [] }: Tasks): Promise<InstalledPackages> {
  mkdirSync(`${root}.build`, { recursive: true });
  const folder = mkdtempSync(`${root}.build/bench-installed-`);
  const scope = `${folder}/node_modules/@pintle`;
  for (const name of new Set([...bundledLibraries, ...libraries])) {
    const place = name === "pintle" ? `${folder}/node_modules/${name}` : `${scope}/${name}`;
    mkdirSync(place, { recursive: true });
    copyFileSync(`${root}packages/${name}/package.json`, `${place}/package.json`);
    await bundleLibrary(name, `${place}/dist`);
  }
  // Published as the compiler made it. A copy, because the imports of a link would be looked for where it leads.
  mkdirSync(`${scope}/kinds`);
  copyFileSync(`${root}packages/kinds/package.json`, `${scope}/kinds/package.json`);
  cpSync(`${root}packages/kinds/dist`, `${scope}/kinds/dist`, { recursive: true });
  // Without their types, as whoever publishes a program would: to strip them costs as much as a small task.
  for (const file of files) {
    const source = readFileSync(new URL(`${file}.ts`, tasks), "utf8");
    const { code } = transformSync(source, { loader: "ts", format: "esm", target: "node22" });
    writeFileSync(`${folder}/${file}.js`, code.replaceAll(/(?<=["']\.\/[\w-]+)\.ts(?=["'])/g, ".js"));
  }
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: "module" }));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
