import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { assertCaller, authenticationPath, whoAmI } from "./subjects.ts";

const client = connect();
after(() => client.close());

const reviews = `${authenticationPath}/selfsubjectreviews`;
const withAuthorization = (value: string) => whoAmI(client, { as: null, headers: { authorization: value } });

function assertUnauthorized(answer: Answer): void {
  assertStatus(answer, 401, "Unauthorized", "Unauthorized", { metadata: {}, details: undefined });
}

function assertAnonymous(answer: Answer): void {
  const message =
    'selfsubjectreviews.authentication.k8s.io is forbidden: User "system:anonymous" cannot create resource ' +
    '"selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope';
  assertStatus(answer, 403, "Forbidden", message);
}

test("a bearer token says who its caller is, and everybody known is in system:authenticated", async () => {
  assertCaller(await whoAmI(client, { as: "alice" }), {
    username: "alice",
    uid: "alice",
    groups: ["developers", "system:authenticated"],
    extra: undefined,
  });
});

test("a token that nobody has is Unauthorized, with a Status that says no more", async () => {
  const answer = await whoAmI(client, { as: "nobodys-token" });
  assertUnauthorized(answer);
  assert.equal(answer.headers["content-type"], "application/json");
  assert.match(String(answer.headers["audit-id"]), /^[0-9a-f-]{36}$/);
  assert.equal(answer.headers["cache-control"], "no-cache, private");
});

test("a 401 comes without a challenge, since there is nothing that a browser could ask for", async () => {
  const answer = await whoAmI(client, { as: "nobodys-token" });
  assert.equal(answer.headers["www-authenticate"], undefined);
});

test("a wrong token is refused even where no token is needed", async () => {
  for (const path of ["/healthz", "/livez", "/readyz", "/version"]) {
    assertUnauthorized(await client.get(path, {}, { as: "nobodys-token" }));
    assertAnswer(await client.get(path, {}, { as: null }), 200);
  }
});

test("a wrong token is refused before anything is known of the path", async () => {
  for (const path of ["/nothing", "/api/v1/unicorns", "/apis/example.com/v1/things"])
    assertUnauthorized(await client.get(path, {}, { as: "nobodys-token" }));
});

test("the word Bearer may be written in any case", async () => {
  for (const word of ["Bearer", "bearer", "BEARER", "bEARER"])
    assertCaller(await withAuthorization(`${word} ${client.server.tokens.alice}`), { username: "alice" });
});

test("space around the header is ignored, and so is what follows the token", async () => {
  assertCaller(await withAuthorization(`Bearer ${client.server.tokens.alice}  `), { username: "alice" });
  assertCaller(await withAuthorization(`Bearer ${client.server.tokens.alice} and more`), { username: "alice" });
});

test("two spaces before the token leave the caller anonymous, with a warning", async () => {
  const answer = await withAuthorization(`Bearer  ${client.server.tokens.alice}`);
  assertAnonymous(answer);
  assert.deepEqual(answer.warnings, [
    "the provided Authorization header contains extra space before the bearer token, and is ignored",
  ]);
});

test("another scheme than Bearer, or no token at all, leaves the caller anonymous", async () => {
  const { alice } = client.server.tokens;
  for (const value of ["Basic YWxpY2U6YWxpY2U=", `Token ${alice}`, `${alice}`, "Bearer", "Bearer ", "Digest x"])
    assertAnonymous(await withAuthorization(value));
});

test("a token in the query or in the body is not looked at", async () => {
  const token = String(client.server.tokens.alice);
  assertAnonymous(await client.create(reviews, {}, { access_token: token }, { as: null }));
  assertAnonymous(await client.create(reviews, { spec: { token } }, {}, { as: null }));
});

test("who shows nothing is system:anonymous and may do almost nothing", async () => {
  assertAnonymous(await whoAmI(client, { as: null }));
  const message =
    'namespaces "default" is forbidden: User "system:anonymous" cannot get resource "namespaces" in API group "" ' +
    'in the namespace "default"';
  assertStatus(await client.get("/api/v1/namespaces/default", {}, { as: null }), 403, "Forbidden", message);
});

test("the anonymous may ask for health and version, and for no other path", async () => {
  for (const path of ["/healthz", "/livez", "/readyz", "/version", "/version/"])
    assertAnswer(await client.get(path, {}, { as: null }), 200);
  for (const path of ["/", "/api", "/apis", "/apis/apps/v1", "/openapi/v3", "/metrics", "/healthz/etcd", "/nothing"]) {
    const message = `forbidden: User "system:anonymous" cannot get path "${path}"`;
    assertStatus(await client.get(path, {}, { as: null }), 403, "Forbidden", message);
  }
});

test("everybody known may see discovery and OpenAPI, without any right of his own", async () => {
  for (const path of ["/api", "/api/", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/openapi/v3", "/version"])
    assertAnswer(await client.get(path, {}, { as: "alice" }), 200);
  for (const path of ["/", "/metrics", "/healthz/etcd", "/logs", "/debug/pprof"]) {
    const message = `forbidden: User "alice" cannot get path "${path}"`;
    assertStatus(await client.get(path, {}, { as: "alice" }), 403, "Forbidden", message);
  }
});

test("a SelfSubjectReview stores nothing and ignores what its body says", async () => {
  const body = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
    metadata: { name: "me" },
    status: { userInfo: { username: "root" } },
  };
  const answer = await client.create(reviews, body, {}, { as: "alice" });
  assertAnswer(answer, 201, {
    metadata: { name: undefined, uid: undefined, resourceVersion: undefined, creationTimestamp: /Z$/ },
    status: { userInfo: { username: "alice" } },
  });
});

test("a SelfSubjectReview can only be created", async () => {
  const message = "the server does not allow this method on the requested resource";
  assertStatus(await client.get(reviews), 405, "MethodNotAllowed", message);
  assertStatus(await client.delete(reviews), 405, "MethodNotAllowed", message);
});
