/** Planes for tests in vitest, which is installed for this test alone: nobody else in the repository needs it. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { before, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { root } from "../tidy/repository.ts";

const folder = `${root}test/testing/vitest`;
const lock = hash("sha256", readFileSync(`${folder}/package-lock.json`));
const copy = `${root}.build/vitest-${lock.slice(0, 12)}`;
const env = { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}` };

before(() => {
  if (!existsSync(copy)) install();
  // What was installed stays; the specs are those of now.
  cpSync(folder, copy, { recursive: true });
});

/** Beside, and then moved: what was interrupted is never taken for whole. */
function install(): void {
  const draft = `${copy}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(folder, draft, { recursive: true });
  const { status, stderr } = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: draft, env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  renameSync(draft, copy);
}

async function run(
  spec: string,
  config = "vitest.config.ts",
): Promise<{ readonly code: unknown; readonly said: string }> {
  return await new Promise((resolve) => {
    const args = ["node_modules/vitest/vitest.mjs", "run", spec, "--config", config];
    execFile(process.execPath, args, { cwd: copy, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stripVTControlCharacters(`${stdout}${stderr}`) });
    });
  });
}

for (const [title, config] of [
  ["is installed", "vitest.config.ts"],
  ["is part of one's own workspace, so that vite loads it", "linked.config.ts"],
] as const) {
  test(`specs of vitest use a plane that ${title}`, async () => {
    const { code, said } = await run("passing", config);
    assert.equal(code, 0, said);
    assert.match(said, /Tests +2 passed \(2\)/);
  });
}

test("vitest shows what an assertion of a plane has expected and found, and where it stands in the spec", async () => {
  const { code, said } = await run("failing");
  assert.equal(code, 1, said);
  assert.match(said, /AssertionError: Note default\/missing: expected condition Ready True, found no such object/);
  assert.match(said, /Expected: +"condition Ready True"\s+Received: +"no such object"/);
  assert.match(said, /failing\.spec\.ts:9:3/);
});
