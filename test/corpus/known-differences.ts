/** The answers of the corpus that our control plane does not give word for word: by kind and name, in what they differ, and why. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Comparison, Respect } from "./agreement.ts";

export interface KnownDifference {
  readonly differs: readonly Respect[];
  readonly why: string;
}

export type KnownDifferences = Readonly<Record<string, Readonly<Record<string, KnownDifference>>>>;

const file = new URL("known-differences.json", import.meta.url);

export function readKnownDifferences(): KnownDifferences {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** What is known keeps its reason; what is new needs one. */
export function writeKnownDifferences(comparisons: readonly Comparison[]): void {
  const known = readKnownDifferences();
  const byKind: Record<string, Record<string, KnownDifference>> = {};
  for (const { kind, name, differs } of comparisons) {
    if (differs.length === 0) continue;
    const difference = { differs, why: known[kind]?.[name]?.why ?? "" };
    byKind[kind] = { ...byKind[kind], [name]: difference };
  }
  const sorted = Object.entries(byKind).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(sorted), undefined, 2);
  // Short lists stand on one line, as the formatter has them.
  const lists = text.replace(/\[\n[^\]]*\]/g, (list) =>
    list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
  writeFileSync(file, `${lists}\n`);
}

/** Complaints in sentences: differences that nobody knew, those that are gone, and those that nobody explained. */
export function compareWithKnown(comparisons: readonly Comparison[], known: KnownDifferences): string[] {
  const complaints: string[] = [];
  const seen = new Set<string>();
  for (const { kind, name, differs } of comparisons) {
    const entry = known[kind]?.[name];
    if (differs.length > 0) seen.add(`${kind}\n${name}`);
    if (differs.join() === (entry?.differs ?? []).join()) continue;
    const before = entry ? `, no longer in ${entry.differs.join(" and ")}` : "";
    complaints.push(
      differs.length === 0
        ? `${kind}: ${name} agrees: take it out of known-differences.json`
        : `${kind}: ${name} differs in ${differs.join(" and ")}${before}`,
    );
  }
  for (const [kind, entries] of Object.entries(known)) {
    for (const [name, { why }] of Object.entries(entries)) {
      if (!comparisons.some((each) => each.kind === kind && each.name === name)) {
        complaints.push(`${kind}: ${name} is not in the corpus: take it out of known-differences.json`);
      } else if (seen.has(`${kind}\n${name}`) && why === "") {
        complaints.push(`${kind}: ${name} differs, and known-differences.json does not say why`);
      }
    }
  }
  return complaints;
}
