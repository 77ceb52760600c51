import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { createMemoryStorage, encodeStored } from "@pintle/apiserver";
import { createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { createAccountTokens } from "./account-tokens.ts";
import { createSigningKey } from "./signing-key.ts";

const issuer = "https://kubernetes.default.svc";
const account = { metadata: { name: "robot", namespace: "a", uid: "1" } };
const hour = { audiences: [issuer], expirationSeconds: 3_600 };
const key = createSigningKey();

async function start() {
  const clock = createVirtualClock({ start: Date.UTC(2030, 0, 1) });
  const storage = createMemoryStorage({ clock });
  const put = async (path: string, metadata: JsonObject | undefined) => {
    const { entry } = await storage.get(`/registry/${path}`);
    const object = metadata && encodeStored({ kind: "Any", apiVersion: "v1", metadata }, "declared");
    await storage.swap(`/registry/${path}`, entry?.revision ?? 0, object);
  };
  await put("serviceaccounts/a/robot", account.metadata);
  const tokens = createAccountTokens({ issuer, key, storage, clock, random: createSeededRandom(1) });
  return { ...tokens, clock, put };
}

test("a token is its account's user, with the groups of accounts and an id of its own", async () => {
  const { issue, verify } = await start();
  const { token } = await issue(account, hour, {});
  const { user, audiences } = (await verify(token, ["other", issuer])) ?? {};
  assert.deepEqual(audiences, [issuer]);
  assert.equal(user?.name, "system:serviceaccount:a:robot");
  assert.equal(user?.uid, "1");
  assert.deepEqual(user?.groups, ["system:serviceaccounts", "system:serviceaccounts:a"]);
  assert.match(user?.extra?.["authentication.kubernetes.io/credential-id"]?.[0] ?? "", /^JTI=[0-9a-f-]{36}$/);
});

test("a token ends with its time, but for a minute by which clocks may differ", async () => {
  const { issue, verify, clock } = await start();
  const { token, expirationTimestamp } = await issue(account, hour, {});
  assert.equal(expirationTimestamp, "2030-01-01T01:00:00Z");
  await clock.advance(3_660_000);
  assert.ok(await verify(token, [issuer]));
  await clock.advance(1);
  await assert.rejects(verify(token, [issuer]), /service account token has expired/);
});

test("a token ends with its account, and with the object that it is bound to", async () => {
  const { issue, verify, put } = await start();
  await put("pods/a/one", { uid: "7" });
  const { token } = await issue(account, hour, {});
  const { token: bound } = await issue(account, hour, { pod: { name: "one", uid: "7" }, node: { name: "n" } });
  const user = (await verify(bound, [issuer]))?.user;
  assert.deepEqual(user?.extra?.["authentication.kubernetes.io/pod-uid"], ["7"]);
  assert.deepEqual(user?.extra?.["authentication.kubernetes.io/node-name"], ["n"]);
  await put("pods/a/one", { uid: "8" });
  await assert.rejects(verify(bound, [issuer]), /pod UID \(8\) does not match service account pod ref claim \(7\)/);
  await put("pods/a/one", undefined);
  await assert.rejects(verify(bound, [issuer]), /has been invalidated/);
  assert.ok(await verify(token, [issuer]));
  await put("serviceaccounts/a/robot", { ...account.metadata, uid: "2" });
  await assert.rejects(verify(token, [issuer]), /service account UID \(2\) does not match claim \(1\)/);
  await put("serviceaccounts/a/robot", undefined);
  await assert.rejects(verify(token, [issuer]), /serviceaccounts "robot" not found/);
});

test("an object that has been going away for a minute is gone", async () => {
  const { issue, verify, put, clock } = await start();
  const { token } = await issue(account, hour, {});
  await put("serviceaccounts/a/robot", { ...account.metadata, deletionTimestamp: "2030-01-01T00:00:00Z" });
  await clock.advance(60_000);
  assert.ok(await verify(token, [issuer]));
  await clock.advance(1_000);
  await assert.rejects(verify(token, [issuer]), /service account a\/robot has been deleted/);
});

test("a token for other audiences is refused, and both are named", async () => {
  const { issue, authenticator, verify } = await start();
  const { token } = await issue(account, { ...hour, audiences: ["vault"] }, {});
  const message = `token audiences ["vault"] is invalid for the target audiences ["${issuer}"]`;
  await assert.rejects(verify(token, [issuer]), { message });
  const request = { headers: { authorization: `Bearer ${token}` } };
  await assert.rejects(authenticator(request as never), { message });
});

test("what this issuer has not signed is not its token", async () => {
  const { issue, verify } = await start();
  const { token } = await issue(account, hour, {});
  const [head = "", claims = "", signature = ""] = token.split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { publicKey } = await key();
  const secret = publicKey.export({ type: "spki", format: "pem" });
  const hmacHead = encode({ alg: "HS256" });
  const hmac = createHmac("sha256", secret).update(`${hmacHead}.${claims}`).digest("base64url");
  const stranger = createAccountTokens({
    issuer,
    key: createSigningKey(),
    storage: createMemoryStorage({ clock: createVirtualClock() }),
    clock: createVirtualClock({ start: Date.UTC(2030, 0, 1) }),
    random: createSeededRandom(1),
  });
  for (const forged of [
    "",
    "a.b.c",
    `${head}.${claims}`,
    `${head}.${claims}.`,
    `${head}.${claims}.${signature}.x`,
    `${encode({ alg: "none" })}.${claims}.`,
    `${hmacHead}.${claims}.${hmac}`,
    `${head}.${encode({ iss: issuer, sub: "system:admin", exp: 9e9, aud: [issuer] })}.${signature}`,
    (await stranger.issue(account, hour, {})).token,
  ]) {
    assert.equal(await verify(forged, [issuer]), undefined, forged);
  }
});
