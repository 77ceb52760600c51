import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { type TestContext, test } from "node:test";
import type { Chapter } from "./chapters.ts";
import { runChapters, summarise } from "./run-chapters.ts";

/** A server that nobody talks to: these chapters ask only how often one was started. */
function createStarter(): { start: Parameters<typeof runChapters>[0]; started: string[]; stopped: string[] } {
  const started: string[] = [];
  const stopped: string[] = [];
  const nothing = { cert: "", key: "" };
  const start: Parameters<typeof runChapters>[0] = async (profile) => {
    started.push(profile);
    const description = { name: `server-${started.length}`, url: "", ca: "", tokens: {}, kubeconfig: "" };
    return {
      ...description,
      clientCa: nothing,
      proxyCa: nothing,
      [Symbol.asyncDispose]: async () => void stopped.push(description.name),
    };
  };
  return { start, started, stopped };
}

function chapterOf(t: TestContext, body: string): Chapter {
  const folder = mkdtempSync(`${tmpdir()}/pintle-chapter-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const lines = [
    'import { readFileSync } from "node:fs";',
    'import { test } from "node:test";',
    "const server = JSON.parse(readFileSync(process.env.PINTLE_SERVER, 'utf8'));",
    body,
  ];
  writeFileSync(`${folder}/only.test.ts`, lines.join("\n"));
  return { name: "made-up", title: "a made-up chapter", profile: "core", folder };
}

test("a file that passes is run once, on a server that is stopped afterwards", async (t) => {
  const { start, started, stopped } = createStarter();
  const run = await runChapters(start, [chapterOf(t, 'test("holds", () => {});')]);

  assert.deepEqual([started, stopped], [["core"], ["server-1"]]);
  assert.ok(summarise(run, false));
});

test("a file that fails on the shared server and passes on a fresh one is flaky, and fails a run that judges our own", async (t) => {
  const { start, stopped } = createStarter();
  const body = 'test("holds later", () => { if (server.name === "server-1") throw new Error("not yet"); });';
  const run = await runChapters(start, [chapterOf(t, body)]);

  assert.equal(run.flaky.length, 1);
  assert.deepEqual(stopped, ["server-1", "server-2"]);
  assert.ok(!summarise(run, false));
  assert.ok(summarise(run, true));
});

test("a file that fails on both has failed", async (t) => {
  const { start } = createStarter();
  const run = await runChapters(start, [chapterOf(t, 'test("never holds", () => { throw new Error("no"); });')]);

  assert.deepEqual(run.flaky, []);
  assert.ok(!summarise(run, true));
});

test("a file in which nothing ran has failed: a skipped judge proves nothing", async (t) => {
  const { start } = createStarter();

  assert.ok(!summarise(await runChapters(start, [chapterOf(t, 'test("skipped", { skip: true }, () => {});')]), true));
});
