/** Prints objects as `kubectl get` does: the API server itself says which columns there are, and what stands in them. */
import { text } from "node:stream/consumers";
import type { Client } from "@pintle/client";
import type { Screen } from "./screen.ts";

interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows?: readonly { readonly cells: readonly unknown[] }[];
}

export async function showTables(client: Client, screen: Screen, paths: readonly string[]): Promise<void> {
  for (const path of paths) screen.print(`\n${formatTable(await getTable(client, path))}`);
}

async function getTable(client: Client, path: string): Promise<Table> {
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  const { body } = await client.raw({ method: "GET", path, headers });
  return JSON.parse(await text(body));
}

function formatTable({ columnDefinitions, rows = [] }: Table): string {
  const shown = columnDefinitions.flatMap(({ priority }, index) => (priority === 0 ? [index] : []));
  const lines = [
    shown.map((index) => (columnDefinitions[index]?.name ?? "").toUpperCase()),
    ...rows.map(({ cells }) => shown.map((index) => String(cells[index] ?? ""))),
  ];
  const widths = shown.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   ")}`.trimEnd())
    .join("\n");
}
