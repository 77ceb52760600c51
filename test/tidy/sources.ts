/** How single source files have to look. */
import { isShipped, isTable, isTypeScript, lineAt, type Rule, type SourceFile } from "./repository.ts";

const maxLines = 500;

export const filesAreShort: Rule = (files) =>
  files
    .filter((file) => /\.(ts|go)$/.test(file.path) && !isTable(file))
    .map((file) => ({ file, lines: file.text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => `${file.path}: ${lines} lines, ${maxLines} are the limit. Split it by concept.`);

export const filesAreNamedAfterContent: Rule = (files) =>
  files
    .filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common|shared)(\.|\/)/.test(path))
    .filter(isTypeScript)
    .map(({ path }) => `${path}: a drawer for everything. Name the file after its main export.`);

export const filesOpenWithTheirPurpose: Rule = (files) =>
  files
    .filter((file) => isShipped(file) && !isTable(file))
    .filter(({ text }) => !/^(\/\*\*|(import\b[^;]*;\s*)+\/\*\*)/.test(text))
    .map(({ path }) => `${path}: opens without a comment. Say in a sentence or two what it guarantees.`);

/** Named parts of globals that Biome cannot ban one by one. */
const fromTheAir =
  /\b(Date\.now|Math\.random|(?:crypto\.)?randomUUID|AbortSignal\.timeout|process\.hrtime)\b|\bnew Date\(\)/g;

/** Clock and randomness are passed in; only the files that implement the seams may touch the process. */
export const timeAndChanceArePassedIn: Rule = (files) =>
  files
    .filter((file) => isShipped(file) && !file.path.includes("/seams/process-"))
    .flatMap((file) =>
      codeMatches(file, fromTheAir).map(
        ({ line, found }) => `${file.path}:${line}: ${found} comes from the air. Take a Clock or a Random.`,
      ),
    );

/**
 * V8's patterns can take time that grows exponentially with the text, and some come from users: `(a+)+$` in a CRD. Patterns that are
 * written in the source are ours; one that is built at run time needs the linear engine, re2js.
 */
export const patternsAreWrittenOut: Rule = (files) =>
  files
    .filter(isShipped)
    .flatMap((file) =>
      codeMatches(file, /\bRegExp\(/g).map(
        ({ line }) => `${file.path}:${line}: builds a pattern at run time. Use re2js for what comes from outside.`,
      ),
    );

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|\b(?:test|it|describe|suite)\.(?:only|todo)\(|\b(?:only|todo): true/g;

export const nothingIsUnfinished: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && !file.path.startsWith("test/tidy"))
    .flatMap((file) =>
      [...file.text.matchAll(unfinished)].map(
        (match) => `${file.path}:${lineAt(file.text, match.index)}: ${match[0]} marks unfinished work. Finish it.`,
      ),
    );

function codeMatches({ text }: SourceFile, pattern: RegExp): { line: number; found: string }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "));
  return [...code.matchAll(pattern)].map((match) => ({ line: lineAt(code, match.index), found: match[0] }));
}

/** Codes of UsageError are a promise to users: docs/errors.md explains each, and explains no other. */
export const errorCodesAreDocumented: Rule = (files) => {
  const used = new Map<string, string>();
  for (const file of files.filter(isShipped)) {
    for (const match of file.text.matchAll(/"(PINTLE_[A-Z0-9_]+)"/g)) {
      used.set(match[1] as string, `${file.path}:${lineAt(file.text, match.index)}`);
    }
  }
  const docs = files.find(({ path }) => path === "docs/errors.md")?.text ?? "";
  const documented = new Set([...docs.matchAll(/^#+ `?(PINTLE_[A-Z0-9_]+)/gm)].map((match) => match[1] as string));
  return [
    ...[...used]
      .filter(([code]) => !documented.has(code))
      .map(([code, at]) => `${at}: ${code} has no heading in docs/errors.md.`),
    ...[...documented]
      .filter((code) => !used.has(code))
      .map((code) => `docs/errors.md: ${code} is used nowhere. Remove it.`),
  ];
};
