import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { after, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { createRobot, grantEverywhere } from "./subjects.ts";

const client = connect();
after(() => client.close());

const configuration = "/.well-known/openid-configuration";
const jwks = "/openid/v1/jwks";
const keySet = () => client.get(jwks, {}, { headers: { accept: "application/jwk-set+json" } });

test("the issuer's OpenID configuration says where the keys are", async () => {
  const answer = await client.get(configuration);
  assertAnswer(answer, 200, {
    issuer: "https://kubernetes.default.svc",
    jwks_uri: /^https:\/\/[^/]+\/openid\/v1\/jwks$/,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  });
  assert.equal(answer.headers["content-type"], "application/json");
  assert.equal(answer.headers["cache-control"], "public, max-age=3600");
});

test("the keys are public RSA keys for signatures, and may be cached for an hour", async () => {
  const answer = await keySet();
  assertAnswer(answer, 200);
  assert.equal(answer.headers["content-type"], "application/jwk-set+json");
  assert.equal(answer.headers["cache-control"], "public, max-age=3600");
  for (const key of answer.body.keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ["alg", "e", "kid", "kty", "n", "use"]);
    assert.deepEqual([key.use, key.kty, key.alg], ["sig", "RSA", "RS256"]);
  }
});

test("a ServiceAccount's token is signed by the key that its header names", async () => {
  const { token } = await createRobot(client, await client.namespace());
  const [header = "", claims = "", signature = ""] = token.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  assert.equal(alg, "RS256");
  const key = (await keySet()).body.keys.find((candidate: { kid: string }) => candidate.kid === kid);
  const publicKey = createPublicKey({ key, format: "jwk" });
  assert.ok(verify("sha256", Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, "base64url")));
});

test("a key's id is the SHA-256 of its public half", async () => {
  for (const key of (await keySet()).body.keys) {
    const der = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "der" });
    assert.equal(key.kid, createHash("sha256").update(der).digest("base64url"));
  }
});

test("the keys have a media type of their own, and plain JSON is NotAcceptable", async () => {
  const message = "406: Not Acceptable\n\nAvailable representations: application/jwk-set+json";
  assertStatus(await client.get(jwks), 406, "NotAcceptable", message);
  assertAnswer(await client.get(jwks, {}, { headers: { accept: "*/*" } }), 200);
});

test("the issuer is not public: reading it takes system:service-account-issuer-discovery or a right", async () => {
  for (const path of [configuration, jwks]) {
    const message = `forbidden: User "alice" cannot get path "${path}"`;
    assertStatus(await client.get(path, {}, { as: "alice" }), 403, "Forbidden", message);
  }
});

test("every ServiceAccount may read the issuer", async () => {
  const { token } = await createRobot(client, await client.namespace());
  assertAnswer(await client.get(configuration, {}, { as: token }), 200);
  assertAnswer(await client.get(jwks, {}, { as: token, headers: { accept: "*/*" } }), 200);
});

test("one path can be granted to one user", async () => {
  const robot = await createRobot(client, await client.namespace());
  const subject = { kind: "ServiceAccount", name: robot.name, namespace: robot.namespace } as const;
  assertStatus(
    await client.get("/metrics", {}, { as: robot.token }),
    403,
    "Forbidden",
    `forbidden: User "${robot.user}" cannot get path "/metrics"`,
  );
  await grantEverywhere(client, subject, [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }]);
  assertAnswer(await client.get("/metrics", {}, { as: robot.token }), 200);
  assertAnswer(await client.get("/metrics/", {}, { as: robot.token }), 403);
});
