import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { TableColumns } from "../registry/table-columns.ts";
import { toPartialObjectMetadata, toPartialObjectMetadataList } from "./partial-object-metadata.ts";
import { createTable, defaultColumns, readIncludeObject, type TableInput } from "./table.ts";

const object: JsonObject = {
  kind: "Role",
  apiVersion: "rbac.authorization.k8s.io/v1",
  metadata: { name: "a", resourceVersion: "7", creationTimestamp: "2026-01-02T15:04:05Z" },
  rules: [],
};
const columns: TableColumns = {
  definitions: [
    { name: "Name", type: "string", format: "name" },
    { name: "Rules", type: "integer", priority: 1 },
  ],
  cells: ({ rules }) => ["a", (rules as []).length],
  conditions: () => [{ type: "Completed", status: "True" }],
};

function table(more: Partial<TableInput>): JsonObject {
  return createTable({
    columns: defaultColumns,
    objects: [object],
    listMetadata: { resourceVersion: "9", continue: "", uid: "x" },
    includeObject: "Metadata",
    version: "v1",
    nowMs: 0,
    hasHeaders: true,
    ...more,
  });
}

test("without columns of its own a resource shows its name and when it was created", () => {
  const { kind, apiVersion, metadata, columnDefinitions, rows } = table({});
  assert.deepEqual(
    { kind, apiVersion, metadata },
    {
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion: "9" },
    },
  );
  assert.deepEqual(
    (columnDefinitions as JsonObject[]).map(({ name, type, format, priority }) => [name, type, format, priority]),
    [
      ["Name", "string", "name", 0],
      ["Created At", "date", "", 0],
    ],
  );
  assert.deepEqual(rows, [{ cells: ["a", "2026-01-02T15:04:05Z"], object: toPartialObjectMetadata(object, "v1") }]);
});

test("columns have all their fields, and rows their conditions", () => {
  const { columnDefinitions, rows } = table({ columns });
  assert.deepEqual(columnDefinitions, [
    { name: "Name", type: "string", format: "name", description: "", priority: 0 },
    { name: "Rules", type: "integer", format: "", description: "", priority: 1 },
  ]);
  assert.deepEqual((rows as JsonObject[])[0]?.conditions, [{ type: "Completed", status: "True" }]);
});

test("the rows of an empty list are null by default, and empty where a resource has columns of its own", () => {
  assert.equal(table({ objects: [] }).rows, null);
  assert.deepEqual(table({ objects: [], columns }).rows, []);
});

test("columns are null where they are as before", () => {
  assert.equal(table({ hasHeaders: false }).columnDefinitions, null);
});

test("rows carry nothing, the metadata or the object", () => {
  const carried = (more: Partial<TableInput>) => (table(more).rows as JsonObject[])[0]?.object;
  assert.equal(carried({ includeObject: "None" }), null);
  assert.equal(carried({ includeObject: "Object" }), object);
  assert.deepEqual(carried({ version: "v1beta1" }), {
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1beta1",
    metadata: object.metadata,
  });
  const end = { metadata: { annotations: { "k8s.io/initial-events-end": "true" } } };
  assert.deepEqual(carried({ objects: [end], includeObject: "None" }), toPartialObjectMetadata(end, "v1"));
});

test("what rows carry is one of three words, exactly", () => {
  assert.equal(readIncludeObject(new URLSearchParams("includeObject=")), "Metadata");
  assert.equal(readIncludeObject(new URLSearchParams("includeObject=None")), "None");
  assert.throws(
    () => readIncludeObject(new URLSearchParams("includeObject=none")),
    ApiError.badRequest(
      `Unable to convert to Table as requested: includeObject: Invalid value: "none": must be 'Metadata', 'Object', 'None', or empty`,
    ),
  );
});

test("the items of an empty list of metadata are null", () => {
  assert.deepEqual(toPartialObjectMetadataList([], { resourceVersion: "9" }, "v1"), {
    kind: "PartialObjectMetadataList",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: "9" },
    items: null,
  });
  assert.deepEqual(toPartialObjectMetadataList([object], {}, "v1").items, [toPartialObjectMetadata(object, "v1")]);
});
