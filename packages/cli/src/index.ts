/** The command line as a value, for programs that want to offer its commands as their own. */
export { createProgram } from "./program.ts";
export { CommandError, runProgram } from "./run-program.ts";
