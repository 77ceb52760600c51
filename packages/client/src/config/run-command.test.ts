/** Real commands: what is heard of them, and that none outlives its end. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { runCommand } from "./run-command.ts";

const script = (source: string, signal: AbortSignal = new AbortController().signal) =>
  runCommand({
    command: process.execPath,
    args: ["-e", source],
    environment: { MARK: "m" },
    isInteractive: false,
    signal,
  });

test("a command is heard, with its exit code, and gets the environment it was given", async () => {
  const result = await script("console.log(process.env.MARK); console.error('oops'); process.exitCode = 3");
  assert.deepEqual(result, { exitCode: 3, stdout: "m\n", stderr: "oops\n" });
});

test("a command that reads its standard input finds it at its end", async () => {
  const { stdout } = await script("process.stdin.on('data', () => {}).on('end', () => console.log('end'))");
  assert.equal(stdout, "end\n");
});

test("a command that is not there is Node's ENOENT", async () => {
  const signal = new AbortController().signal;
  const missing = { command: "/no/such/command", args: [], environment: {}, isInteractive: false, signal };
  await assert.rejects(runCommand(missing), { code: "ENOENT" });
});

test("of what it says about itself the last is kept", async () => {
  const { stderr } = await script("process.stderr.write('x'.repeat(100_000) + 'end')");
  assert.equal(stderr.length, 8_192);
  assert.match(stderr, /xend$/);
});

test("a command that writes without end is stopped", async () => {
  await assert.rejects(script("setInterval(() => process.stdout.write('x'.repeat(65_536)), 0)"), {
    message: "it wrote more than 1048576 bytes",
  });
});

test("a command is stopped with the signal's reason, even where its child holds the pipes", async () => {
  const controller = new AbortController();
  const started = once(process, "SIGWINCH");
  const child = "require('child_process').spawn('sleep', ['5'], { stdio: 'inherit' })";
  const running = script(`${child}.on('spawn', () => process.kill(process.ppid, 'SIGWINCH'))`, controller.signal);
  await started;
  controller.abort(new Error("enough"));
  await assert.rejects(running, { message: "enough" });
  await assert.rejects(script("", AbortSignal.abort(new Error("before"))), { message: "before" });
});
