/** TypeScript that guides show, as modules that can be loaded and run. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../tidy/repository.ts";

// Within the repository, so that packages are found.
const folder = `${root}.build/docs-${process.pid}`;
after(() => rmSync(folder, { recursive: true, force: true }));

/** The fence of a document that has this text in it, written to a file. A program's end, where it runs, makes way for an export. */
export function writeFence(document: string, part: string): string {
  const text = readFileSync(root + document, "utf8");
  const fences = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
  const [found, ...others] = fences.filter((fence) => fence.includes(part));
  if (found === undefined || others.length > 0)
    throw new Error(`${document}: ${part} is not in just one of its fences`);
  mkdirSync(folder, { recursive: true });
  const name = `${document}-${fences.indexOf(found)}`.replaceAll(/\W/g, "-");
  const path = `${folder}/${name}.ts`;
  writeFileSync(path, found.replace(/^await run\(\(\) => \[(\w+)\]\);$/m, "export { $1 };"));
  return path;
}

export async function loadFence<Module>(document: string, part: string): Promise<Module> {
  return await import(pathToFileURL(writeFence(document, part)).href);
}
