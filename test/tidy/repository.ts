/** The files of the repository as plain values, so that every rule is a function that a test can hand a bad tree. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A rule gives one line per breach: where it is, what is wrong, what to do. */
export type Rule = (files: readonly SourceFile[]) => string[];

export const root: string = fileURLToPath(new URL("../../", import.meta.url));

const notOurs = new Set([".git", ".build", "node_modules", "dist"]);
const textual = /\.(ts|js|json|md|go|mod|sum|yaml|yml)$|^Makefile$|^\.ci\//;

export function readRepository(directory = ""): SourceFile[] {
  return readdirSync(root + directory, { withFileTypes: true }).flatMap((entry) => {
    const path = directory + entry.name;
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : readRepository(`${path}/`);
    return textual.test(path) ? [{ path, text: readFileSync(root + path, "utf8") }] : [];
  });
}

export function isTypeScript({ path }: SourceFile): boolean {
  return path.endsWith(".ts");
}

/** What a package ships: its sources without the tests beside them. */
export function isShipped({ path }: SourceFile): boolean {
  return /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && !/\.test(-d)?\.ts$/.test(path);
}

/** Written by a program, or data written out: such files may be long. */
export function isTable({ path }: SourceFile): boolean {
  return /(^|\/)(testdata|generated|recorded)\//.test(path) || /\.generated\.ts$/.test(path);
}

export function packageOf({ path }: SourceFile): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^;"'`]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

export function importsOf({ text }: SourceFile): Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({
    specifier: match[1] ?? match[2] ?? match[3] ?? "",
    line: lineAt(text, match.index + match[0].length),
  }));
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
