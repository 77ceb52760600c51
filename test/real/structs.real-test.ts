import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { missing } from "../tools.ts";

test("the structs that messages print are those of the Kubernetes that we speak", { skip: missing("go") }, () => {
  const program = fileURLToPath(new URL("../../tools/structs/main.ts", import.meta.url));
  assert.equal(execFileSync(process.execPath, [program, "--check"], { encoding: "utf8" }), "");
});
