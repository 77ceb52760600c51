import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const question = 'import { missing } from "./test/tools.ts"; console.log(missing("go"));';

function askWithoutTools(environment: Record<string, string>): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", question], {
    env: { PATH: "", ...environment },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("a missing tool is a reason to skip that names it", () => {
  assert.deepEqual(askWithoutTools({}), { status: 0, output: "go is not on the PATH\n" });
});

test("a missing tool that PINTLE_REQUIRE names is a failure", () => {
  const { status, output } = askWithoutTools({ PINTLE_REQUIRE: "kubectl,go" });

  assert.notEqual(status, 0);
  assert.match(output, /PINTLE_REQUIRE names "go": go is not on the PATH/);
});
