/** What tests of rows share: an object as its row is shown, by the names of the columns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInResources } from "@pintle/kinds/tables";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { columnsOf } from "./columns-of.ts";

export const nowMs = Date.parse("2026-01-02T00:00:00Z");

/** The newest version of the resource, unless another is said. */
export function shownRow(plural: string, object: JsonObject, groupVersion = ""): Record<string, JsonValue> {
  const resource = builtInResources.findLast(
    ({ plural: name, group, version }) => name === plural && `${group}/${version}`.endsWith(groupVersion),
  );
  const columns = resource && columnsOf(resource);
  assert.ok(columns, plural);
  const cells = columns.cells(object, nowMs);
  return Object.fromEntries(columns.definitions.map(({ name }, index) => [name, cells[index] ?? null]));
}

test("a row is told by the names of its columns", () => {
  const metadata = { name: "a", creationTimestamp: "2026-01-01T23:59:30Z" };
  assert.deepEqual(shownRow("serviceaccounts", { metadata }), { Name: "a", Age: "30s" });
});
