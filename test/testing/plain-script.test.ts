/** Planes for tests need no test runner, and so fit into any. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./plain-script.ts", import.meta.url));
const sources = fileURLToPath(new URL("../../packages/testing/src/", import.meta.url));

test("a script without a test runner uses a plane, and an assertion that fails ends it", async () => {
  const ending = await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const args = ["--conditions=pintle-source", script];
    execFile(process.execPath, args, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });
  assert.equal(ending.out, "all is well\n");
  assert.equal(ending.code, 1);
  assert.match(
    ending.err,
    /AssertionError.*: Greeting default\/a: expected condition Ready True, found no such object/,
  );
});

test("the package imports no test runner", () => {
  const files = globSync("**/*.ts", { cwd: sources }).filter((path) => !path.endsWith(".test.ts"));
  assert.ok(files.length > 10);
  for (const path of files) {
    assert.doesNotMatch(readFileSync(sources + path, "utf8"), /"(node:test|vitest|jest|mocha|@jest\/.*)"/, path);
  }
});
