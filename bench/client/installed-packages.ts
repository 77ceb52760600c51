/** A folder with the packages as they are published, so that what is measured is what users install. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundledLibraries, bundleLibrary } from "../../tools/bundle-libraries.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tasks = `${root}bench/client`;

export interface InstalledPackages extends Disposable {
  /** Where the tasks stand, from which the packages are found. */
  readonly folder: string;
}

export async function installPackages(): Promise<InstalledPackages> {
  mkdirSync(`${root}.build`, { recursive: true });
  const folder = mkdtempSync(`${root}.build/bench-client-`);
  const scope = `${folder}/node_modules/@pintle`;
  for (const name of bundledLibraries) {
    mkdirSync(`${scope}/${name}`, { recursive: true });
    copyFileSync(`${root}packages/${name}/package.json`, `${scope}/${name}/package.json`);
    await bundleLibrary(name, `${scope}/${name}/dist`);
  }
  // Published as the compiler made it. A copy, because the imports of a link would be looked for where it leads.
  mkdirSync(`${scope}/kinds`);
  copyFileSync(`${root}packages/kinds/package.json`, `${scope}/kinds/package.json`);
  cpSync(`${root}packages/kinds/dist`, `${scope}/kinds/dist`, { recursive: true });
  for (const file of ["bench-client", "client-node", "ours", "raw", "run-task"])
    copyFileSync(`${tasks}/${file}.ts`, `${folder}/${file}.ts`);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
