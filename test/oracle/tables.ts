/**
 * Written-out tables whose expected results are the oracle's answers, committed so that they run without Go.
 *
 * A table is `packages/<name>/testdata/<table>.table.json`: a part of the oracle, what all its questions share, and cases
 * named by behaviour. `make record` asks the oracle again and rewrites `expected`; a test shows that nothing would change.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Answer, askOracle } from "./oracle.ts";

export interface Table<Input = unknown, Value = unknown> {
  part: string;
  /** Merged under every input, for what would be repeated in each: shapes, base objects. */
  shared?: object;
  cases: { name: string; input: Input; expected: Answer<Value> }[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));

export function tablePaths(): string[] {
  return globSync("packages/*/testdata/*.table.json", { cwd: root }).map((path) => root + path);
}

export function readTable<Input, Value>(path: string): Table<Input, Value> {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The table with fresh answers, as text: one line for the input and one for the answer keeps differences readable. */
export async function recordTable(path: string): Promise<string> {
  const table = readTable<object, unknown>(path);
  const answers = await askOracle(
    table.part,
    table.cases.map(({ input }) => ({ ...table.shared, ...input })),
  );
  const lines = table.cases.map(({ name, input }, index) =>
    [
      `    {\n      "name": ${JSON.stringify(name)}`,
      `      "input": ${JSON.stringify(input)}`,
      `      "expected": ${JSON.stringify(answers[index])}\n    }`,
    ].join(",\n"),
  );
  const shared = table.shared ? `  "shared": ${JSON.stringify(table.shared)},\n` : "";
  return `{\n  "part": ${JSON.stringify(table.part)},\n${shared}  "cases": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

if (import.meta.main) {
  for (const path of tablePaths()) {
    writeFileSync(path, await recordTable(path));
    console.log(`recorded ${path.slice(root.length)}`);
  }
}
