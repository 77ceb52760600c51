/** The process: arguments, files, signals and the exit code. Everything else is done by the commands. */
import { enableCompileCache } from "node:module";
import { createProgram } from "./program.ts";
import { runProgram } from "./run-program.ts";

// A command is started again and again: what was compiled once need not be compiled the next time.
enableCompileCache();
process.exitCode = await runProgram(createProgram(), process.argv.slice(2), (line) =>
  process.stderr.write(`${line}\n`),
);
