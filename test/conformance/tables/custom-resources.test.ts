import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertContains, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { type Installed, install, version, widgets } from "../crds/widgets.ts";
import { columnsOf, create, getTable, justNow } from "./tables.ts";

const client = connect();
let crd: Installed;
let collection: string;
let path: string;

const additionalPrinterColumns = [
  { name: "Size", type: "integer", format: "int64", jsonPath: ".spec.size" },
  { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: "Detail", type: "string", priority: 1, jsonPath: ".spec.detail" },
  { name: "Rare", type: "string", priority: 2, jsonPath: ".spec.detail" },
  { name: "Since", type: "date", jsonPath: ".status.since" },
  { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
];

before(async () => {
  crd = await install(client, widgets([version("v1", { additionalPrinterColumns }), version("v2")]));
  collection = crd.at("v1", await client.namespace());
  const since = new Date(Date.now() - 30 * 60_000 - 20_000).toISOString();
  const metadata = { labels: { x: "y" } };
  path = await create(client, collection, crd.widget("v1", "a", { metadata, spec: { size: 3, detail: "round" } }));
  // Without a status subresource the status is as good as any other field.
  const status = { since, conditions: [{ type: "Ready", status: "True" }] };
  assertAnswer(await client.patch("merge", path, { status }), 200);
  await create(client, collection, crd.widget("v1", "b", {}));
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

test("the columns follow the name, with their types, formats and priorities", async () => {
  const table = await getTable(client, collection);
  assert.deepEqual(columnsOf(table), [
    "Name/name",
    "Size:integer/int64",
    "Ready",
    "Detail wide",
    "Rare wide",
    "Since:date",
    "Age:date",
  ]);
  assert.deepEqual(
    table.columnDefinitions.map(({ priority }: Json) => priority),
    [0, 0, 0, 1, 2, 0, 0],
  );
});

test("a list has a row for each, with null where there is nothing", async () => {
  const { rows } = await getTable(client, collection);
  assertContains(
    rows.map(({ cells }: Json) => cells),
    [
      ["a", 3, "True", "round", "round", "30m", justNow],
      ["b", null, null, null, null, null, justNow],
    ],
  );
});

test("each version has its own columns for the same objects", async () => {
  const table = await getTable(client, path.replace("/v1/", "/v2/"));
  assert.deepEqual(columnsOf(table), ["Name/name", "Age:date"]);
  assertContains(table.rows[0].cells, ["a", justNow]);
});

test("rows carry the metadata, the object or nothing, as those of built-in kinds", async () => {
  const carried = async (query: Json) => (await getTable(client, path, query)).rows[0].object;
  const metadata = await carried({});
  assertContains(metadata, { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", spec: undefined });
  assert.equal(await carried({ includeObject: "None" }), null);
  assert.deepEqual(await carried({ includeObject: "Object" }), (await client.get(path)).body);
});

test("selectors and pages choose the rows", async () => {
  const names = ({ rows }: Json) => rows.map(({ cells }: Json) => cells[0]);
  assert.deepEqual(names(await getTable(client, collection, { labelSelector: "x=y" })), ["a"]);
  const first = await getTable(client, collection, { limit: 1 });
  assert.deepEqual(names(first), ["a"]);
  const rest = await getTable(client, collection, { limit: 1, continue: first.metadata.continue });
  assert.deepEqual(names(rest), ["b"]);
  assert.equal(first.metadata.remainingItemCount, 1);
});

test("a list of nothing has no rows", async () => {
  const empty = crd.at("v1", await client.namespace());
  const { rows } = await getTable(client, empty);
  assert.deepEqual(rows, []);
});
