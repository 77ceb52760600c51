import assert from "node:assert/strict";
import { test } from "node:test";
import { startProcessTimePlane } from "./plane.ts";
import { rotateUnderLoad } from "./rotation-under-load.ts";

test("certificates are renewed three times during 1,000 creates, and no call of a webhook fails", {
  timeout: 120_000,
}, async (context) => {
  await using plane = await startProcessTimePlane();
  const other = plane.connect().client;
  const report = await rotateUnderLoad({ client: plane.client, other, creates: 1_000, rotations: 3, spreadMs: 1_500 });
  context.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.failures, []);
  assert.ok(report.creates >= 1_000 && report.rotations >= 3 && report.conversions >= 200);
  assert.ok(report.handshakes >= report.creates, "each of them was a call with a handshake of its own");
});
