import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { grant, user } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const asAlice = { as: "alice" };
const base = () => `/api/v1/namespaces/${namespace}`;

/** Method, path under the namespace, what cannot be done to what, and the object's name if the path has one. */
const refusals: readonly (readonly [string, string, string, string, string?])[] = [
  ["GET", "configmaps", "list", "configmaps"],
  ["GET", "configmaps?watch=1", "watch", "configmaps"],
  ["GET", "configmaps?watch=true", "watch", "configmaps"],
  ["GET", "configmaps/one", "get", "configmaps", "one"],
  ["POST", "configmaps", "create", "configmaps"],
  ["PUT", "configmaps/one", "update", "configmaps", "one"],
  ["PATCH", "configmaps/one", "patch", "configmaps", "one"],
  ["DELETE", "configmaps/one", "delete", "configmaps", "one"],
  ["DELETE", "configmaps", "deletecollection", "configmaps"],
  ["GET", "pods/one/status", "get", "pods/status", "one"],
  ["PATCH", "pods/one/ephemeralcontainers", "patch", "pods/ephemeralcontainers", "one"],
  ["GET", "pods/one/log", "get", "pods/log", "one"],
  ["POST", "pods/one/eviction", "create", "pods/eviction", "one"],
  ["POST", "pods/one/binding", "create", "pods/binding", "one"],
  ["GET", "pods/one/exec", "get", "pods/exec", "one"],
  ["POST", "pods/one/exec", "create", "pods/exec", "one"],
  ["GET", "services/one/proxy/deep/path", "get", "services/proxy", "one"],
  ["POST", "serviceaccounts/one/token", "create", "serviceaccounts/token", "one"],
];

for (const [method, path, verb, resource, name] of refusals) {
  test(`${method} ${path} without the right is Forbidden: cannot ${verb} ${resource}`, async () => {
    const kind = resource.split("/")[0] as string;
    const named = name === undefined ? kind : `${kind} "${name}"`;
    const message = `${named} is forbidden: User "alice" cannot ${verb} resource "${resource}" in API group "" in the namespace "${namespace}"`;
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const answer = await client.request(method, `${base()}/${path}`, { ...asAlice, body });
    assertStatus(answer, 403, "Forbidden", message, {
      metadata: {},
      details: { name, group: undefined, kind, causes: undefined },
    });
  });
}

test("a resource of a group is named with it, and the details carry both", async () => {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/one/scale`;
  const message =
    'deployments.apps "one" is forbidden: User "alice" cannot get resource "deployments/scale" in API group "apps" ' +
    `in the namespace "${namespace}"`;
  assertStatus(await client.get(path, {}, asAlice), 403, "Forbidden", message, {
    details: { name: "one", group: "apps", kind: "deployments" },
  });
});

test("across namespaces and without namespaces it is the cluster scope", async () => {
  for (const resource of ["configmaps", "nodes", "persistentvolumes"]) {
    const message = `${resource} is forbidden: User "alice" cannot list resource "${resource}" in API group "" at the cluster scope`;
    assertStatus(await client.get(`/api/v1/${resource}`, {}, asAlice), 403, "Forbidden", message);
  }
  const message =
    'nodes "one" is forbidden: User "alice" cannot get resource "nodes" in API group "" at the cluster scope';
  assertStatus(await client.get("/api/v1/nodes/one", {}, asAlice), 403, "Forbidden", message);
});

test("a Namespace is authorized inside itself", async () => {
  const cannot = (verb: string, resource: string) =>
    `namespaces "${namespace}" is forbidden: User "alice" cannot ${verb} resource "${resource}" in API group "" in the namespace "${namespace}"`;
  assertStatus(await client.get(base(), {}, asAlice), 403, "Forbidden", cannot("get", "namespaces"));
  assertStatus(await client.delete(base(), undefined, {}, asAlice), 403, "Forbidden", cannot("delete", "namespaces"));
  const finalize = await client.update(`${base()}/finalize`, {}, {}, asAlice);
  assertStatus(finalize, 403, "Forbidden", cannot("update", "namespaces/finalize"));
  await grant(client, namespace, user("alice"), [{ apiGroups: [""], resources: ["namespaces"], verbs: ["get"] }]);
  assertAnswer(await client.get(base(), {}, asAlice), 200);
});

test("creating a Namespace is at the cluster scope", async () => {
  const message =
    'namespaces is forbidden: User "alice" cannot create resource "namespaces" in API group "" at the cluster scope';
  const body = { metadata: { name: uniqueName("ns") } };
  assertStatus(await client.create("/api/v1/namespaces", body, {}, asAlice), 403, "Forbidden", message);
});

test("a path that is no resource is named by its method and path", async () => {
  for (const [method, verb] of [
    ["GET", "get"],
    ["POST", "post"],
    ["PUT", "put"],
    ["PATCH", "patch"],
    ["DELETE", "delete"],
    ["OPTIONS", "options"],
  ] as const) {
    const answer = await client.request(method, "/nothing/here", asAlice);
    const message = `forbidden: User "alice" cannot ${verb} path "/nothing/here"`;
    assertStatus(answer, 403, "Forbidden", message, { details: (details: Json) => Object.keys(details).length === 0 });
  }
});

test("refusals say nothing of what exists: object, namespace, resource, group", async () => {
  const paths = [
    [`${base()}/configmaps/absent`, 'configmaps "absent"'],
    ["/api/v1/namespaces/absent/configmaps", "configmaps"],
    [`${base()}/unicorns`, "unicorns"],
    ["/apis/example.com/v1/unicorns", "unicorns.example.com"],
    ["/apis/apps/v9/deployments", "deployments.apps"],
  ] as const;
  for (const [path, named] of paths) {
    const answer = await client.get(path, {}, asAlice);
    assertAnswer(answer, 403, { reason: "Forbidden" });
    assert.ok(answer.body.message.startsWith(`${named} is forbidden: User "alice" cannot `), answer.body.message);
  }
});

test("the right is asked before the body is read", async () => {
  for (const body of ["{{", "", "x".repeat(10_000)]) {
    const answer = await client.create(`${base()}/configmaps`, body, {}, asAlice);
    assertAnswer(answer, 403, { reason: "Forbidden" });
  }
  const headers = { "content-type": "application/unheard-of" };
  assertAnswer(await client.create(`${base()}/configmaps`, "{}", {}, { ...asAlice, headers }), 403);
});

test("the right is asked before the method is looked at", async () => {
  const answer = await client.request("POST", "/version", { ...asAlice, body: {} });
  assertStatus(answer, 403, "Forbidden", 'forbidden: User "alice" cannot post path "/version"');
});

test("a HEAD without the right is Forbidden and has no body", async () => {
  const answer = await client.request("HEAD", `${base()}/configmaps/one`, asAlice);
  assert.equal(answer.status, 403);
  assert.equal(answer.text, "");
});

test("a refusal is JSON and may not be sniffed", async () => {
  const { headers } = await client.get(`${base()}/configmaps`, {}, asAlice);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "no-cache, private");
});
