/**
 * The main function of an operator program: it reads flags, connects to the cluster, and runs until it is asked to stop.
 *
 * ```ts
 * await run(() => [modelBoxes({ registry: createRegistry() })]);
 * ```
 *
 * `--help` lists what it can be told. It takes the process over: its arguments, its signals, the errors that nobody caught, and its end. Programs that do
 * more besides use `startOperators`.
 */
import type { ProgramParts } from "./program-parts.ts";

export interface RunOptions {
  /** What the Lease, certificates and webhook configurations are named after: $OPERATOR_NAME, or the first operator, unless said. */
  readonly name?: string;
}

/** The factory is called once, when flags and environment are known to be in order: what has a life of its own begins there. */
export async function run(parts: () => ProgramParts | Promise<ProgramParts>, options: RunOptions = {}): Promise<void> {
  // It is only needed where something is run, and not by those who import a declaration.
  const { runProgram } = await import("./run-program.ts");
  await runProgram(parts, {
    ...options,
    args: process.argv.slice(2),
    environment: process.env,
    host: process,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
}
