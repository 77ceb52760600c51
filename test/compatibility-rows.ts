/**
 * What docs/compatibility.md says is not supported or differs, row by row, from the tests that hold it. `--write` brings the document
 * up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createKindFileRows } from "./controlplane/kind-files.ts";
import { createDifferenceRows, createKindRows } from "./corpus/kinds-table.ts";

const document = new URL("../docs/compatibility.md", import.meta.url);

const { differing, leftOut } = JSON.parse(read("packages/cel/testdata/spec-exceptions.json")) as Record<
  "differing" | "leftOut",
  Record<string, string>
>;

const kindFiles = await createKindFileRows();

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

/** By the name of the section in the document, its lines. */
function createSections(): ReadonlyMap<string, readonly string[]> {
  return new Map([
    [
      "cel-spec",
      [
        "| case of the specification | in Kubernetes and here |",
        "|---|---|",
        ...Object.entries(differing).map(([path, difference]) => `| \`${path}\` | ${difference} |`),
        ...Object.keys(leftOut).map((what) => `| checking suite: ${what} | not supported |`),
        "| messages and enums of protobuf | not supported, as in Kubernetes |",
      ],
    ],
    ["built-in-kinds", createKindRows()],
    ["corpus-differences", createDifferenceRows()],
    ["kind-files", kindFiles],
    ["zod-refusals", titlesOf("packages/schema/src/zod/refusals.test.ts").map((title) => `- ${title}`)],
    ["zod-differences", titlesOf("packages/schema/src/zod/differences.test.ts").map((title) => `- ${title}`)],
  ]);
}

/** Titles of tests are sentences about behaviour, so they can be read on their own. */
function titlesOf(path: string): string[] {
  return [...read(path).matchAll(/^test\("((?:[^"\\]|\\.)*)"/gm)].map(
    ([, title = ""]) => JSON.parse(`"${title}"`) as string,
  );
}

/** The document as it should be: what stands between the marks of a section is replaced. */
export function refresh(text: string): string {
  let fresh = text;
  for (const [name, lines] of createSections()) {
    const [start, end] = [`<!-- from tests: ${name} -->`, "<!-- end -->"];
    const at = fresh.indexOf(start);
    if (at < 0) throw new Error(`docs/compatibility.md has no section ${start}`);
    const rest = fresh.slice(fresh.indexOf(end, at));
    fresh = `${fresh.slice(0, at)}${start}\n\n${lines.join("\n")}\n\n${rest}`;
  }
  return fresh;
}

export function readCompatibility(): string {
  return readFileSync(document, "utf8");
}

if (process.argv[2] === "--write") writeFileSync(document, refresh(readCompatibility()));
