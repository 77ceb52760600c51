import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createFolder, endingOf } from "./command-fixture.test.ts";

const bin = fileURLToPath(new URL("../../pintle/bin/pintle.js", import.meta.url));
const command = fileURLToPath(new URL("..", import.meta.url));

async function run(path: string, cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [path, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  return await endingOf(child);
}

/** A folder with the bin of the package pintle as it is installed, and nothing beside it. */
function installAlone(): { readonly folder: string; readonly path: string } {
  const folder = createFolder();
  const path = `${folder}/node_modules/pintle/bin/pintle.js`;
  mkdirSync(`${folder}/node_modules/pintle/bin`, { recursive: true });
  copyFileSync(bin, path);
  return { folder, path };
}

test("the package pintle runs the command, which hands on its arguments, output and exit code", async () => {
  const help = await run(bin, createFolder(), "render", "--help");
  assert.equal(help.code, 0);
  assert.match(help.out, /^Usage: pintle render /);
  const wrong = await run(bin, createFolder(), "rendr");
  assert.deepEqual(wrong, { code: 2, out: "", err: "unknown command 'rendr' (Did you mean render?)\n" });
});

test("where the command is not installed, one line says how to install it", async () => {
  const { folder, path } = installAlone();
  const err = "the command pintle is in a package that is not installed here: npm i -D @pintle/cli\n";
  assert.deepEqual(await run(path, folder, "up"), { code: 2, out: "", err });
});

test("the command of the project at hand is found, wherever the package pintle lies", async () => {
  const { path } = installAlone();
  const project = createFolder();
  mkdirSync(`${project}/node_modules/@pintle`, { recursive: true });
  symlinkSync(command, `${project}/node_modules/@pintle/cli`);
  assert.match((await run(path, project, "--help")).out, /^Usage: pintle /);
});
