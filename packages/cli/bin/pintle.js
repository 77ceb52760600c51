#!/usr/bin/env node
// Runs the built command; in a clone of the repository, where there are sources, it runs those, so that nothing has to be built first.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/main.ts", import.meta.url));
if (existsSync(source)) {
  const args = ["--conditions=pintle-source", source, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  await import("../dist/main.js");
}
