/** The same as certificates.test.ts, with the real kube-apiserver as the caller: it keeps clients of webhooks by what they trust. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import { rotateUnderLoad } from "./rotation-under-load.ts";

const title = "the real server's calls of webhooks do not fail while their certificates are renewed three times";

test(title, { skip: missing("real"), timeout: 240_000 }, async (context) => {
  await using real = await startRealControlPlane();
  const connect = () =>
    createClient({
      server: real.url,
      namespace: "default",
      trust: { read: async () => real.ca },
      credentials: { get: async () => ({ authorization: `Bearer ${real.tokens.admin}` }), refuse: () => {} },
    });
  await using client = connect();
  await using other = connect();
  const report = await rotateUnderLoad({ client, other, creates: 1_000, rotations: 3, spreadMs: 1_000 });
  context.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.failures, []);
  assert.ok(report.creates >= 1_000 && report.rotations >= 3 && report.conversions >= 200);
  assert.ok(report.handshakes >= report.creates, "each of them was a call with a handshake of its own");
});
