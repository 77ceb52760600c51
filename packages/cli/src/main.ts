/** The process: arguments, files, signals and the exit code. Everything else is done by the commands. */
import { enableCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

// A command is started again and again: what was compiled once need not be compiled the next time. It counts for what is loaded from
// here on, so everything is.
enableCompileCache();
// Whoever reads the output may have seen enough, as `head` has: that is no error, and ends the command as SIGPIPE would.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(128 + 13);
  throw error;
});
const [{ createProgram }, { runProgram }] = await Promise.all([import("./program.ts"), import("./run-program.ts")]);
// V8's middle compiler gives back what it has used at once, and not when a thread finds the time: a tenth of the memory of a busy plane. The
// first line of bin/pintle.js cannot say it, because a Node that does not know the flag would not start.
if (Number.parseInt(process.versions.node, 10) >= 24) setFlagsFromString("--no-maglev-destroy-on-background");
// A request runs through much code once. To inline it as far as V8 does costs a twentieth of the CPU of the first ten thousand requests,
// and gains little later on: a plane lives for minutes more often than for days.
setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
process.exitCode = await runProgram(createProgram(), process.argv.slice(2), (line) =>
  process.stderr.write(`${line}\n`),
);
