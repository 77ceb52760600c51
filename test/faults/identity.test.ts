/** Tokens that are not what they say, and what must not happen when nobody can be asked or nothing can be written down. */
import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { type AuditEvent, formatAuditEvent } from "@pintle/apiserver";
import { readSigningKey } from "@pintle/controlplane";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { startPlane } from "./plane.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signingKey = readSigningKey(privateKey.export({ type: "pkcs8", format: "pem" }) as string);
const events: AuditEvent[] = [];
let isDiskFull = false;
const plane = await startPlane({
  users: [{ name: "eve", groups: ["developers"] }],
  identity: { signingKey },
  audit: {
    policy: {
      rules: [
        { level: "None", users: ["system:apiserver"] },
        { level: "RequestResponse", resources: [{ resources: ["configmaps"] }] },
        { level: "Metadata" },
      ],
    },
    sink: (event) => {
      if (isDiskFull) throw new Error("no space left on device");
      events.push(event);
    },
  },
});

const accounts = "/api/v1/namespaces/default/serviceaccounts";
const reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const account = await plane.create(accounts, { metadata: { name: "robot" } });
const issuer = "https://kubernetes.default.svc";
const nowSeconds = Math.floor(Date.now() / 1_000);
const serviceaccount = { name: "robot", uid: account.body.metadata.uid };
const claims = {
  iss: issuer,
  aud: [issuer],
  sub: "system:serviceaccount:default:robot",
  iat: nowSeconds,
  nbf: nowSeconds,
  exp: nowSeconds + 600,
  jti: "1",
  "kubernetes.io": { namespace: "default", serviceaccount },
};
const head = { alg: "RS256", kid: signingKey.id };
const encode = (value: Json) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function signed(header: Json, payload: Json, key = privateKey): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

const withToken = (token: string) =>
  plane.ask("POST", reviews, { body: {}, as: "admin", headers: { authorization: `Bearer ${token}` } });
const asAdmin = (method: string, path: string, body?: Json) => plane.ask(method, path, { as: "admin", body });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const hmacOf = (text: string) =>
  createHmac("sha256", publicKey.export({ type: "spki", format: "pem" }))
    .update(text)
    .digest("base64url");
const good = signed(head, claims);
const [goodHead, goodClaims, goodSignature] = good.split(".");
const unsigned = `${encode({ alg: "none" })}.${goodClaims}.`;
const hmac = `${encode({ alg: "HS256", kid: signingKey.id })}.${goodClaims}`;

test("a token that says the truth is believed", async () => {
  const answer = await withToken(good);
  assertAnswer(answer, 201, { status: { userInfo: { username: "system:serviceaccount:default:robot" } } });
});

for (const [what, token] of [
  ["that has expired", signed(head, { ...claims, exp: nowSeconds - 61 })],
  ["that never expires", signed(head, { ...claims, exp: undefined })],
  ["that expires at no number", signed(head, { ...claims, exp: "never" })],
  ["that counts only tomorrow", signed(head, { ...claims, nbf: nowSeconds + 86_400 })],
  ["for another audience", signed(head, { ...claims, aud: ["vault"] })],
  ["for no audience", signed(head, { ...claims, aud: [] })],
  ["for an audience that is a text", signed(head, { ...claims, aud: `${issuer}.evil.example` })],
  ["of another issuer", signed(head, { ...claims, iss: "https://evil.example" })],
  ["of no issuer", signed(head, { ...claims, iss: undefined })],
  ["that is not signed", unsigned],
  ["that is not signed, in other letters", `${encode({ alg: "NoNe" })}.${goodClaims}.`],
  ["signed with the public key as a secret", `${hmac}.${hmacOf(hmac)}`],
  ["signed by a stranger", signed(head, claims, stranger)],
  ["signed by a stranger under a name of their own", signed({ alg: "RS256", kid: "theirs" }, claims, stranger)],
  [
    "signed by a stranger who brings the key along",
    signed({ ...head, jwk: { kty: "RSA" }, x5c: ["a"] }, claims, stranger),
  ],
  ["whose claims were changed", `${goodHead}.${encode({ ...claims, sub: "admin" })}.${goodSignature}`],
  ["whose header was changed", `${encode({ ...head, x: 1 })}.${goodClaims}.${goodSignature}`],
  ["whose signature is cut", good.slice(0, -8)],
  [
    "of another account of the same name",
    signed(head, { ...claims, "kubernetes.io": { namespace: "default", serviceaccount: { name: "robot", uid: "1" } } }),
  ],
  [
    "of an account that is not there",
    signed(head, { ...claims, "kubernetes.io": { namespace: "default", serviceaccount: { name: "none", uid: "1" } } }),
  ],
  ["of no account", signed(head, { ...claims, "kubernetes.io": undefined })],
  [
    "of an account whose name leads elsewhere",
    signed(head, {
      ...claims,
      "kubernetes.io": { namespace: "..", serviceaccount: { ...serviceaccount, name: "../default/robot" } },
    }),
  ],
  [
    "bound to a pod that is not there",
    signed(head, {
      ...claims,
      "kubernetes.io": { namespace: "default", serviceaccount, pod: { name: "p", uid: "1" } },
    }),
  ],
  ["with claims that are a list", signed(head, [])],
  ["with claims that are no JSON", signed(head, "{")],
  ["with claims under __proto__", signed(head, `{"__proto__":${JSON.stringify(claims)}}`)],
  ["nested without end", signed(head, `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`)],
  ["of a megabyte", signed(head, { ...claims, iss: "x".repeat(1_000_000) })],
  ["of dots", "....."],
] as const) {
  test(`a token ${what} is believed by nobody`, async () => {
    assertStatus(await withToken(token), 401, "Unauthorized", "Unauthorized");
  });
}

test("what cannot be written down is not done, and is done when it can be again", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  isDiskFull = true;
  try {
    const refused = await asAdmin("POST", path, { metadata: { name: "unseen" } });
    assert.deepEqual(
      [refused.status, refused.text],
      [500, `Internal Server Error: "${path}": failed to store audit event\n`],
    );
    assert.match(
      plane.failures.splice(0).join("\n"),
      /^an audit event cannot be stored: Error: no space left on device/,
    );
  } finally {
    isDiskFull = false;
  }
  assertAnswer(await plane.get(`${path}/unseen`), 404);
  assertAnswer(await asAdmin("POST", path, { metadata: { name: "unseen" } }), 201);
});

test("neither secrets nor tokens are written down unless the policy says so", async () => {
  const secret = "c2VjcmV0LXZhbHVl";
  const path = "/api/v1/namespaces/default/secrets";
  assertAnswer(await asAdmin("POST", path, { metadata: { name: "s" }, data: { a: secret } }), 201);
  assertAnswer(await asAdmin("GET", `${path}/s`), 200);
  assertAnswer(await asAdmin("PUT", `${path}/s`, { metadata: { name: "s" }, data: { b: secret } }), 200);
  const issued = await asAdmin("POST", `${accounts}/robot/token`, { spec: {} });
  assertAnswer(issued, 201);
  await withToken(good);
  const written = events.map(formatAuditEvent).join("");
  for (const hidden of [secret, issued.body.status.token, good, ...Object.values(plane.running.tokens)]) {
    assert.ok(!written.includes(hidden));
  }
});
