/** The process: arguments, files, signals and the exit code. Everything else is done by the commands. */
import { createProgram } from "./program.ts";
import { runProgram } from "./run-program.ts";

process.exitCode = await runProgram(createProgram(), process.argv.slice(2), (line) =>
  process.stderr.write(`${line}\n`),
);
