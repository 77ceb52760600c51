/**
 * A folder that looks like a fresh clone in which `make setup` has been run, and that can be written into: whatever the repository has is a link,
 * so that nothing is copied and nothing of the repository changes.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter } from "node:path";
import { root } from "../tidy/repository.ts";

export interface Clone extends Disposable {
  readonly folder: string;
  /** As on a machine of somebody else: no configuration of this one plays a part, and the programs that were named are on the PATH. */
  readonly environment: NodeJS.ProcessEnv;
}

const own = new Set([".git", ".build", ".pintle", "examples", "node_modules"]);

export function createClone(programs: Readonly<Record<string, string>>): Clone {
  const folder = mkdtempSync(`${tmpdir()}/pintle-clone-`);
  linkAll("", folder, (name) => !own.has(name));
  linkAll("examples/", `${folder}/examples`);
  linkAll("node_modules/", `${folder}/node_modules`);
  rmSync(`${folder}/node_modules/.pintle-setup`, { force: true });
  writeFileSync(`${folder}/node_modules/.pintle-setup`, "");
  return {
    folder,
    environment: createEnvironment(folder, programs),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function createEnvironment(folder: string, programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const place = `${folder}/.programs`;
  mkdirSync(place);
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, `${place}/${name}`);
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, KUBECONFIG, MAKEFLAGS, MAKELEVEL, ...environment } = process.env;
  return { ...environment, HOME: folder, PATH: `${place}${delimiter}${process.env.PATH}` };
}

function linkAll(from: string, to: string, isWanted = (_name: string) => true): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(root + from).filter(isWanted)) symlinkSync(`${root}${from}${name}`, `${to}/${name}`);
}
