import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const index = new URL("./index.ts", import.meta.url).href;

test("importing the framework loads nothing that runs operators, talks to a cluster or writes files", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(index)});
    console.log(JSON.stringify(loaded));`;
  const flags = ["--conditions=pintle-source", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", cwd: import.meta.dirname });
  assert.match(stdout, /define-operator/, stderr);
  const loaded: string[] = JSON.parse(stdout);
  const heavy = [
    /packages\/(client|cel)\//,
    /runtime\/src\/(?!declarations|controller\/(controller|reconcile|owners|predicates)\.ts|webhooks\/(webhook-path|admission\/foreign-references)\.ts)/,
    /schema\/src\/(?!zod\/|structural-schema)/,
    /pintle\/src\/operator\/(operator-controller|reconcile-object|evaluate)/,
    /node_modules\/(?!zod\/)/,
    // Each of them takes as long as a hundred small modules.
    /^node:(?!buffer$)/,
  ];
  assert.deepEqual(
    loaded.filter((url) => heavy.some((pattern) => pattern.test(url))),
    [],
  );
});
