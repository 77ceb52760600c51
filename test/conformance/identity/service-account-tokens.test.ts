import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { assertCaller, authenticationPath, createRobot, whoAmI } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const issuer = "https://kubernetes.default.svc";
const seconds = (time: string) => Date.parse(time) / 1000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function requestToken(account: string, spec: Json, metadata?: Json): Promise<Answer> {
  return client.create(`/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`, { metadata, spec });
}

async function tokenFor(account: string, spec: Json): Promise<string> {
  const answer = await requestToken(account, spec);
  assertAnswer(answer, 201);
  return answer.body.status.token;
}

function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

function createPod(serviceAccountName: string): Promise<Answer> {
  const spec = { serviceAccountName, containers: [{ name: "main", image: "none" }] };
  return client.create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: uniqueName("pod") }, spec });
}

/** What a review says of the token; a new audience each time, because answers are kept for ten seconds. */
async function untilRefused(token: string, error: string): Promise<void> {
  await eventually(async () => {
    const spec = { token, audiences: [issuer, uniqueName("once")] };
    assertAnswer(await client.create(`${authenticationPath}/tokenreviews`, { spec }), 201, {
      status: { authenticated: undefined, error },
    });
  });
}

test("a TokenRequest is answered with a token for the API server that lasts an hour", async () => {
  const { name, uid } = await createRobot(client, namespace);
  const answer = await requestToken(name, {});
  assertAnswer(answer, 201, {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { name, namespace, uid, creationTimestamp: /Z$/, resourceVersion: undefined },
    spec: { audiences: [issuer], expirationSeconds: 3600, boundObjectRef: null },
    status: { token: /^[\w-]+\.[\w-]+\.[\w-]+$/, expirationTimestamp: /Z$/ },
  });
});

test("the token's claims say issuer, audience, subject, times and the account's uid", async () => {
  const { name, uid, user } = await createRobot(client, namespace);
  const answer = await requestToken(name, {});
  const claims = claimsOf(answer.body.status.token);
  assertContains(claims, {
    iss: issuer,
    aud: [issuer],
    sub: user,
    jti: uuid,
    "kubernetes.io": { namespace, serviceaccount: { name, uid }, pod: undefined, node: undefined },
  });
  assert.equal(claims.exp - claims.iat, 3600);
  assert.equal(claims.nbf, claims.iat);
  assert.equal(claims.exp, seconds(answer.body.status.expirationTimestamp));
});

test("the bearer is the ServiceAccount's user, in the groups of all accounts and of its namespace", async () => {
  const { token, uid, user } = await createRobot(client, namespace);
  assertCaller(await whoAmI(client, { as: token }), {
    username: user,
    uid,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [`JTI=${claimsOf(token).jti}`] },
  });
});

test("two requests give two tokens, and both are good", async () => {
  const { name, user } = await createRobot(client, namespace);
  const [one, other] = [await tokenFor(name, {}), await tokenFor(name, {})];
  assert.notEqual(one, other);
  assertCaller(await whoAmI(client, { as: one }), { username: user });
  assertCaller(await whoAmI(client, { as: other }), { username: user });
});

test("a token lasts as long as asked for, from ten minutes on", async () => {
  const { name } = await createRobot(client, namespace);
  const claims = claimsOf(await tokenFor(name, { expirationSeconds: 600 }));
  assert.equal(claims.exp - claims.iat, 600);
});

test("less than ten minutes or more than 2^32 seconds are Invalid", async () => {
  const { name } = await createRobot(client, namespace);
  for (const [expirationSeconds, detail] of [
    [599, "may not specify a duration less than 10 minutes"],
    [0, "may not specify a duration less than 10 minutes"],
    [-1, "may not specify a duration less than 10 minutes"],
    [2 ** 32 + 1, "may not specify a duration larger than 2^32 seconds"],
  ] as const) {
    const cause = `Invalid value: ${expirationSeconds}: ${detail}`;
    const message = `TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: ${cause}`;
    assertStatus(await requestToken(name, { expirationSeconds }), 422, "Invalid", message, {
      details: {
        group: "authentication.k8s.io",
        kind: "TokenRequest",
        causes: [{ reason: "FieldValueInvalid", message: cause, field: "spec.expirationSeconds" }],
      },
    });
  }
});

test("a token for other audiences is not good for the API server", async () => {
  const { name } = await createRobot(client, namespace);
  const token = await tokenFor(name, { audiences: ["vault", "billing"] });
  assert.deepEqual(claimsOf(token).aud, ["vault", "billing"]);
  assertStatus(await whoAmI(client, { as: token }), 401, "Unauthorized", "Unauthorized");
});

test("a token for the API server and others is good for it", async () => {
  const { name, user } = await createRobot(client, namespace);
  assertCaller(await whoAmI(client, { as: await tokenFor(name, { audiences: ["vault", issuer] }) }), {
    username: user,
  });
});

test("a token can be bound to a pod that runs as the account, and then says which", async () => {
  const { name } = await createRobot(client, namespace);
  const pod = (await createPod(name)).body.metadata;
  const token = await tokenFor(name, { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: pod.name } });
  assertContains(claimsOf(token)["kubernetes.io"], { pod: { name: pod.name, uid: pod.uid } });
  assertCaller(await whoAmI(client, { as: token }), {
    extra: {
      "authentication.kubernetes.io/pod-name": [pod.name],
      "authentication.kubernetes.io/pod-uid": [pod.uid],
    },
  });
});

test("a token bound to a Node or a Secret names it in its claims, and a Node also in the caller's extra", async () => {
  const { name } = await createRobot(client, namespace);
  const metadata = { name: uniqueName("bound") };
  const node = (await client.create("/api/v1/nodes", { metadata })).body.metadata;
  const secret = (await client.create(`/api/v1/namespaces/${namespace}/secrets`, { metadata })).body.metadata;

  const ofNode = await tokenFor(name, { boundObjectRef: { kind: "Node", apiVersion: "v1", name: node.name } });
  assertContains(claimsOf(ofNode)["kubernetes.io"], { node: { name: node.name, uid: node.uid } });
  assertCaller(await whoAmI(client, { as: ofNode }), {
    extra: {
      "authentication.kubernetes.io/node-name": [node.name],
      "authentication.kubernetes.io/node-uid": [node.uid],
    },
  });
  const ofSecret = await tokenFor(name, { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: secret.name } });
  assertContains(claimsOf(ofSecret)["kubernetes.io"], { secret: { name: secret.name, uid: secret.uid } });
  assertAnswer(await client.delete(`/api/v1/nodes/${node.name}`), 200);
});

test("a bound object must be there, have the uid and be a Pod, Node or Secret", async () => {
  const { name } = await createRobot(client, namespace);
  const pod = (await createPod(name)).body.metadata;
  const bind = (ref: Json) => requestToken(name, { boundObjectRef: { apiVersion: "v1", ...ref } });
  assertStatus(await bind({ kind: "Pod", name: "absent" }), 404, "NotFound", 'pods "absent" not found');
  const moved =
    `Operation cannot be fulfilled on Pod "${pod.name}": the UID in the bound object reference (other) does not match ` +
    "the UID in record. The object might have been deleted and then recreated";
  assertStatus(await bind({ kind: "Pod", name: pod.name, uid: "other" }), 409, "Conflict", moved, {
    details: { name: pod.name, kind: "Pod" },
  });
  const kind = "cannot bind token to object of type /v1, Kind=ConfigMap";
  assertStatus(await bind({ kind: "ConfigMap", name: "x" }), 400, "BadRequest", kind);
  assertStatus(await bind({ kind: "Pod" }), 400, "BadRequest", "Name parameter required.");
});

test("a pod that runs as another account cannot be bound", async () => {
  const { name } = await createRobot(client, namespace);
  const pod = (await createPod("another")).body.metadata;
  const message = `cannot bind token for serviceaccount "${name}" to pod running with different serviceaccount name.`;
  const boundObjectRef = { kind: "Pod", apiVersion: "v1", name: pod.name };
  assertStatus(await requestToken(name, { boundObjectRef }), 400, "BadRequest", message);
});

test("a token dies with the object it is bound to", async () => {
  const { name } = await createRobot(client, namespace);
  const pod = (await createPod(name)).body.metadata;
  const secrets = `/api/v1/namespaces/${namespace}/secrets`;
  const secret = (await client.create(secrets, { metadata: { name: uniqueName("bound") } })).body.metadata;
  const ofPod = await tokenFor(name, { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: pod.name } });
  const ofSecret = await tokenFor(name, { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: secret.name } });
  await client.delete(`/api/v1/namespaces/${namespace}/pods/${pod.name}`, { gracePeriodSeconds: 0 });
  await client.delete(`${secrets}/${secret.name}`);

  for (const token of [ofPod, ofSecret]) {
    await untilRefused(token, "[invalid bearer token, service account token has been invalidated]");
    assertStatus(await whoAmI(client, { as: token }), 401, "Unauthorized", "Unauthorized");
  }
});

test("a token dies with its account, and an account of the same name does not bring it back", async () => {
  const { name, uid } = await createRobot(client, namespace);
  const [first, second] = [await tokenFor(name, {}), await tokenFor(name, {})];
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  assertAnswer(await client.delete(`${accounts}/${name}`), 200);
  await untilRefused(first, `[invalid bearer token, serviceaccounts "${name}" not found]`);
  assertStatus(await whoAmI(client, { as: first }), 401, "Unauthorized", "Unauthorized");

  const again = (await client.create(accounts, { metadata: { name } })).body.metadata;
  const error = `[invalid bearer token, service account UID (${again.uid}) does not match claim (${uid})]`;
  await untilRefused(second, error);
  assertStatus(await whoAmI(client, { as: second }), 401, "Unauthorized", "Unauthorized");
});

test("a token whose claims, signature or algorithm were tampered with is Unauthorized", async () => {
  const { token } = await createRobot(client, namespace);
  const [header, claims, signature] = token.split(".") as [string, string, string];
  const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const lasting = encode({ ...claimsOf(token), exp: claimsOf(token).exp + 1 });
  const flipped = `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
  for (const forged of [
    `${header}.${lasting}.${signature}`,
    `${header}.${claims}.${flipped}`,
    `${header}.${claims}.`,
    `${encode({ alg: "none" })}.${claims}.`,
    `${header}.${claims}`,
  ])
    assertStatus(await whoAmI(client, { as: forged }), 401, "Unauthorized", "Unauthorized");
});

test("a TokenRequest may repeat the account's name and namespace, and name no others", async () => {
  const { name } = await createRobot(client, namespace);
  assertAnswer(await requestToken(name, {}, { name, namespace }), 201);
  const cause = 'Invalid value: "other": must match the service account name if specified';
  const message = `TokenRequest.authentication.k8s.io "${name}" is invalid: metadata.name: ${cause}`;
  assertStatus(await requestToken(name, {}, { name: "other" }), 422, "Invalid", message, {
    details: { causes: [{ reason: "FieldValueInvalid", field: "metadata.name", message: cause }] },
  });
  const elsewhere = "the namespace of the provided object does not match the namespace sent on the request";
  assertStatus(await requestToken(name, {}, { namespace: "other" }), 400, "BadRequest", elsewhere);
});

test("tokens of an absent account are NotFound, and tokens can only be created", async () => {
  assertStatus(await requestToken("absent", {}), 404, "NotFound", 'serviceaccounts "absent" not found');
  const { name } = await createRobot(client, namespace);
  const message = "the server does not allow this method on the requested resource";
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  assertStatus(await client.get(path), 405, "MethodNotAllowed", message);
  assertStatus(await client.update(path, {}), 405, "MethodNotAllowed", message);
});

test("a dry run gives a working token all the same", async () => {
  const { name, user } = await createRobot(client, namespace);
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const answer = await client.create(path, {}, { dryRun: "All" });
  assertAnswer(answer, 201);
  assertCaller(await whoAmI(client, { as: answer.body.status.token }), { username: user });
});
