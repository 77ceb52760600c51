/** Runs a command to its end, hears a limited amount of it, and leaves no process behind that was told to stop. */
import type { ChildProcess } from "node:child_process";
import type { CommandResult, CommandToRun } from "./config-seams.ts";

const longestOutputBytes = 1024 * 1024;
const shownStderrBytes = 8 * 1024;

export async function runCommand(command: CommandToRun): Promise<CommandResult> {
  const { spawn } = await import("node:child_process");
  command.signal.throwIfAborted();
  const child = spawn(command.command, command.args, {
    env: command.environment,
    stdio: [command.isInteractive ? "inherit" : "ignore", "pipe", command.isInteractive ? "inherit" : "pipe"],
  });
  return await heard(child, command.signal);
}

function heard(child: ChildProcess, signal: AbortSignal): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const stdout: Buffer[] = [];
  let stdoutBytes = 0;
  let stderr = Buffer.alloc(0);
  const stop = (reason: unknown) => {
    child.kill("SIGKILL");
    // A grandchild may hold the pipes open for ever.
    child.stdout?.destroy();
    child.stderr?.destroy();
    reject(reason);
  };
  const giveUp = () => stop(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  child.stdout?.on("data", (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    if (stdoutBytes > longestOutputBytes) stop(new Error(`it wrote more than ${longestOutputBytes} bytes`));
    else stdout.push(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-shownStderrBytes);
  });
  child.on("error", reject);
  child.on("close", (exitCode) => {
    resolve({ exitCode: exitCode ?? undefined, stdout: Buffer.concat(stdout).toString(), stderr: stderr.toString() });
  });
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}
