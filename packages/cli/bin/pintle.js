#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=16 --heap-growing-percent=100
// Runs the bundled command; in a clone of the repository, where there are sources, it runs those, so that nothing has to be built first.
// Room for much garbage, young and old: the less often it is collected, the less requests wait for it. What is not needed is given back when
// nothing goes on.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/main.ts", import.meta.url));
if (existsSync(source)) {
  const args = [...process.execArgv, "--conditions=pintle-source", source, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  await import("../dist/main.js");
}
