/** The table of chapters in docs/compatibility.md: a column for each server, made from what a run of its chapters counted. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chapters } from "./chapters.ts";
import { notYet } from "./not-yet.ts";
import type { Outcome } from "./run-file.ts";

const document = fileURLToPath(new URL("../../docs/compatibility.md", import.meta.url));

/** In the order of the columns. */
const titles: Readonly<Record<string, string>> = { real: "kube-apiserver 1.36.3", pintle: "Pintle" };
const servers = Object.keys(titles);

/** A chapter's cells: how many tests there are, and what each server makes of them. */
interface Row {
  readonly tests: string;
  readonly cells: readonly string[];
}

/** Whether the document says what the run counted. With `write` it does afterwards. */
export function documentRun(server: string, outcomes: readonly Outcome[], write: boolean): boolean {
  const text = readFileSync(document, "utf8");
  const fresh = text.replace(
    /^\| chapter \|[\s\S]*?\n(?=\n|$)/m,
    (table) => `${formatTable(table, server, outcomes)}\n`,
  );
  if (write) writeFileSync(document, fresh);
  return write || fresh === text;
}

function formatTable(before: string, server: string, outcomes: readonly Outcome[]): string {
  const rows = chapters.map(({ name, title }) => {
    const known = readRow(before, title);
    const own = outcomes.filter(({ chapter }) => chapter.name === name);
    const passed = own.reduce((sum, outcome) => sum + outcome.passed, 0);
    const failed = own.reduce((sum, outcome) => sum + outcome.failed, 0);
    const cell = describeCounts(name, { passed, failed }, server === "pintle" ? notYet : {});
    const tests = server === "real" ? String(passed + failed) : known.tests;
    const cells = servers.map((each, index) => (each === server ? cell : (known.cells[index] ?? "")));
    return `| ${[title, tests, ...cells].join(" | ")} |`;
  });
  const heads = ["chapter", "tests", ...servers.map((name) => titles[name])];
  return [`| ${heads.join(" | ")} |`, `|${heads.map(() => "---|").join("")}`, ...rows].join("\n");
}

/** What a server makes of a chapter: everything, or how much, and what the files wait for that it was not asked. */
export function describeCounts(
  chapter: string,
  { passed, failed }: Pick<Outcome, "passed" | "failed">,
  waiting: Readonly<Record<string, string>>,
): string {
  if (Object.hasOwn(waiting, chapter)) return `not yet: ${waiting[chapter]}`;
  const files = Object.keys(waiting).filter((key) => key.startsWith(`${chapter}/`));
  if (files.length === 0) return failed === 0 ? "all" : String(passed);
  const reasons = new Set(files.map((file) => waiting[file] as string));
  return `${passed}; the others wait for ${listing.format(reasons)}`;
}

const listing = new Intl.ListFormat("en", { type: "conjunction" });

function readRow(table: string, title: string): Row {
  const line = table.split("\n").find((each) => each.startsWith(`| ${title} |`)) ?? "";
  const [, , tests = "", ...cells] = line.split("|").map((cell) => cell.trim());
  return { tests, cells: cells.slice(0, servers.length) };
}
