/** The table of chapters in docs/compatibility.md, made from what a run of all chapters counted. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chapters } from "./chapters.ts";
import type { Outcome } from "./run-file.ts";

const document = fileURLToPath(new URL("../../docs/compatibility.md", import.meta.url));

/** Each server has a column, found by its heading. */
const columns: Record<string, string> = { real: "kube-apiserver 1.36.3" };

function tableOf(server: string, outcomes: readonly Outcome[]): string {
  const rows = chapters.map(({ name, title }) => {
    const own = outcomes.filter(({ chapter }) => chapter.name === name);
    const passed = own.reduce((sum, outcome) => sum + outcome.passed, 0);
    const failed = own.reduce((sum, outcome) => sum + outcome.failed, 0);
    return `| ${title} | ${passed + failed} | ${failed === 0 ? "all" : passed} |`;
  });
  return [`| chapter | tests | ${columns[server]} |`, "|---|---|---|", ...rows].join("\n");
}

/** Whether the document says what the run counted. With `write` it does afterwards. */
export function documentRun(server: string, outcomes: readonly Outcome[], write: boolean): boolean {
  const text = readFileSync(document, "utf8");
  const fresh = text.replace(/^\| chapter \|[\s\S]*?\n(?=\n|$)/m, `${tableOf(server, outcomes)}\n`);
  if (write) writeFileSync(document, fresh);
  return write || fresh === text;
}
