/** Tables as kubectl asks for them, and what a test reads from them. */
import assert from "node:assert/strict";
import { type Answer, assertAnswer, assertContains, type Json } from "../answer.ts";
import type { Client, RequestOptions } from "../client.ts";

export const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
export const asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
export const asMetadataList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

/** How long ago something was that has just been created. */
export const justNow = /^\d{1,2}s$/;

export function getAs(
  client: Client,
  accept: string,
  path: string,
  query: RequestOptions["query"] = {},
): Promise<Answer> {
  return client.get(path, query, { headers: { accept } });
}

/** The Table of an object or of a list. */
export async function getTable(client: Client, path: string, query: RequestOptions["query"] = {}): Promise<Json> {
  const answer = await getAs(client, asTable, path, query);
  assertAnswer(answer, 200, { kind: "Table", apiVersion: "meta.k8s.io/v1" });
  return answer.body;
}

/** The columns of a Table, in short: `Name/name`, `Desired:integer`, `IP wide`. */
export function columnsOf({ columnDefinitions }: Json): string[] {
  return columnDefinitions.map(({ name, type, format, priority }: Json) =>
    [name, type === "string" ? "" : `:${type}`, format && `/${format}`, priority === 0 ? "" : " wide"].join(""),
  );
}

/** Creates the object, writes the status if there is one, and gives the path. */
export async function create(client: Client, collection: string, object: Json): Promise<string> {
  const { status, ...rest } = object;
  const path = `${collection}/${object.metadata.name}`;
  assertAnswer(await client.create(collection, rest), 201);
  if (status !== undefined) assertAnswer(await client.patch("merge", `${path}/status`, { status }), 200);
  return path;
}

/** Asserts the cells of the only row of an object's Table, by the names of the columns. */
export async function assertCells(client: Client, path: string, expected: Json): Promise<void> {
  const { columnDefinitions, rows } = await getTable(client, path);
  assert.equal(rows.length, 1);
  const cells = columnDefinitions.map(({ name }: Json, index: number) => [name, rows[0].cells[index]]);
  assertContains(Object.fromEntries(cells), expected, `cells of ${path}`);
}
