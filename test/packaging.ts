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
const bin = `${folder}/node_modules/pintle/bin/pintle.js`;
const wanted = /^(package\.json|README\.md|LICENSE|bin\/.*\.js|dist\/.*\.(js|d\.ts))$/;

function readManifest(pkgDir: string) {
  return JSON.parse(readFileSync(`${pkgDir}/package.json`, "utf8"));
}

async function checkPackage(directory: string): Promise<string[]> {
  const pkgDir = `${root}packages/${directory}`;
  const manifest = readManifest(pkgDir);
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
  return readFileSync(root + path, "utf8").includes('from "@pintle/client"') || isProgram(path);
}

function runsUntilStopped(path: string): boolean {
  return /runManager\(|handleSignals\(/.test(readFileSync(root + path, "utf8")) || isProgram(path);
}

/** What `run` of pintle makes of operators, with flags of its own. */
function isProgram(path: string): boolean {
  return /^await run\(/m.test(readFileSync(root + path, "utf8"));
}

/** Where only the tarballs are; an example in a folder with all that is beside it. */
function copyExample(path: string): string {
  const isFolder = dirname(path) !== "examples";
  const place = isFolder ? `${basename(dirname(path))}/${basename(path)}` : basename(path);
  if (isFolder) cpSync(root + dirname(path), `${folder}/${dirname(place)}`, { recursive: true });
  else copyFileSync(root + path, `${folder}/${place}`);
  return place;
}

/** Runs until its workers have started. */
async function runController(path: string, kubeconfig: string): Promise<void> {
  const env = { ...process.env, KUBECONFIG: kubeconfig, ENABLE_WEBHOOKS: "false" };
  const flags = isProgram(path) ? ["--install", "--health-probe-bind-address=0"] : [];
  const args = [copyExample(path), ...flags];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  for await (const chunk of child.stderr) {
    log += chunk;
    if (log.includes("Starting workers") && !child.killed) child.kill("SIGTERM");
  }
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  if (code !== 0) throw new Error(`${path} ended with ${code}: ${log}`);
  console.log(`${path} runs on the built packages`);
}

/** Runs on what the compiler made of the sources, which is what users get. */
function runExample(path: string, env: Readonly<Record<string, string>> = {}): void {
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  execFileSync(process.execPath, [copyExample(path)], { cwd: folder, env: { ...process.env, ...env }, stdio });
  console.log(`${path} runs on the built packages`);
}

/** A server starts without anybody to ask, says what has to be applied, and ends when it is told to. */
async function runServer(path: string): Promise<void> {
  const place = `${folder}/${dirname(copyExample(path))}`;
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

/** Two packages with one command would overwrite each other's. */
function checkBin(): string[] {
  const owners = packages.filter((directory) => "bin" in readManifest(`${root}packages/${directory}`));
  return owners.join() === "pintle" ? [] : [`the command pintle belongs to the package pintle alone, not to ${owners}`];
}

/** The command as users run it: it starts a control plane from what would be published, in the background, and ends it. */
async function runCommand(): Promise<void> {
  const run = (...args: readonly string[]) =>
    execFileSync(bin, [...args, "--data-dir", folder], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
  const line = run("up", "--detach");
  try {
    if (!/^ready: https:\S+\n$/.test(line)) throw new Error(`pintle up says ${line}`);
    for (const path of examples.filter(needsCluster)) {
      if (runsUntilStopped(path)) await runController(path, `${folder}/kubeconfig`);
      else runExample(path, { KUBECONFIG: `${folder}/kubeconfig` });
    }
  } finally {
    run("down");
  }
  console.log("pintle up and pintle down run on the built packages");
}

/** The operator and the command find the same copy of pintle, which is the one that is installed. */
function renderSample(): void {
  const sample = `${root}examples/modelbox/config/samples/model_v1_modelbox.yaml`;
  const operator = `${dirname(copyExample("examples/modelbox/main.ts"))}/model-boxes.ts#modelBoxes`;
  const args = [bin, "render", "-f", sample, "--operator", operator, "-o", "json"];
  const { items } = JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
  const kinds: string = items.map(({ kind }: { kind: string }) => kind).join();
  if (kinds !== "Deployment,Service,ModelBox") throw new Error(`pintle render gives ${kinds}`);
  console.log("pintle render runs on the built packages");
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packages = readdirSync(`${root}packages`);
const complaints: string[] = checkBin();
for (const directory of packages) complaints.push(...(await checkPackage(directory)));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
const examples = globSync("examples/{*.ts,*/main.ts}", { cwd: root });
for (const path of examples.filter((example) => !needsCluster(example))) {
  if (dirname(path) === "examples") runExample(path);
  else await runServer(path);
}
await runCommand();
renderSample();
