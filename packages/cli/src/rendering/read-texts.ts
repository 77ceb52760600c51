/** The texts that `-f` names, as kubectl reads them: a file, a folder with files in YAML or JSON, or `-` for standard input. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { CommandError } from "../run-program.ts";

export interface NamedText {
  /** As people wrote it. */
  readonly source: string;
  readonly text: string;
}

export async function readTexts(names: readonly string[]): Promise<readonly NamedText[]> {
  if (names.filter((name) => name === "-").length > 1) {
    throw new CommandError("-f -: standard input can be read only once");
  }
  const texts: NamedText[] = [];
  for (const name of names) {
    if (name === "-") texts.push({ source: "standard input", text: await text(process.stdin) });
    else texts.push(...readPath(name));
  }
  return texts;
}

/** What tells kustomize of the manifests beside it is none. */
const kustomize = /^kustomization\.ya?ml$/;

function readPath(path: string): readonly NamedText[] {
  try {
    if (!statSync(path).isDirectory()) return [{ source: path, text: readFileSync(path, "utf8") }];
    const names = readdirSync(path).filter((name) => /\.(json|yaml|yml)$/.test(name) && !kustomize.test(name));
    return names.sort().map((name) => ({ source: join(path, name), text: readFileSync(join(path, name), "utf8") }));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CommandError(`-f ${path}: it cannot be read (${code}), name a file, a folder, or - for standard input`);
  }
}
