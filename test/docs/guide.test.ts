import assert from "node:assert/strict";
import { test } from "node:test";
import { hasShown, stepsOf } from "./guide.ts";

test("a guide is read as files to write and commands to type, in their order", () => {
  const guide = [
    ...["# A", "", "In `a/b.ts`:", "", "```ts", "const a = 1;", "```", ""],
    ...["In a second terminal:", "", "```sh", "serve   # goes on until Ctrl-C", "```", "", "It says `ready`:", ""],
    ...["```sh", "kubectl get a", "kubectl get b", "```", "", "```text", "b", "```", ""],
    ...["```sh", "kubectl patch a   # is refused: because", "```", ""],
  ].join("\n");
  const command = { type: "command", isInSecondTerminal: false };
  assert.deepEqual(stepsOf(guide), [
    { type: "file", line: 5, path: "a/b.ts", text: "const a = 1;\n" },
    { ...command, line: 12, command: "serve", isInSecondTerminal: true, says: "ready" },
    { ...command, line: 18, command: "kubectl get a" },
    { ...command, line: 19, command: "kubectl get b", shown: "b\n" },
    { ...command, line: 27, command: "kubectl patch a", refusal: "because" },
  ]);
});

test("a file without a name, and a command that goes on in silence, are mistakes of the guide", () => {
  assert.throws(() => stepsOf("text\n\n```ts\nconst a = 1;\n```\n"), /line 3: nobody says which file this is/);
  assert.throws(() => stepsOf("```sh\nserve   # goes on until Ctrl-C\n```\n"), /line 1: .*nobody tells what it says/);
});

test("what is shown has to be printed, in its order, whatever the time and the address", () => {
  const printed = "NAME   READY   AGE\na      True    12s\nb      False   2m1s\nsvc    10.0.0.1\n";
  assert.ok(hasShown(printed, "a   True   3s\n...\nsvc   10.9.8.7\n"));
  assert.ok(!hasShown(printed, "a   False   3s\n"));
  assert.ok(!hasShown(printed, "svc   10.9.8.7\na   True   3s\n"));
  assert.ok(!hasShown(printed, "a   True   3s\na   True   3s\n"));
});
