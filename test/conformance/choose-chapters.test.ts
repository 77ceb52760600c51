import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { type Chapter, chapters } from "./chapters.ts";
import { chooseChapters } from "./choose-chapters.ts";
import { notYet } from "./not-yet.ts";

const folder = mkdtempSync(`${tmpdir()}/pintle-chapters-`);
after(() => rmSync(folder, { recursive: true }));
for (const file of ["a", "b"]) writeFileSync(`${folder}/${file}.test.ts`, "");
const made: Chapter[] = ["one", "two"].map((name) => ({ name, title: name, profile: "core", folder }));

/** What runs, as `chapter/file`. */
function choose(wanted: string[], waiting: Record<string, string> = {}): string[] {
  return chooseChapters(made, { wanted, waiting }).flatMap(({ name, files = [] }) =>
    files.map((file) => `${name}/${file}`),
  );
}

test("all files of all chapters run when nothing is named, but those that wait", () => {
  assert.deepEqual(choose([]), ["one/a", "one/b", "two/a", "two/b"]);
  assert.deepEqual(choose([], { one: "x", "two/b": "y" }), ["two/a"]);
});

test("a chapter by its name runs though it waits, but without the files that wait by themselves", () => {
  assert.deepEqual(choose(["one"], { one: "x" }), ["one/a", "one/b"]);
  assert.deepEqual(choose(["two"], { "two/b": "y" }), ["two/a"]);
});

test("a file by its name runs alone, whatever waits", () => {
  assert.deepEqual(choose(["two/b"]), ["two/b"]);
  assert.deepEqual(choose(["two/b", "one/a"], { one: "x", "two/b": "y" }), ["one/a", "two/b"]);
});

test("what there is not cannot be named, and nothing waits that there is not", () => {
  assert.throws(() => choose(["three", "two/c"]), {
    message: "there is no chapter and no file three, two/c: one, two",
  });
  assert.throws(() => choose([], { "two/c": "x" }), /no file two\/c/);
  assert.ok(chooseChapters(chapters, { wanted: [], waiting: notYet }).length > 0);
});
