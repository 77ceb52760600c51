/** Traces of a program that has `@opentelemetry/api` installed: a process of its own, since what is installed is found once. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const script = fileURLToPath(new URL("./tracing-child.ts", import.meta.url));

/** What the program tells that finds this module under the name of the package. */
async function runWith(source: string): Promise<readonly string[]> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-tracing-`);
  try {
    writeFileSync(`${folder}/index.mjs`, source);
    const args = ["--conditions=pintle-source", script, pathToFileURL(`${folder}/index.mjs`).href];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const api = `
export const SpanStatusCode = { ERROR: 2 };
const tell = (text) => globalThis.toldSpans.push(text);
const span = { recordException() {}, setStatus() {}, end: () => tell("end") };
const startActiveSpan = (name, { attributes: { controller, namespace, name: object } }, work) => {
  tell([name, controller, namespace, object].join(" "));
  return work(span);
};
export const trace = { getTracer: () => ({ startActiveSpan }) };
`;

test("the first run is traced already, however long the package takes to load", async () => {
  const slow = `await new Promise((resolve) => setTimeout(resolve, 300));${api}`;
  assert.deepEqual(await runWith(slow), ["Reconcile configmap default a", "reconcile", "end"]);
});

test("a package that is there and cannot be loaded ends the start with its error, instead of no traces", async () => {
  assert.deepEqual(await runWith(`throw new Error("broken tracing");`), ["Error: broken tracing"]);
});
