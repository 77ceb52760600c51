/** The objects that a plane puts straight into its storage are those that it would have stored had they been created. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readStoredObjects } from "../../tools/bootstrap/stored-objects.ts";

test("bootstrap objects are stored as the server of today stores them", async () => {
  const { atStart, whenCreated } = await readStoredObjects();
  assert.ok(atStart.length > 150);
  const remedy = "run `make bootstrap`, or `node --conditions=pintle-source tools/bootstrap/main.ts --stored`";
  assert.deepEqual(atStart, whenCreated, remedy);
});
