import assert from "node:assert/strict";
import { test } from "node:test";
import { Box, respond, review } from "../webhook-fixture.test.ts";
import { admissionWebhook } from "./admission-webhook.ts";
import { denyForeignReferences, type ObjectReference, type ReferenceGrant } from "./foreign-references.ts";

const path = "/validate-example-com-v1-box";
const secret = { path: "spec.image", group: "", kind: "Secret", name: "keys" };

async function judge(reference: ObjectReference, ...grants: ReferenceGrant[]) {
  const webhook = admissionWebhook(Box, { validate: (_, call) => denyForeignReferences(call, [reference], grants) });
  return await respond(webhook, path, review());
}

const grant = (change: Partial<ReferenceGrant["spec"]> = {}, namespace = "vault"): ReferenceGrant => ({
  metadata: { namespace },
  spec: {
    from: [{ group: "example.com", kind: "Box", namespace: "default" }],
    to: [{ group: "", kind: "Secret" }],
    ...change,
  },
});

test("a reference within the namespace needs nobody's leave", async () => {
  assert.equal((await judge(secret)).allowed, true);
  assert.equal((await judge({ ...secret, namespace: "default" })).allowed, true);
});

test("a reference into another namespace is refused beside its field", async () => {
  const { allowed, status } = await judge({ ...secret, namespace: "vault" });
  assert.equal(allowed, false);
  assert.deepEqual(status.details.causes[0].field, "spec.image");
  assert.match(status.message, /refers to Secret keys in namespace vault, which no ReferenceGrant there allows/);
});

test("a grant in the other namespace allows what it names, and nothing more", async () => {
  const foreign = { ...secret, namespace: "vault" };
  const isAllowed = async (given: ReferenceGrant) => (await judge(foreign, given)).allowed;
  assert.equal(await isAllowed(grant()), true);
  assert.equal(await isAllowed(grant({ to: [{ group: "", kind: "Secret", name: "keys" }] })), true);
  assert.equal(await isAllowed(grant({ to: [{ group: "", kind: "Secret", name: "other" }] })), false);
  assert.equal(await isAllowed(grant({ to: [{ group: "", kind: "ConfigMap" }] })), false);
  assert.equal(await isAllowed(grant({ from: [{ group: "example.com", kind: "Box", namespace: "other" }] })), false);
  assert.equal(await isAllowed(grant({ from: [{ group: "", kind: "Box", namespace: "default" }] })), false);
  assert.equal(await isAllowed(grant({}, "default")), false, "nobody grants what is not theirs");
});
