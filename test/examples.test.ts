/** Every example runs, listed from disk so that none is forgotten. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { test } from "node:test";
import { root } from "./tidy/repository.ts";

/** What a reader must find in an example's output, beside that it ends well. */
const shows: Record<string, RegExp[]> = {
  "examples/apply-conflict.ts": [/nothing to change/, /409 Apply failed with 1 conflict: conflict with "platform"/],
  "examples/cel-rule.ts": [/→ true, at a cost of \d+/, /→ false/, /✖ /, /found no matching overload for 'size'/],
};

const examples = globSync("examples/*.ts", { cwd: root });
/** Servers, which do not end by themselves: clients judge them. */
const servers = globSync("examples/*/main.ts", { cwd: root }).map((path) => path.split("/")[1] ?? "");

test("there are examples, and each is said to show something", () => {
  assert.deepEqual(examples.toSorted(), Object.keys(shows).toSorted());
});

for (const example of examples) {
  test(`${example} runs to its end and shows what it promises`, () => {
    const args = ["--conditions=pintle-source", example];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });

    assert.equal(status, 0, stderr);
    for (const pattern of shows[example] ?? []) assert.match(stdout, pattern);
  });
}

for (const server of servers) {
  test(`examples/${server} tells how to run it, and clients judge it`, () => {
    assert.ok(existsSync(`${root}examples/${server}/README.md`));
    assert.ok(existsSync(`${root}test/clients/${server}.test.ts`));
  });
}
