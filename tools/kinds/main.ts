/**
 * Generates packages/kinds: `make kinds` records what the real kube-apiserver and Kubernetes' Go types say (needs `make real` and Go)
 * and writes the package's files from it; with `--recorded` it only writes them again from what was recorded before.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { emitIndex, emitKinds } from "./emit-kinds.ts";
import { emitResources, emitTypes, emitTypesIndex } from "./emit-tables.ts";
import { generatedFolder, hashesFile, hashInputs, hashOutputs, root } from "./freshness.ts";
import { record } from "./record.ts";
import { readRecorded } from "./recorded.ts";

if (!process.argv.includes("--recorded")) await record();
const recorded = readRecorded();
const kinds = emitKinds(recorded);
const types = emitTypes(recorded);
const files = new Map([
  ...kinds.map(({ module, text }) => [`kinds/${module}.ts`, text] as const),
  ["kinds/index.ts", emitIndex(recorded, kinds)],
  ["tables/resources.ts", emitResources(recorded)],
  ...[...types].map(([module, text]) => [`tables/${module}.ts`, text] as const),
  ["tables/types.ts", emitTypesIndex([...types.keys()])],
]);

rmSync(generatedFolder, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(`${generatedFolder}/${path}`), { recursive: true });
  writeFileSync(`${generatedFolder}/${path}`, text);
}
execFileSync(`${root}node_modules/.bin/biome`, ["check", "--write", "--log-level=error", generatedFolder], {
  stdio: "inherit",
});
writeFileSync(hashesFile, `${JSON.stringify({ inputs: hashInputs(), outputs: hashOutputs() }, undefined, 2)}\n`);
console.log(`${files.size} files, ${recorded.resources.length} resources, ${recorded.types.size} types`);
