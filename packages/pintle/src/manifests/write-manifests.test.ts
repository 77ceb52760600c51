import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { type TestContext, test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { writeManifests } from "./write-manifests.ts";
import { header } from "./yaml-text.ts";

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(`${tmpdir()}/pintle-write-`);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const files = (...texts: readonly (readonly [string, string])[]) =>
  new Map(texts.map(([path, text]) => [path, `${header}${text}\n`]));

test("files are written once, and again only when they have changed", async (t) => {
  const folder = createFolder(t);
  const first = files(["config/a.yaml", "a: 1"], ["chart/templates/b.yaml", "b: 1"]);
  assert.deepEqual((await writeManifests(folder, first)).written, ["config/a.yaml", "chart/templates/b.yaml"]);
  const { ino } = statSync(`${folder}/config/a.yaml`);
  const second = files(["config/a.yaml", "a: 1"], ["chart/templates/b.yaml", "b: 2"]);
  assert.deepEqual(await writeManifests(folder, second), {
    ...{ written: ["chart/templates/b.yaml"], unchanged: ["config/a.yaml"], removed: [] },
  });
  assert.equal(statSync(`${folder}/config/a.yaml`).ino, ino);
  assert.equal(readFileSync(`${folder}/chart/templates/b.yaml`, "utf8"), `${header}b: 2\n`);
  assert.deepEqual(readdirSync(`${folder}/chart/templates`), ["b.yaml"], "nothing else is left there");
});

test("what was generated and is not needed any more goes, and what people wrote stays", async (t) => {
  const folder = createFolder(t);
  await writeManifests(folder, files(["config/a.yaml", "a: 1"], ["config/old/b.yaml", "b: 1"]));
  writeFileSync(`${folder}/config/mine.yaml`, "mine: 1\n");
  const quoting = `mine: 1\n${"# much more\n".repeat(30)}${header}`;
  writeFileSync(`${folder}/config/quoting.yaml`, quoting);
  const { removed } = await writeManifests(folder, files(["config/a.yaml", "a: 1"]));
  assert.deepEqual(removed, ["config/old/b.yaml"]);
  assert.equal(readFileSync(`${folder}/config/mine.yaml`, "utf8"), "mine: 1\n");
  assert.equal(readFileSync(`${folder}/config/quoting.yaml`, "utf8"), quoting);
});

test("a file of somebody else that is in the way keeps all of them from being written", async (t) => {
  const folder = createFolder(t);
  mkdirSync(`${folder}/config`);
  writeFileSync(`${folder}/config/b.yaml`, "mine: 1\n");
  await assert.rejects(
    writeManifests(folder, files(["config/a.yaml", "a: 1"], ["config/b.yaml", "b: 1"])),
    (error: unknown) =>
      error instanceof UsageError && error.code === "PINTLE_MANIFEST_NOT_OURS" && /config\/b\.yaml/.test(error.message),
  );
  assert.ok(!existsSync(`${folder}/config/a.yaml`));
  assert.equal(readFileSync(`${folder}/config/b.yaml`, "utf8"), "mine: 1\n");
});

test("nothing is written outside of the folder", async (t) => {
  const folder = createFolder(t);
  for (const path of [
    "../a.yaml",
    "config/../../a.yaml",
    "/etc/a.yaml",
    "a.yaml",
    "config//a.yaml",
    "config\\a.yaml",
  ]) {
    await assert.rejects(
      writeManifests(folder, files([path, "a: 1"])),
      (error: unknown) => error instanceof UsageError && error.code === "PINTLE_MANIFEST_PATH_INVALID",
      path,
    );
  }
  assert.deepEqual(readdirSync(folder), []);
});
