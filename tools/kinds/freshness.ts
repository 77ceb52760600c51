/** Tells whether the generated files are those that this generator makes of these recordings: by hashes, so neither Go nor a server is needed. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../", import.meta.url));
export const generatedFolder = `${root}packages/kinds/src/generated`;
export const hashesFile = `${root}packages/kinds/testdata/hashes.json`;

/** Of the recordings and of the generator itself. */
export function hashInputs(): string {
  return hashOf(["packages/kinds/testdata/recorded/*", "tools/kinds/*.ts", "tools/kinds/go/*"]);
}

export function hashOutputs(): string {
  return hashOf(["packages/kinds/src/generated/**/*.ts"]);
}

function hashOf(patterns: string[]): string {
  const hash = createHash("sha256");
  for (const path of globSync(patterns, { cwd: root }).sort())
    hash.update(`${path}\0${readFileSync(root + path, "utf8")}\0`);
  return hash.digest("hex");
}
