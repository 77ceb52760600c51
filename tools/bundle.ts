/**
 * Makes what `npx pintle` runs: the command with all packages of this repository in a few files, because looking for five hundred
 * modules takes longer than starting the control plane that they make up. What others wrote is left out, and installed by npm.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const command = fileURLToPath(new URL("../packages/cli/", import.meta.url));

rmSync(`${command}dist`, { recursive: true, force: true });
await build({
  absWorkingDir: command,
  entryPoints: ["src/main.ts"],
  outdir: "dist",
  bundle: true,
  // What is loaded on first use is a file of its own.
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node22",
  conditions: ["pintle-source"],
  external: ["commander", "re2js", "yaml"],
  logLevel: "warning",
});
