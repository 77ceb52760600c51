import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { createMemoryStorage, encodeStored } from "@pintle/apiserver";
import { createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { type AccountTokensOptions, createAccountTokens } from "./account-tokens.ts";
import { createSigningKey, readSigningKey, readVerifyingKeys, signWith } from "./signing-key.ts";

const issuer = "https://kubernetes.default.svc";
const account = { metadata: { name: "robot", namespace: "a", uid: "1" } };
const hour = { audiences: [issuer], expirationSeconds: 3_600 };
const key = createSigningKey();
const pkcs8 = { type: "pkcs8", format: "pem" } as const;

async function start(options: Partial<AccountTokensOptions> = {}) {
  const clock = createVirtualClock({ start: Date.UTC(2030, 0, 1) });
  const storage = createMemoryStorage({ clock });
  const put = async (path: string, metadata: JsonObject | undefined) => {
    const { entry } = await storage.get(`/registry/${path}`);
    const object = metadata && encodeStored({ kind: "Any", apiVersion: "v1", metadata }, "declared");
    await storage.swap(`/registry/${path}`, entry?.revision ?? 0, object);
  };
  await put("serviceaccounts/a/robot", account.metadata);
  const tokens = createAccountTokens({ issuer, key, storage, clock, random: createSeededRandom(1), ...options });
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

test("a token says by which key it was signed; a name that nobody has is no reason to refuse it", async () => {
  const { issue, verify } = await start();
  const { token } = await issue(account, hour, {});
  const [, claims = ""] = token.split(".");
  const signing = await key();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const kid of [signing.id, "nobody's", undefined, 7]) {
    const signed = `${encode({ alg: "RS256", kid })}.${claims}`;
    assert.ok(await verify(`${signed}.${signWith(signing, signed)}`, [issuer]), String(kid));
  }
});

test("a token under the name of another key of ours is not signed by it", async () => {
  const other = readSigningKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export(pkcs8) as string);
  const { issue, verify } = await start({ otherKeys: [other] });
  const { token } = await issue(account, hour, {});
  const [, claims = ""] = token.split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "RS256", kid: other.id })}.${claims}`;
  assert.equal(await verify(`${signed}.${signWith(await key(), signed)}`, [issuer]), undefined);
  assert.ok(await verify(`${signed}.${signWith(other, signed)}`, [issuer]));
});

test("a key signs by its own algorithm, and a token that names another is nobody's", async () => {
  const pem = generateKeyPairSync("ec", { namedCurve: "secp384r1" }).privateKey.export(pkcs8) as string;
  const curve = readSigningKey(pem);
  const { issue, verify } = await start({ key: createSigningKey(curve) });
  const { token } = await issue(account, hour, {});
  assert.ok(await verify(token, [issuer]));
  const [head = "", claims = "", signature = ""] = token.split(".");
  assert.deepEqual(JSON.parse(Buffer.from(head, "base64url").toString()), { alg: "ES384", kid: curve.id });
  for (const alg of ["RS256", "ES256", "HS384", "none", "", undefined]) {
    const renamed = Buffer.from(JSON.stringify({ alg, kid: curve.id })).toString("base64url");
    assert.equal(await verify(`${renamed}.${claims}.${signature}`, [issuer]), undefined, String(alg));
  }
});

test("tokens of an issuer that was ours are believed, those of any other are not", async () => {
  const older = await start();
  const { token } = await older.issue(account, { ...hour, audiences: ["https://new.example"] }, {});
  const believing = await start({ issuer: "https://new.example", otherIssuers: [issuer] });
  assert.ok(await believing.verify(token, ["https://new.example"]));
  const strange = await start({ issuer: "https://new.example" });
  assert.equal(await strange.verify(token, ["https://new.example"]), undefined);
});

test("keys that cannot sign tokens are refused", () => {
  const ed = generateKeyPairSync("ed25519").privateKey.export(pkcs8) as string;
  assert.throws(() => readSigningKey(ed), /a key of type ed25519 cannot sign tokens/);
  assert.throws(() => readSigningKey("nonsense"));
  assert.throws(() => readVerifyingKeys("nonsense"), /does not contain any valid RSA or ECDSA public keys/);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const both = `${publicKey.export({ type: "spki", format: "pem" })}${privateKey.export(pkcs8)}`;
  const [one, two] = readVerifyingKeys(both);
  assert.equal(one?.id, two?.id);
});
