import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";

const client = connect();
after(() => client.close());

/** What the router says when no server behind it has the path. */
function assertNoPage(answer: Answer): void {
  assert.equal(answer.status, 404, answer.request.path);
  assert.equal(answer.text, "404 page not found\n");
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
}

function assertNoResource(answer: Answer): void {
  assertStatus(answer, 404, "NotFound", "the server could not find the requested resource", { details: {} });
}

function assertNotAllowed(answer: Answer): void {
  const message = "the server does not allow this method on the requested resource";
  assertStatus(answer, 405, "MethodNotAllowed", message, { details: {} });
}

function assertForbidden(answer: Answer, message: string): void {
  assertStatus(answer, 403, "Forbidden", message);
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
}

test("the root lists the paths that there are, in order", async () => {
  const answer = await client.get("/");
  assertAnswer(answer, 200);
  const { paths } = answer.body;
  for (const path of ["/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz", "/livez/ping", "/metrics"])
    assert.ok(paths.includes(path), path);
  for (const path of ["/openapi/v2", "/openapi/v3", "/openid/v1/jwks", "/readyz/etcd", "/version"])
    assert.ok(paths.includes(path), path);
  assert.deepEqual(paths, paths.toSorted());
});

test("the root is not for everybody", async () => {
  assertForbidden(await client.get("/", {}, { as: "alice" }), 'forbidden: User "alice" cannot get path "/"');
  assertForbidden(await client.get("/", {}, { as: null }), 'forbidden: User "system:anonymous" cannot get path "/"');
});

test("a path that leads nowhere is a page not found, as plain text", async () => {
  for (const path of ["/nothing", "/API", "/openapi", "/openapi/v1", "/swagger.json", "/ui"])
    assertNoPage(await client.get(path));
});

test("a group that there is not is a page not found", async () => {
  const group = `${uniqueName("nothing")}.example.com`;
  assertNoPage(await client.get(`/apis/${group}`));
  assertNoPage(await client.get(`/apis/${group}/v1`));
  assertNoPage(await client.get(`/apis/${group}/v1/things`));
  assertNoPage(await client.create(`/apis/${group}/v1/namespaces/default/things`, {}));
});

test("a version that a built-in group does not have is a resource not found", async () => {
  for (const path of ["/api/v2", "/apis/apps/v9", "/apis/apps/v9/deployments", "/apis/apps/deployments"])
    assertNoResource(await client.get(path));
});

test("a resource or subresource that a version does not have is not found", async () => {
  const inDefault = "/api/v1/namespaces/default";
  for (const path of ["/api/v1/nothings", `${inDefault}/nothings`, `${inDefault}/nothings/x`])
    assertNoResource(await client.get(path));
  assertNoResource(await client.get(`${inDefault}/pods/x/nothing`));
});

test("resources are spelled in lower case", async () => {
  assertNoResource(await client.get("/apis/apps/v1/namespaces/default/Deployments"));
});

test("an object of a namespaced resource is found only in a namespace", async () => {
  assertNoResource(await client.get("/api/v1/configmaps/x"));
});

test("a cluster-scoped resource is not found in a namespace", async () => {
  assertNoResource(await client.get("/api/v1/namespaces/default/nodes"));
});

test("namespaces have two subresources, and anything else below one is a resource in it", async () => {
  assertAnswer(await client.get("/api/v1/namespaces/default/status"), 200, { kind: "Namespace" });
  assertNotAllowed(await client.get("/api/v1/namespaces/default/finalize"));
  assertAnswer(await client.get("/api/v1/namespaces/default/configmaps"), 200, { kind: "ConfigMapList" });
});

test("discovery can only be read", async () => {
  for (const path of ["/api", "/api/v1", "/apis/apps/v1"]) {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) assertNotAllowed(await client.request(method, path));
  }
});

test("a collection cannot be put nor patched", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  assertNotAllowed(await client.update(path, {}));
  assertNotAllowed(await client.patch("merge", path, {}));
});

test("an object's own path does not take POST", async () => {
  assertNotAllowed(await client.create("/api/v1/namespaces/default/configmaps/x", {}));
});

test("the path of a namespaced resource across namespaces does not take POST", async () => {
  assertNotAllowed(await client.create("/api/v1/configmaps", {}));
});

test("a method that discovery does not name among the verbs is not allowed", async () => {
  assertNotAllowed(await client.delete("/api/v1/namespaces"));
  assertNotAllowed(await client.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"));
  assertNotAllowed(await client.update("/api/v1/namespaces/default/pods/x/log", {}));
  assertNotAllowed(await client.get("/api/v1/namespaces/default/pods/x/binding"));
});

test("whether one may comes before whether there is such a path", async () => {
  const group = `${uniqueName("nothing")}.example.com`;
  assertForbidden(
    await client.get("/nothing", {}, { as: "alice" }),
    'forbidden: User "alice" cannot get path "/nothing"',
  );
  assertForbidden(
    await client.get(`/apis/${group}/v1/things`, {}, { as: "alice" }),
    `things.${group} is forbidden: User "alice" cannot list resource "things" in API group "${group}" at the cluster scope`,
  );
  assertForbidden(
    await client.get("/api/v1/namespaces/default/nothings", {}, { as: "alice" }),
    'nothings is forbidden: User "alice" cannot list resource "nothings" in API group "" in the namespace "default"',
  );
  assertForbidden(
    await client.get("/apis/apps/v9/deployments", {}, { as: "alice" }),
    'deployments.apps is forbidden: User "alice" cannot list resource "deployments" in API group "apps" at the cluster scope',
  );
});

test("whether one may comes before whether the method is allowed", async () => {
  assertForbidden(
    await client.request("DELETE", "/api/v1/namespaces", { as: "alice" }),
    'namespaces is forbidden: User "alice" cannot deletecollection resource "namespaces" in API group "" at the cluster scope',
  );
});

test("the discovery of a group that there is not tells so to whoever is known", async () => {
  const path = `/apis/${uniqueName("nothing")}.example.com/v1`;
  assertNoPage(await client.get(path, {}, { as: "alice" }));
  assertForbidden(
    await client.get(path, {}, { as: null }),
    `forbidden: User "system:anonymous" cannot get path "${path}"`,
  );
});
