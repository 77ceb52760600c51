/**
 * Shows that what would be published is what users need: publint finds nothing, the tarball holds the build, the README and the
 * license and nothing else, and every example runs where only the tarballs are installed.
 */
import { execFileSync, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = `${root}.build/packaging`;
const wanted = /^(package\.json|README\.md|LICENSE|bin\/.*\.js|dist\/.*\.(js|d\.ts))$/;

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
    ...messages.filter(isAboutUsers).map((message) => `${manifest.name}: ${formatMessage(message, manifest)}`),
    ...files.filter((path) => !wanted.test(path)).map((path) => `${manifest.name}: the tarball holds ${path}`),
    ...["README.md", "LICENSE"].filter((path) => !files.includes(path)).map((path) => `${manifest.name}: no ${path}`),
  ];
}

/** The condition `pintle-source` is for this repository alone: what it names is not shipped, on purpose. */
function isAboutUsers({ path }: { readonly path: readonly string[] }): boolean {
  return !path.includes("pintle-source");
}

/** Those that ask a cluster run on the one that `pintle up` starts. */
function needsCluster(path: string): boolean {
  return readFileSync(root + path, "utf8").includes('from "@pintle/client"');
}

/** Runs on what the compiler made of the sources, which is what users get. */
function runExample(path: string, env: Readonly<Record<string, string>> = {}): void {
  const name = basename(path);
  copyFileSync(root + path, `${folder}/${name}`);
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  execFileSync(process.execPath, [name], { cwd: folder, env: { ...process.env, ...env }, stdio });
  console.log(`${path} runs on the built packages`);
}

/** An example in a folder is a server: it starts without anybody to ask, says what has to be applied, and ends when it is told to. */
async function runServer(path: string): Promise<void> {
  const place = `${folder}/${basename(dirname(path))}`;
  cpSync(root + dirname(path), place, { recursive: true });
  for (const name of ["ca.crt", "token"]) writeFileSync(`${place}/${name}`, "");
  const env = { ...process.env, ACCOUNT: place, PORT: "0" };
  const child = spawn(process.execPath, [`${place}/main.ts`], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [text] = await once(child.stdout, "data");
  if (JSON.parse(String(text)).kind !== "List") throw new Error(`${path} says ${text}`);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${path} ended with ${code}`);
  console.log(`${path} runs on the built packages`);
}

/** The command as users run it: it starts a control plane from what would be published, and ends it. */
async function runCommand(): Promise<void> {
  const command = `${folder}/node_modules/@pintle/cli/bin/pintle.js`;
  const child = spawn(command, ["up", "--kubeconfig", `${folder}/kubeconfig`], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(child.stdout, "data");
  if (!/^ready: https:/.test(String(line))) throw new Error(`pintle up says ${line}`);
  for (const path of examples.filter(needsCluster)) runExample(path, { KUBECONFIG: `${folder}/kubeconfig` });
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`pintle up ended with ${code}`);
  console.log("pintle up runs on the built packages");
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packages = readdirSync(`${root}packages`);
const complaints: string[] = [];
for (const directory of packages) complaints.push(...(await checkPackage(directory)));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
const examples = globSync("examples/*.ts", { cwd: root });
for (const path of examples.filter((example) => !needsCluster(example))) runExample(path);
for (const path of globSync("examples/*/main.ts", { cwd: root })) await runServer(path);
await runCommand();
