/**
 * Shows that what would be published is what users need: publint finds nothing, the tarball holds the build, the README and the
 * license and nothing else, and the package loads where only its tarball is installed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = `${root}.build/packaging`;
const wanted = /^(package\.json|README\.md|LICENSE|dist\/.*\.(js|d\.ts))$/;

async function checkPackage(directory: string): Promise<string[]> {
  const pkgDir = `${root}packages/${directory}`;
  const manifest = JSON.parse(readFileSync(`${pkgDir}/package.json`, "utf8"));
  const { messages } = await publint({ pkgDir, strict: true });
  const [tarball] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: pkgDir,
      encoding: "utf8",
    }),
  );
  const files: string[] = tarball.files.map(({ path }: { path: string }) => path);
  const installed = `${folder}/node_modules/${manifest.name}`;
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", `${folder}/${tarball.filename}`, "-C", installed, "--strip-components=1"]);
  return [
    ...messages.map((message) => `${manifest.name}: ${formatMessage(message, manifest)}`),
    ...files.filter((path) => !wanted.test(path)).map((path) => `${manifest.name}: the tarball holds ${path}`),
    ...["README.md", "LICENSE"].filter((path) => !files.includes(path)).map((path) => `${manifest.name}: no ${path}`),
  ];
}

function loadPackage(directory: string): string {
  const { name } = JSON.parse(readFileSync(`${root}packages/${directory}/package.json`, "utf8"));
  const code = `console.log(Object.keys(await import(${JSON.stringify(name)})).length)`;
  const names = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: folder,
    encoding: "utf8",
  });
  return `${name}: ${names.trim()} names exported`;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packages = readdirSync(`${root}packages`);
const complaints: string[] = [];
for (const directory of packages) complaints.push(...(await checkPackage(directory)));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
for (const directory of packages) console.log(loadPackage(directory));
