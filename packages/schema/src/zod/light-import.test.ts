import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const index = new URL("./index.ts", import.meta.url).href;

test("importing the zod part loads neither the pattern engine nor CEL", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(index)});
    console.log(JSON.stringify(loaded));`;
  const flags = ["--conditions=pintle-source", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", cwd: import.meta.dirname });
  assert.match(stdout, /zod/, stderr);
  const loaded: string[] = JSON.parse(stdout);
  assert.deepEqual(
    loaded.filter((url) => /re2js|packages\/cel\/|schema\/src\/(?!zod\/|structural-schema)/.test(url)),
    [],
  );
});
