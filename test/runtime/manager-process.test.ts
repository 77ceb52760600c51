import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves with the first line that has the text. */
  says(text: string): Promise<string>;
  readonly code: Promise<number | null>;
}

function startChild(behaviour: string): Child {
  const script = fileURLToPath(new URL("./manager-child.ts", import.meta.url));
  const args = ["--conditions=pintle-source", script, behaviour];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  createInterface(child.stdout).on("line", (line) => {
    lines.push(line);
    for (const listen of listeners) listen();
  });
  const says = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = lines.find((line) => line.includes(text));
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  return { process: child, lines, says, code: new Promise((resolve) => child.once("close", (code) => resolve(code))) };
}

const timeout = 60_000;

test("a program that is asked to stop finishes the run that it is in, gives the Lease free, and ends with 0", {
  timeout,
}, async () => {
  const child = startChild("finishes");
  await child.says("begun");
  child.process.kill("SIGTERM");
  assert.equal(await child.code, 0);
  const end = JSON.parse(await child.says('"end":true'));
  assert.deepEqual(end, { end: true, holder: "", data: { done: "yes" } });
});

test("a program that is asked twice is gone at once", { timeout }, async () => {
  const child = startChild("hangs");
  await child.says("begun");
  child.process.kill("SIGTERM");
  await child.says("Stopping and waiting for leader election runnables");
  const asked = performance.now();
  child.process.kill("SIGINT");
  assert.equal(await child.code, 1);
  assert.ok(performance.now() - asked < 10_000, "and does not wait for the 30 seconds of the first");
  const end = JSON.parse(await child.says('"end":true'));
  assert.equal(end.holder, "child", "something may still be at work: the Lease runs out by itself");
});

for (const [behaviour, event, message] of [
  ["forgets", "unhandledRejection", "a promise that nobody awaits"],
  ["throws", "uncaughtException", "a timer that throws"],
] as const) {
  test(`an error that nobody caught (${event}) is told with its run; the Lease is given free and the program ends with 1`, {
    timeout,
  }, async () => {
    const child = startChild(behaviour);
    assert.equal(await child.code, 1);
    const line = JSON.parse(await child.says("nobody caught an error"));
    assert.ok(line.msg.includes(event));
    assert.ok(line.error.includes(message));
    assert.deepEqual([line.controller, line.key], ["child", "default/a"]);
    assert.match(line.reconcileID, /^[0-9a-f-]{36}$/);
    const end = JSON.parse(await child.says('"end":true'));
    assert.equal(end.holder, "");
  });
}
