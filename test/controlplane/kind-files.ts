/** Where the behaviour of each built-in kind is written down, by concern, for docs/compatibility.md: the tables themselves are asked. */
import { readdirSync } from "node:fs";
import { builtInResources } from "@pintle/kinds/tables";
import { createProcessRandom, createVirtualClock, formatGroupResource } from "@pintle/machinery";

const sources = new URL("../../packages/controlplane/src/", import.meta.url);

/** By the heading of their column, the folders whose files have tables by kind. */
const concerns: Readonly<Record<string, string>> = {
  defaults: "builtin/defaults/",
  strategy: "builtin/strategies/",
  validation: "builtin/validation/",
  columns: "columns/",
};

/** What is exported under such a name is a table, or makes one. */
const isTable = /(?:Defaults|Strategies|Rules|Cells)$/;
/** These hold the tables of the others together. */
const isGathering = /^(?:own-strategies|defaults-of|validations|columns-of)\.ts$/;
/** Tables that act on something are made with it, and are asked for nothing but their keys here. */
const options = { clock: createVirtualClock(), random: createProcessRandom(), escalation: {} };

interface TableFile {
  readonly folder: string;
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

async function readTables(folder: string): Promise<TableFile[]> {
  const names = readdirSync(new URL(folder, sources)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !isGathering.test(name),
  );
  return await Promise.all(
    names.map(async (name) => {
      const exported: object = await import(new URL(folder + name, sources).href);
      const tables = Object.entries(exported).filter(([key]) => isTable.test(key));
      return { folder, name, keys: new Set(tables.flatMap(([, table]) => keysOf(table))) };
    }),
  );
}

function keysOf(table: unknown): string[] {
  return Object.keys(typeof table === "function" ? (table(options) ?? {}) : Object(table));
}

/** One row for each kind that is stored. */
export async function createKindFileRows(): Promise<readonly string[]> {
  const files = (await Promise.all(Object.values(concerns).map(readTables))).flat();
  const kinds = Map.groupBy(
    builtInResources.filter(({ verbs }) => verbs.includes("watch")),
    ({ group, plural }) => formatGroupResource({ group, resource: plural }),
  );
  const headings = Object.keys(concerns);
  return [
    `| resource | ${headings.join(" | ")} |`,
    `|---|${headings.map(() => "---|").join("")}`,
    ...Array.from(kinds, ([resource, [version]]) => {
      const type = new RegExp(`/v[0-9]\\.${version?.kind}(?:Spec)?$`);
      const isAbout = ({ keys }: TableFile) => keys.has(resource) || keys.values().some((key) => type.test(key));
      const cells = Object.values(concerns).map((folder) =>
        formatLinks(files.filter((file) => file.folder === folder && isAbout(file))),
      );
      return `| ${resource} | ${cells.join(" | ")} |`;
    }),
  ];
}

function formatLinks(files: readonly TableFile[]): string {
  const links = files.map(
    ({ folder, name }) => `[${name.slice(0, -3)}](../packages/controlplane/src/${folder}${name})`,
  );
  return links.join(", ") || "–";
}
