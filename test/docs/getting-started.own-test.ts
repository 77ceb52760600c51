/** The guide that people begin with, followed to the letter: every file is written, every command typed, and what is promised is compared. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { findKubectls } from "../real/kubectls.ts";
import { root } from "../tidy/repository.ts";
import { missing } from "../tools.ts";
import { createClone } from "./clone.ts";
import { type CommandStep, hasShown, stepsOf } from "./guide.ts";
import { createTerminal, type GoingOn, type Terminal } from "./terminal.ts";

const guide = readFileSync(`${root}docs/getting-started.md`, "utf8");
const [kubectl = ""] = findKubectls();
const skip = missing("kubectl");

/** How often people look again at what is about to change. */
const maxLooks = 60;

test("whoever follows the guide gets what it promises, command by command", { skip, timeout: 300_000 }, async (t) => {
  using clone = createClone({ kubectl });
  const { folder, environment } = clone;
  const steps = stepsOf(guide);
  const terminal = createTerminal(folder, environment, t.signal);
  let second: GoingOn | undefined;
  try {
    for (const [index, step] of steps.entries()) {
      if (step.type === "file") {
        mkdirSync(dirname(`${folder}/${step.path}`), { recursive: true });
        writeFileSync(`${folder}/${step.path}`, step.text);
        continue;
      }
      if (index === steps.length - 1) assert.equal((await second?.interrupt())?.code, 0);
      t.diagnostic(`line ${step.line}: ${step.command}`);
      if (step.says === undefined) await type(terminal, step);
      else second = (await watch(terminal, step, step.says)) ?? second;
    }
  } finally {
    await second?.interrupt();
    await terminal.run("npx pintle down");
  }
});

async function type(terminal: Terminal, { command, line, refusal, shown }: CommandStep): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const { code, text } = await terminal.run(command);
    const what = `docs/getting-started.md:${line}: ${command} ended with ${code} and said:\n${text}`;
    if (refusal === undefined) assert.equal(code, 0, what);
    else assert.ok(code !== 0 && text.includes(refusal), what);
    if (shown === undefined || hasShown(text, shown)) return;
    // The operator may need a moment.
    if (!command.startsWith("kubectl get ") || looks === maxLooks) assert.fail(`${what}\nThe guide shows:\n${shown}`);
  }
}

/** What occupies the only terminal is ended as soon as it has been seen at work. */
async function watch(terminal: Terminal, step: CommandStep, says: string): Promise<GoingOn | undefined> {
  const going = terminal.start(step.command);
  try {
    await going.until(says);
  } catch (error) {
    throw new Error(`docs/getting-started.md:${step.line}: ${step.command} failed`, { cause: error });
  }
  if (step.isInSecondTerminal) return going;
  await going.interrupt();
  return undefined;
}
