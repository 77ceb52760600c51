import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { createMemoryStorage, encodeStored } from "@pintle/apiserver";
import { createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createAccountTokens } from "./account-tokens.ts";
import { createSigningKey } from "./signing-key.ts";

const issuer = "https://kubernetes.default.svc";
const account = { metadata: { name: "robot", namespace: "a", uid: "1" } };
const key = createSigningKey();

async function start() {
  const clock = createVirtualClock();
  const storage = createMemoryStorage({ clock });
  const put = async (path: string, object: JsonObject | undefined) => {
    const { entry } = await storage.get(`/registry/${path}`);
    const stored = object && encodeStored({ kind: "Any", apiVersion: "v1", ...object }, "declared");
    await storage.swap(`/registry/${path}`, entry?.revision ?? 0, stored);
  };
  const tokens = createAccountTokens({ issuer, key, storage, clock, random: createSeededRandom(1) });
  const token = await tokens.issueForSecret(account, "kept");
  const putSecret = (metadata: JsonObject = {}, held = token) =>
    put("secrets/a/kept", { metadata, data: { token: Buffer.from(held).toString("base64") } });
  await put("serviceaccounts/a/robot", account);
  await putSecret();
  return { ...tokens, clock, put, putSecret, token };
}

test("a token in a Secret is its account's user, for the server alone, and never ends by itself", async () => {
  const { verify, token, clock } = await start();
  await clock.advance(10 * 365 * 86_400_000);
  const { user, audiences } = (await verify(token, ["other", issuer])) ?? {};
  assert.deepEqual(audiences, [issuer]);
  assert.deepEqual(user, {
    name: "system:serviceaccount:a:robot",
    uid: "1",
    groups: ["system:serviceaccounts", "system:serviceaccounts:a"],
  });
  await assert.rejects(verify(token, ["other"]), /is invalid for the target audiences \["other"\]/);
});

test("it ends with its Secret, or when that holds another", async () => {
  const { verify, token, put, putSecret } = await start();
  await putSecret({}, "another");
  await assert.rejects(verify(token, [issuer]), /Token does not match server's copy/);
  await putSecret({ deletionTimestamp: "2026-01-01T00:00:00Z" });
  await assert.rejects(verify(token, [issuer]), /Token has been invalidated/);
  await put("secrets/a/kept", undefined);
  await assert.rejects(verify(token, [issuer]), /Token has been invalidated/);
});

test("it ends with its account, or when that is another one", async () => {
  const { verify, token, put } = await start();
  await put("serviceaccounts/a/robot", { metadata: { ...account.metadata, uid: "2" } });
  await assert.rejects(verify(token, [issuer]), /ServiceAccount UID \(2\) does not match claim \(1\)/);
  await put("serviceaccounts/a/robot", { metadata: { ...account.metadata, deletionTimestamp: "now" } });
  await assert.rejects(verify(token, [issuer]), /ServiceAccount a\/robot has been deleted/);
  await put("serviceaccounts/a/robot", undefined);
  await assert.rejects(verify(token, [issuer]), /serviceaccounts "robot" not found/);
});

test("a label on its Secret makes it invalid", async () => {
  const { verify, token, putSecret } = await start();
  await putSecret({ labels: { "kubernetes.io/legacy-token-invalid-since": "2026-01-01" } });
  await assert.rejects(
    verify(token, [issuer]),
    /^Error: the token in secret a\/kept for service account a\/robot has been/,
  );
});
