import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { assertNotFound, configMapsIn, deployment, deploymentsIn, make } from "./objects.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

const notServed = "the server could not find the requested resource";

test("an object that is absent is NotFound, named by resource and group", async () => {
  assertNotFound(await client.get(`${configMaps}/absent`), "configmaps", "absent");
  assertNotFound(await client.get(`${deploymentsIn(namespace)}/absent`), "deployments.apps", "absent");
  assertNotFound(await client.get("/api/v1/nodes/absent"), "nodes", "absent");
});

test("a namespace that is absent has no objects", async () => {
  assertNotFound(await client.get(`${configMapsIn("absent")}/x`), "configmaps", "x");
});

test("a resource or version that is not served is NotFound without details", async () => {
  for (const path of [
    `/api/v1/namespaces/${namespace}/foos/x`,
    "/api/v1/foos",
    "/apis/apps/v9/foos/x",
    "/apis/apps/v1/foos",
  ]) {
    const answer = await client.get(path);
    assertStatus(answer, 404, "NotFound", notServed, { details: {} });
  }
});

test("a group that is not served is a page that is not found", async () => {
  const answer = await client.get("/apis/absent.example.com/v1/foos/x");
  assert.deepEqual([answer.status, answer.text], [404, "404 page not found\n"]);
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
});

test("a namespaced object is only under its namespace, a cluster-scoped one only outside", async () => {
  const { name } = await make(client, configMaps);
  for (const path of [`/api/v1/configmaps/${name}`, `/api/v1/namespaces/${namespace}/nodes/x`])
    assertStatus(await client.get(path), 404, "NotFound", notServed, { details: {} });
});

test("a GET with no resourceVersion gives the latest write, always", async () => {
  const { name, path } = await make(client, configMaps);
  for (let i = 0; i < 20; i += 1) {
    const written = await client.update(path, { metadata: { name }, data: { i: `${i}` } });
    const read = await client.get(path, i % 2 === 0 ? {} : { resourceVersion: "" });
    assert.deepEqual(read.body, written.body);
  }
});

test("a GET with resourceVersion N gives the object not older than N", async () => {
  const { name, path, body } = await make(client, configMaps);
  const { resourceVersion } = (await client.update(path, { metadata: { name }, data: { k: "v" } })).body.metadata;
  for (const wanted of [resourceVersion, body.metadata.resourceVersion, "1", `0${resourceVersion}`]) {
    const answer = await client.get(path, { resourceVersion: wanted });
    assertAnswer(answer, 200);
    if (wanted.endsWith(resourceVersion)) assertAnswer(answer, 200, { data: { k: "v" } });
  }
});

test("a GET with resourceVersion 0 gives any state there was", async () => {
  const { name, path, body } = await make(client, configMaps);
  // The server has seen this version by now; what "any" gives is never older than what this reader was shown.
  assertAnswer(await client.get(path, { resourceVersion: body.metadata.resourceVersion }), 200);
  assertAnswer(await client.get(path, { resourceVersion: "0" }), 200, { metadata: { name } });
  assertNotFound(await client.get(`${configMaps}/absent`, { resourceVersion: "0" }), "configmaps", "absent");
});

test("a GET with a resourceVersion of the future times out after three seconds", async () => {
  const { path } = await make(client, configMaps);
  const begin = performance.now();
  const answer = await client.get(path, { resourceVersion: "9000000000000000000" });
  const ms = performance.now() - begin;

  assertStatus(answer, 504, "Timeout", /^Timeout: Too large resource version: 9000000000000000000, current: \d+$/, {
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version", field: undefined }],
      retryAfterSeconds: 1,
    },
  });
  assert.equal(answer.headers["retry-after"], "1");
  assert.ok(ms > 2_000 && ms < 15_000, `${ms} ms`);
});

test("a resourceVersion that is no number is an error of the server, on GET too", async () => {
  const { path } = await make(client, configMaps);
  for (const resourceVersion of ["abc", "-1", "1.5"]) {
    assertAnswer(await client.get(path, { resourceVersion }), 500, {
      kind: "Status",
      reason: undefined,
      message: `resourceVersion: Invalid value: "${resourceVersion}": strconv.ParseUint: parsing "${resourceVersion}": invalid syntax`,
    });
  }
});

test("parameters that mean nothing to a GET are overlooked", async () => {
  const { path, body } = await make(client, configMaps);
  const query = { foo: "bar", limit: "x", fieldSelector: "?", dryRun: "x", resourceVersionMatch: "Exact" };
  const answer = await client.get(path, query);
  assertAnswer(answer, 200);
  assert.deepEqual(answer.body, body);
});

test("pretty indents by two spaces, otherwise an answer is one line", async () => {
  const { path, body } = await make(client, configMaps);
  assert.equal((await client.get(path, { pretty: true })).text, JSON.stringify(body, undefined, 2));
  assert.equal((await client.get(path)).text, `${JSON.stringify(body)}\n`);
});

test("a browser or curl gets indented answers without asking", async () => {
  const { path, body } = await make(client, configMaps);
  for (const agent of ["curl/8.5.0", "Mozilla/5.0", "Wget/1.21"]) {
    const answer = await client.get(path, {}, { headers: { "user-agent": agent } });
    assert.equal(answer.text, JSON.stringify(body, undefined, 2), agent);
  }
  const asked = await client.get(path, { pretty: false }, { headers: { "user-agent": "curl/8.5.0" } });
  assert.equal(asked.text, `${JSON.stringify(body)}\n`);
});

test("an answer begins with kind and apiVersion, then metadata", async () => {
  const { path } = await make(client, deploymentsIn(namespace), deployment());
  const keys = Object.keys((await client.get(path)).body);
  assert.deepEqual(keys, ["kind", "apiVersion", "metadata", "spec", "status"]);
});

test("whoever may not read does not learn whether the object is there", async () => {
  const { name } = await make(client, configMaps);
  for (const candidate of [name, "absent"]) {
    const answer = await client.get(`${configMaps}/${candidate}`, {}, { as: "alice" });
    const message = `configmaps "${candidate}" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "${namespace}"`;
    assertStatus(answer, 403, "Forbidden", message, { details: { name: candidate, kind: "configmaps" } });
  }
});
