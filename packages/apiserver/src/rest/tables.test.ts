import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { ScaleSubresource, ServedResource } from "../registry/served-resource.ts";
import type { TableColumns } from "../registry/table-columns.ts";
import {
  configMaps,
  deployments,
  deploys,
  type Json,
  maps,
  RestFixture,
  widgets,
  widgetsV2,
} from "./rest-fixture.test.ts";

const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

async function rowsOf(server: RestFixture, path: string): Promise<Json[]> {
  const { body } = await server.ask("GET", path, { headers, query: { includeObject: "Object" } });
  return body.rows;
}

/** Whatever the size is called, in its only cell. */
const sizes: TableColumns = {
  definitions: [{ name: "Size", type: "string" }],
  cells: ({ size = null, length = null }) => [{ size, length }],
};

const sized = (more: Partial<ServedResource>): ServedResource => ({
  ...widgets,
  ...more,
  versions: widgets.versions.map((version) => ({ ...version, columns: sizes })),
});

const big = { apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "a" }, length: "big" };

test("columns of built-in kinds read what is stored, and rows carry the version that was asked for", async () => {
  const server = new RestFixture({ resources: [sized({ isBuiltIn: true })] });
  await server.make(widgetsV2, big);
  for (const path of [widgetsV2, `${widgetsV2}/a`]) {
    const [row] = await rowsOf(server, path);
    assert.deepEqual(row.cells, [{ size: "big", length: null }]);
    assert.deepEqual([row.object.apiVersion, row.object.length], ["example.com/v2", "big"]);
  }
  const dryRun = { headers, body: { ...big, metadata: { name: "b" } }, query: { dryRun: "All" } };
  const { body } = await server.ask("POST", widgetsV2, dryRun);
  assert.deepEqual(body.rows[0].cells, [{ size: "big", length: null }]);
});

test("columns of other kinds belong to a version and read that", async () => {
  const server = new RestFixture({ resources: [sized({})] });
  await server.make(widgetsV2, big);
  const [row] = await rowsOf(server, widgetsV2);
  assert.deepEqual(row.cells, [{ size: null, length: "big" }]);
});

test("a Scale has the columns of its subresource, and those of all where that has none", async () => {
  const columns: TableColumns = {
    definitions: [{ name: "Desired", type: "integer" }],
    cells: ({ spec }) => [(spec as JsonObject).replicas ?? 0],
  };
  const scale = { ...(deployments.subresources?.scale as ScaleSubresource), columns };
  const shown: ServedResource = { ...deployments, subresources: { scale } };
  const cellsOf = async (server: RestFixture) => {
    await server.make(deploys, { metadata: { name: "a" }, spec: { replicas: 3 } });
    const [row] = await rowsOf(server, `${deploys}/a/scale`);
    assert.equal(row.object.kind, "Scale");
    return row.cells;
  };
  assert.deepEqual(await cellsOf(new RestFixture({ resources: [shown] })), [3]);
  assert.equal((await cellsOf(new RestFixture()))[0], "a");
});

test("rows stand in the order that the columns want", async () => {
  const columns: TableColumns = {
    definitions: [{ name: "Rank", type: "string" }],
    cells: ({ data }) => [(data as JsonObject).rank ?? ""],
    compare: (left, right) => Number((left.data as JsonObject).rank) - Number((right.data as JsonObject).rank),
  };
  const ranked: ServedResource = {
    ...configMaps,
    versions: configMaps.versions.map((version) => ({ ...version, columns })),
  };
  const server = new RestFixture({ resources: [ranked] });
  for (const [name, rank] of Object.entries({ a: "30", b: "4", c: "17" })) {
    await server.make(maps, { metadata: { name }, data: { rank } });
  }
  assert.deepEqual(
    (await rowsOf(server, maps)).map(({ cells }) => cells[0]),
    ["4", "17", "30"],
  );
});
