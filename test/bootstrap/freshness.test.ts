/** The objects that a plane puts straight into its storage are those that it would have stored had they been created. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedObjects } from "../../packages/controlplane/src/bootstrap/generated/stored-objects.ts";
import { recordStoredObjects } from "../../tools/bootstrap/record-stored-objects.ts";

test("bootstrap objects are stored as the server of today stores them", async () => {
  const message =
    "run `make bootstrap`, or `node --conditions=pintle-source tools/bootstrap/main.ts --stored` without a server";
  assert.deepEqual(await recordStoredObjects(), storedObjects, message);
});
