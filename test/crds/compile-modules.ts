/** Compiles emitted modules as a user's strict project would, all in one run of the compiler. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface SourceText {
  readonly fileName: string;
  readonly text: string;
}

/** What the compiler says about the files and, unless told otherwise, the formatter: nothing where they are content. */
export function complaintsAboutModules(modules: readonly SourceText[], { isFormatted = true } = {}): string {
  const folder = `${root}.build/emitted-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    for (const { fileName, text } of modules) {
      mkdirSync(dirname(`${folder}/${fileName}`), { recursive: true });
      writeFileSync(`${folder}/${fileName}`, text);
    }
    writeFileSync(`${folder}/tsconfig.json`, configuration);
    const biome = [`${root}node_modules/@biomejs/biome/bin/biome`, "check", ...biomeOptions, folder];
    return [
      ownLines(run("node", [`${root}node_modules/typescript/bin/tsc`, "-p", folder, "--pretty", "false"], folder)),
      isFormatted ? run("node", biome, root) : "",
    ].join("");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without what is wrong in the sources that the modules import, and the indented lines that explain it: another test tells that. */
function ownLines(output: string): string {
  let isOwn = true;
  return output
    .split("\n")
    .filter((line) => {
      if (!line.startsWith(" ")) isOwn = !line.startsWith("../");
      return isOwn;
    })
    .join("\n");
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 ? "" : stdout + stderr;
}

/** The repository's own rules, though git ignores the folder, and sizes that only generated files have. */
const biomeOptions = [
  "--colors=off",
  "--vcs-use-ignore-file=false",
  "--json-formatter-enabled=false",
  "--files-max-size=10000000",
];

const configuration = JSON.stringify({
  extends: "../../tsconfig.base.json",
  compilerOptions: { composite: false, declaration: false, noEmit: true },
  include: ["**/*.ts"],
});
