/** Documents that cannot rot: their links lead somewhere and their TypeScript compiles. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { lineAt, type Rule, root, type SourceFile } from "./repository.ts";

export const linksLeadSomewhere: Rule = (files) =>
  files.filter(isMarkdown).flatMap((file) =>
    [...withoutFences(file.text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap((match) => {
      const [target = "", anchor] = (match[1] as string).split("#");
      if (/^\w+:/.test(target)) return [];
      const path = target === "" ? file.path : posix.join(posix.dirname(file.path), target);
      const at = `${file.path}:${lineAt(file.text, match.index)}`;
      const document = files.find((other) => other.path === path);
      if (document === undefined && !existsSync(root + path)) return [`${at}: there is no ${path}.`];
      if (anchor === undefined || document === undefined || headingAnchors(document).has(anchor)) return [];
      return [`${at}: ${path} has no heading for #${anchor}.`];
    }),
  );

export interface Fence {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  /** Shows an API that is still to come: it must not compile, and the mark has to go once it does. */
  readonly planned: boolean;
  /** The file that is shown, where the fence names one. */
  readonly source?: string;
}

export function typeScriptFences(files: readonly SourceFile[]): Fence[] {
  return files.filter(isMarkdown).flatMap(({ path, text }) =>
    [...text.matchAll(/^```(?:ts|typescript)\b([^\n]*)\n([\s\S]*?)^```/gm)].map((match) => ({
      path,
      line: lineAt(text, match.index),
      code: match[2] as string,
      planned: match[1]?.trim() === "planned",
      ...(/\.ts$/.test(match[1] ?? "") && { source: (match[1] as string).trim() }),
    })),
  );
}

/** A fence that names a file, ```ts examples/a.ts, is that file: what people read is what runs. */
export const fencesShowTheirFiles: Rule = (files) =>
  typeScriptFences(files)
    .filter(({ source, code }) => source !== undefined && files.find(({ path }) => path === source)?.text !== code)
    .map(({ path, line, source }) => `${path}:${line}: is not what stands in ${source}. Copy the file here.`);

/** Compiles every fence as a module of its own against the packages' sources, as a reader would paste it. */
export const fencesCompile: Rule = (files) => {
  const fences = typeScriptFences(files);
  if (fences.length === 0) return [];
  const folder = `${root}.build/fences-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    for (const [index, { code }] of fences.entries())
      writeFileSync(`${folder}/fence-${index}.ts`, `${code}\nexport {};\n`);
    writeFileSync(`${folder}/tsconfig.json`, fenceConfiguration);
    const { stdout } = spawnSync(
      "node",
      [`${root}node_modules/typescript/bin/tsc`, "-p", folder, "--pretty", "false"],
      {
        encoding: "utf8",
        cwd: folder,
      },
    );
    return fences.flatMap((fence, index) => judge(fence, errorsOf(stdout, index)));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function judge({ path, line, planned }: Fence, errors: string[]): string[] {
  if (planned) return errors.length > 0 ? [] : [`${path}:${line}: marked "planned" but compiles. Remove the mark.`];
  return errors.map((error) => `${path}:${line}: does not compile: ${error}`);
}

function errorsOf(output: string, index: number): string[] {
  const start = `fence-${index}.ts(`;
  return output.split("\n").flatMap((line) => (line.startsWith(start) ? [line.slice(line.indexOf("error"))] : []));
}

const fenceConfiguration = JSON.stringify({
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    composite: false,
    declaration: false,
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
  },
  include: ["*.ts"],
});

function isMarkdown({ path }: SourceFile): boolean {
  return path.endsWith(".md");
}

function withoutFences(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (fence) => fence.replace(/[^\n]/g, " "));
}

/** As the usual renderers make them: lower case, punctuation dropped, spaces to dashes. */
function headingAnchors({ text }: SourceFile): Set<string> {
  return new Set(
    [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map((match) =>
      (match[1] as string)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}

/** The Chinese version of a document says the same: as many headings of each level, and the same code. */
export const translationsKeepStep: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith(".zh.md"))
    .flatMap((translation) => {
      const path = translation.path.replace(/\.zh\.md$/, ".md");
      const original = files.find((file) => file.path === path);
      if (original === undefined) return [`${translation.path}: there is no ${path} to translate.`];
      const differ = [headingLevels, fenceTexts].filter(
        (part) => part(original).join("\n") !== part(translation).join("\n"),
      );
      return differ.map(
        (part) => `${translation.path}: its ${part === fenceTexts ? "code" : "headings"} differ from ${path}.`,
      );
    });

function headingLevels({ text }: SourceFile): string[] {
  return [...withoutFences(text).matchAll(/^#+/gm)].map((match) => match[0]);
}

function fenceTexts({ text }: SourceFile): string[] {
  return text.match(/^```[\s\S]*?^```/gm) ?? [];
}
