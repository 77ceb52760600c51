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
  /** The file that the reader is told to write, where the line before ends with its name: those of a document stand beside each other. */
  readonly target?: string;
}

export function typeScriptFences(files: readonly SourceFile[]): Fence[] {
  return files.filter(isMarkdown).flatMap(({ path, text }) =>
    [...text.matchAll(/^```(?:ts|typescript)\b([^\n]*)\n([\s\S]*?)^```/gm)].map((match) => {
      const target = toldFile(text.slice(0, match.index));
      return {
        path,
        line: lineAt(text, match.index),
        code: match[2] as string,
        planned: match[1]?.trim() === "planned",
        ...(/\.ts$/.test(match[1] ?? "") && { source: (match[1] as string).trim() }),
        ...(target !== undefined && { target }),
      };
    }),
  );
}

/** `in it \`examples/site/site.ts\`:`, right before a fence. */
export function toldFile(before: string): string | undefined {
  return /`([\w.-]+(?:\/[\w.-]+)*\.\w+)`[:：]\n\n$/.exec(before)?.[1];
}

/** A fence that names a file, ```ts examples/a.ts, is that file: what people read is what runs. */
export const fencesShowTheirFiles: Rule = (files) =>
  typeScriptFences(files)
    .filter(({ source, code }) => source !== undefined && files.find(({ path }) => path === source)?.text !== code)
    .map(({ path, line, source }) => `${path}:${line}: is not what stands in ${source}. Copy the file here.`);

/**
 * Compiles every fence as a module of its own against the packages' sources, as a reader would paste it. Those that show a file are left out:
 * they may import what is beside it, and are compiled there.
 */
export const fencesCompile: Rule = (files) => {
  const fences = typeScriptFences(files).filter(({ source }) => source === undefined);
  if (fences.length === 0) return [];
  const folder = `${root}.build/fences-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    const names = fences.map(fenceFile);
    for (const [index, { code }] of fences.entries()) {
      const file = `${folder}/${names[index]}`;
      mkdirSync(posix.dirname(file), { recursive: true });
      writeFileSync(file, `${code}\nexport {};\n`);
    }
    writeFileSync(`${folder}/tsconfig.json`, fenceConfiguration);
    const { stdout } = spawnSync(
      "node",
      [`${root}node_modules/typescript/bin/tsc`, "-p", folder, "--pretty", "false"],
      {
        encoding: "utf8",
        cwd: folder,
      },
    );
    return fences.flatMap((fence, index) => judge(fence, errorsOf(stdout, names[index] ?? "")));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function judge({ path, line, planned }: Fence, errors: string[]): string[] {
  if (planned) return errors.length > 0 ? [] : [`${path}:${line}: marked "planned" but compiles. Remove the mark.`];
  return errors.map((error) => `${path}:${line}: does not compile: ${error}`);
}

function fenceFile({ path, target }: Fence, index: number): string {
  return target === undefined ? `fence-${index}.ts` : `${path.replaceAll(/\W/g, "-")}/${target}`;
}

function errorsOf(output: string, file: string): string[] {
  const start = `${file}(`;
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
  include: ["**/*.ts"],
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

/** What people begin with is there in both languages. */
const translated: Readonly<Record<string, string>> = {
  "README.md": "README.zh.md",
  "docs/getting-started.md": "docs/zh/getting-started.md",
};

/** The Chinese version of a document says the same: as many headings of each level, and the same code. */
export const translationsKeepStep: Rule = (files) =>
  Object.entries(translated).flatMap(([path, translatedPath]) => {
    const [original, translation] = [path, translatedPath].map((each) => files.find((file) => file.path === each));
    if (original === undefined && translation === undefined) return [];
    if (original === undefined) return [`${translatedPath}: there is no ${path} to translate.`];
    if (translation === undefined) return [`${path}: has to be translated, in ${translatedPath}.`];
    const differ = [headingLevels, fenceTexts].filter(
      (part) => part(original).join("\n") !== part(translation).join("\n"),
    );
    return differ.map(
      (part) => `${translatedPath}: its ${part === fenceTexts ? "code" : "headings"} differ from ${path}.`,
    );
  });

function headingLevels({ text }: SourceFile): string[] {
  return [...withoutFences(text).matchAll(/^#+/gm)].map((match) => match[0]);
}

function fenceTexts({ text }: SourceFile): string[] {
  return text.match(/^```[\s\S]*?^```/gm) ?? [];
}
