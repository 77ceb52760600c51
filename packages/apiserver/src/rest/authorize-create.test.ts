import assert from "node:assert/strict";
import { test } from "node:test";
import { configMaps, RestFixture } from "./rest-fixture.test.ts";

const path = "/api/v1/namespaces/a/configmaps/one";
const resources = [{ ...configMaps, strategy: { ...configMaps.strategy, createsOnUpdate: true } }];
const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one" } };
const message =
  'configmaps "one" is forbidden: User "system:anonymous" cannot create resource "configmaps" in API group "" in the namespace "a"';

test("an update or apply that would create takes the right to create, and no other does", async () => {
  let mayCreate = false;
  const asked: string[] = [];
  const server = new RestFixture({
    resources,
    authorizer: async ({ request }) => {
      asked.push(request.verb);
      return { decision: mayCreate ? "allow" : "no-opinion" };
    },
  });
  const put = () => server.update(path, { ...object, data: { a: `${asked.length}` } });
  const apply = () =>
    server.ask("PATCH", path, {
      body: { ...object, data: { b: "1" } },
      query: { fieldManager: "tests" },
      headers: { "content-type": "application/apply-patch+yaml" },
    });
  for (const write of [put, apply]) {
    const { status, body } = await write();
    assert.equal(status, 403);
    assert.equal(body.message, message);
  }
  assert.equal((await server.get(path)).status, 404);
  mayCreate = true;
  assert.equal((await put()).status, 201);
  mayCreate = false;
  assert.equal((await put()).status, 200);
  assert.equal((await apply()).status, 200);
  assert.deepEqual(asked, ["create", "create", "create"]);
});
