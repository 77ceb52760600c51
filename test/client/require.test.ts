/** The packages are modules of ECMAScript alone; programs of CommonJS require them all the same, on Node 22.12 and later. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cwd = fileURLToPath(new URL("./", import.meta.url));

for (const [name, made] of [
  ["@pintle/machinery", "createVirtualClock"],
  ["@pintle/client", "createClient"],
  ["@pintle/runtime", "createManager"],
] as const) {
  test(`${name} can be required`, { timeout: 60_000 }, async () => {
    const program = `process.stdout.write(typeof require(${JSON.stringify(name)}).${made});`;
    const args = ["--conditions=pintle-source", "--input-type=commonjs", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
    assert.equal(stdout, "function");
  });
}
